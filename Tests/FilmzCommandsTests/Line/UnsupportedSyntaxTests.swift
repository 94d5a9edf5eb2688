import FilmzDomain
import Testing

@testable import FilmzCommands

struct UnsupportedSyntaxTests {
  @Test(arguments: [
    ("search rating >= 8", "search", "rating:>=8"),
    ("search heat year < 1990", "search", "year:<1990"),
    ("ls imdb >7.5", "ls", "imdb:>7.5"), ("find votes = 10k", "find", "votes:10k"),
    ("runtime <= 90", nil, "runtime:<=90"), ("browse rating >= 8", "browse", "rating:>=8"),
    ("random runtime < 100", "random", "runtime:<100"), ("rate year = 1999", "rate", "year:1999"),
    ("export mine >= 8", "export", "mine:>=8"), ("watchlist votes >10k", "watchlist", "votes:>10k"),
    ("collections save good mine >= 8", "collections", "mine:>=8"), ("discover imdb >7", "discover", "imdb:>7"),
  ])
  func filtersWithSpacesAreShownWithoutThem(line: String, verb: String?, filter: String) throws {
    #expect(throws: CommandError.spacedFilter(filter)) { try check(line, verb: verb) }
  }

  @Test(arguments: [
    ("search heat && add 1", "search", "`;`"), ("&& ls", nil, "`;`"), ("ls || stats", "ls", "`;`"),
    ("search heat &", "search", "leave out the `&`"), ("ls 2> err", "ls", "`2>`"),
    ("ls 2>&1", "ls", "`2>&1`"), ("search < titles.txt", "search", "`source FILE`"),
    ("add <", "add", "`source FILE`"),
  ])
  func operatorsOfOtherShellsAreExplained(line: String, verb: String?, text: String) throws {
    let error = try #require(throws: CommandError.self) { try check(line, verb: verb) }
    #expect(error.message.contains(text))
  }

  @Test(arguments: [
    ("lilo & stitch", nil), ("search fast & furious", "search"), ("note . a && b", "note"),
    ("search '&&' ls", "search"), ("search rating:>=8", "search"), ("search year one", "search"),
    ("note . rating = 8", "note"), ("1917", nil), ("search 2 < 3 men", "search"), ("= 8", nil),
  ])
  func otherWordsAreAccepted(line: String, verb: String?) throws {
    #expect(throws: Never.self) { try check(line, verb: verb) }
  }

  @Test(arguments: [
    ("search rating > 9", "`rating:>9`"), ("search year > 1990 genre:drama", "`year:>1990`"),
    ("search > 7.5", "`rating:>7.5`"), ("ls mine >> 8", "`mine:>8`"),
    ("votes > 10k", "`votes:>10k`"),
    ("search imdb > =9", "`imdb:>=9`"),
  ])
  func redirectionsToNumbersShowTheFilter(line: String, filter: String) throws {
    let error = try #require(throws: CommandError.self) { try path(line) }
    #expect(error.message.contains(filter) && error.message.contains("in quotes"))
  }

  @Test(arguments: [
    ("ls > \"9\"", "9"), ("ls > '2024'", "2024"), ("ls > 9.txt", "9.txt"), ("ls > ./9", "./9"),
    ("ls >> 9x", "9x"),
  ])
  func quotedNumbersAndOtherNamesAreFiles(line: String, name: String) throws {
    #expect(try path(line) == name)
  }

  @Test func optionsAfterTheFileAreExplained() throws {
    let error = try #require(throws: CommandError.self) { try path("ls > films.csv --format csv") }
    #expect(error.message.contains("put --format before the `>`"))
  }

  private func check(_ line: String, verb: String?) throws {
    let command = try #require(try LineParser.commands(in: line).first)
    try UnsupportedSyntax.check(command.words, verb: verb)
  }

  private func path(_ line: String) throws -> String {
    let command = try #require(try LineParser.commands(in: line).first)
    return try #require(command.redirection).path(after: command.words)
  }
}
