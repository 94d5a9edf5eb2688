import FilmzDomain
import Testing

/// Changes to the text of the settings file.
struct SettingsTextChangeTests {
  @Test(arguments: [
    ("", "page.size = \"20\"\n"),
    ("# mine\n", "# mine\npage.size = \"20\"\n"),
    ("tmdb.token = abc", "tmdb.token = abc\npage.size = \"20\"\n"),
    ("page.size = 5\n", "page.size = \"20\"\n"),
    (
      "# a\n\n  page.size = 5\nwrong line\ntmdb.token   =  abc # x\n",
      "# a\n\npage.size = \"20\"\nwrong line\ntmdb.token   =  abc # x\n"
    ),
    ("page.size = 5\n# mine\npage.size = 6\n", "page.size = 5\n# mine\npage.size = \"20\"\n"),
    ("page.size = 5 # rows\n", "page.size = \"20\" # rows\n"),
    ("page.size = \"5\"# rows\n", "page.size = \"20\" # rows\n"),
    ("page.size = 0\n# mine\n", "page.size = \"20\"\n# mine\n"),
    ("#page.size = 5\n", "#page.size = 5\npage.size = \"20\"\n"),
  ])
  func settingAKeyChangesOnlyItsLine(before: String, after: String) {
    var text = SettingsText(before)
    text.set(.key(.pageSize), to: "20")
    #expect(text.text == after)
    #expect(text.values[.pageSize] == "20")
    #expect(SettingsText(after).values[.pageSize] == "20")
  }

  @Test(arguments: [
    ("", ""), ("# mine\n", "# mine\n"), ("page.size = 5\n", ""),
    ("# a\npage.size = 5\nwrong\npage.size = 6\ntmdb.token = x\n", "# a\nwrong\ntmdb.token = x\n"),
  ])
  func removingAKeyRemovesAllItsLines(before: String, after: String) {
    var text = SettingsText(before)
    text.set(.key(.pageSize), to: nil)
    #expect(text.text == after)
    #expect(text.values[.pageSize] == nil)
  }

  @Test(arguments: [
    "abc", #"a"b"#, #"a\b"#, #"\a"#, #""a"#, #"\""#, #"a\\"b\"#, "#hash", "a=b", "'x'", #"ends\"#,
  ])
  func quotesAndBackslashesRoundTrip(value: String) {
    var text = SettingsText("# mine\n")
    text.set(.key(.profileName), to: value)
    let reparsedText = SettingsText(text.text)
    #expect(reparsedText.values == [.profileName: value])
    #expect(reparsedText.problems.isEmpty)
    #expect(text.text.hasPrefix("# mine\nprofile.name = \""))
  }

  @Test(arguments: ["", "a\n", "# a\n\n\nx = [1]\n page.size=5 \n"])
  func unchangedTextIsPreserved(content: String) {
    #expect(SettingsText(content).text == content)
  }

  @Test func windowsLineEndingsArePreserved() {
    var text = SettingsText("\u{FEFF}# mine\r\npage.size = 5\r\ntmdb.token = x\r\n")
    text.set(.key(.pageSize), to: "20")
    #expect(text.text == "\u{FEFF}# mine\r\npage.size = \"20\"\r\ntmdb.token = x\r\n")
  }

  @Test func oldValueIsReplacedCompletely() {
    var text = SettingsText(#"omdb.apiKey = "old\"key#part" # mine"#)
    text.set(.key(.omdbAPIKey), to: "new")
    #expect(text.text == "omdb.apiKey = \"new\" # mine\n")
  }
}
