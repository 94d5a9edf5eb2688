import FilmzDomain
import Testing

/// Changes of the settings file's text.
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
  func settingAKeyChangesItsLineAndKeepsTheRest(before: String, after: String) {
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
  func unsettingAKeyTakesAllItsLinesAway(before: String, after: String) {
    var text = SettingsText(before)
    text.set(.key(.pageSize), to: nil)
    #expect(text.text == after)
    #expect(text.values[.pageSize] == nil)
  }

  @Test(arguments: [
    "abc", #"a"b"#, #"a\b"#, #"\"#, #"""#, #"\""#, #"a\\"b\"#, "#hash", "a=b", "'x'", #"ends\"#,
  ])
  func quotesAndBackslashesComeBackAsTheyWere(value: String) {
    var text = SettingsText("# mine\n")
    text.set(.key(.omdbAPIKey), to: value)
    let again = SettingsText(text.text)
    #expect(again.values == [.omdbAPIKey: value])
    #expect(again.problems.isEmpty)
    #expect(text.text.hasPrefix("# mine\nomdb.apiKey = \""))
  }

  @Test(arguments: ["", "a\n", "# a\n\n\nx = [1]\n page.size=5 \n"])
  func withoutAChangeTheTextStaysAsItIs(content: String) {
    #expect(SettingsText(content).text == content)
  }

  @Test func onWindowsLinesOneKeyIsChangedAndTheOthersStay() {
    var text = SettingsText("\u{FEFF}# mine\r\npage.size = 5\r\ntmdb.token = x\r\n")
    text.set(.key(.pageSize), to: "20")
    #expect(text.text == "\u{FEFF}# mine\r\npage.size = \"20\"\r\ntmdb.token = x\r\n")
  }

  @Test func nothingOfTheOldValueStaysBehind() {
    var text = SettingsText(#"omdb.apiKey = "old\"key#part" # mine"#)
    text.set(.key(.omdbAPIKey), to: "new")
    #expect(text.text == "omdb.apiKey = \"new\" # mine\n")
  }
}
