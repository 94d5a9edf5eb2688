import FilmzDomain
import Testing

struct SettingsTextTests {
  @Test(arguments: [
    (#"page.size = "20""#, "20"), ("page.size=20", "20"), ("  page.size  =  20  ", "20"),
    ("page.size = auto", "auto"), (#"page.size = "20" # rows"#, "20"),
    ("page.size = 20 # rows", "20"),
    ("\tpage.size\t=\t20", "20"),
  ])
  func lineSetsItsKey(line: String, value: String) {
    let text = SettingsText(line)
    #expect(text.values == [.pageSize: value])
    #expect(text.problems.isEmpty)
  }

  @Test(arguments: ["", "\n", "\n\n", "# a comment", "  # page.size = 20\n", "   \n\t\n"])
  func commentsAndEmptyLinesSetNothing(content: String) {
    let text = SettingsText(content)
    #expect(text.values.isEmpty)
    #expect(text.problems.isEmpty)
  }

  @Test(arguments: [
    "page.size", "[page]", #"page.size = "20"#, #"page.size = "20" 30"#, "page.size = two words",
    "page.size =", #"page.size = 2"0"#, #"page.size = "20\"#, "page.sise = 20", "page.size = 0",
    #"cache.days = "many""#, "= 20", "omdb.baseURL = localhost",
    "omdb.baseURL = http://127.0.0.1:99999/", "tmdb.baseURL = http://",
  ])
  func invalidLineIsReportedWithItsNumberAndAffectsOnlyItself(line: String) {
    let text = SettingsText("# mine\n\(line)\ntmdb.token = abc\n")
    #expect(text.problems.map(\.line) == [2])
    #expect(text.values == [.tmdbToken: "abc"])
  }

  @Test func allInvalidLinesAreReported() {
    let text = SettingsText("x\npage.size = 20\n\ny = 1\ncache.days = -1\n")
    #expect(text.problems.map(\.line) == [1, 4, 5])
    #expect(text.problems.allSatisfy { !$0.reason.isEmpty && !$0.reason.contains("\n") })
    #expect(text.values == [.pageSize: "20"])
  }

  @Test func problemHasAReason() throws {
    let problem = try #require(SettingsText("page.sise = 20").problems.first)
    #expect(problem.reason.contains("there is no setting page.sise; did you mean page.size?"))
  }

  @Test func lastLineOfAKeyWins() {
    let text = SettingsText("page.size = 20\npage.size = 30\n")
    #expect(text.values == [.pageSize: "30"])
  }

  @Test func windowsLineEndingsAreAccepted() {
    let text = SettingsText("# mine\r\npage.size = 20\r\ncache.days = \"7\"\r\nwrong\r\n")
    #expect(text.values == [.pageSize: "20", .cacheDays: "7"])
    #expect(text.problems.map(\.line) == [4])
  }

  @Test func byteOrderMarkIsIgnored() {
    let text = SettingsText("\u{FEFF}page.size = 20\n")
    #expect(text.values == [.pageSize: "20"])
    #expect(text.problems.isEmpty)
  }
}
