import FilmzShell
import Testing

struct HistoryRuleTests {
  @Test(arguments: [
    "ls", "search godfather", "note . \"great\"", "#x", "config set page.size 20", "千と千尋",
    "config set omdb.baseURL http://x/",
  ])
  func aLineIsRemembered(line: String) {
    #expect(HistoryRule.keeps(line))
  }

  @Test(arguments: [
    "", " ", " ls", "\tls", "\u{3000}ls", "config set omdb.apiKey abc",
    "CONFIG SET OMDB.APIKEY abc", "config set tmdb.token abc", "search x; config set omdb.apikey y",
  ])
  func aLineWithABlankInFrontOrAKeyInItIsNot(line: String) {
    #expect(!HistoryRule.keeps(line))
  }
}
