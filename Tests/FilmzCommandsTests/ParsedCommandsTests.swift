import ArgumentParser
import Testing

@testable import FilmzCommands

struct ParsedCommandsTests {
  private struct Trouble: Error {}

  private static func parse(_ words: [String]) throws -> SearchCommand {
    try SearchCommand.parse(Array(words.dropFirst()))
  }

  /// What the commands of some lines look for.
  private func words(_ lines: [[String]], _ parsed: ParsedCommands) throws -> [[String]] {
    try lines.map { line in
      let command = try parsed.command(line) { try Self.parse(line) }
      return try #require(command as? SearchCommand).words.map(\.text)
    }
  }

  @Test func theSameWordsGiveAnEqualCommandAndAreParsedOnce() throws {
    let parsed = ParsedCommands()
    let line = ["search", "blade", "runner", "--limit", "5", "--exact"]
    let first = try parsed.command(line) { try Self.parse(line) }
    let again = try parsed.command(line) { throw Trouble() }
    let fresh = try Self.parse(line)
    #expect("\(again)" == "\(first)")
    #expect("\(again)" == "\(fresh)")
  }

  @Test func otherWordsAreAnotherCommand() throws {
    let lines = [
      ["search", "a", "b"], ["search", "b", "a"], ["search", "a b"], ["search", "a"],
    ]
    let parsed = ParsedCommands()
    for _ in 1...2 { #expect(try words(lines, parsed) == lines.map { Array($0.dropFirst()) }) }
  }

  @Test func manyLinesAreStillParsedRight() throws {
    let lines = (1...200).map { ["search", "film", "\($0)"] }
    let parsed = ParsedCommands()
    for _ in 1...2 { #expect(try words(lines, parsed) == lines.map { Array($0.dropFirst()) }) }
  }

  @Test func whatCannotBeParsedIsNotKept() throws {
    let parsed = ParsedCommands()
    #expect(throws: Trouble.self) { try parsed.command(["search", "x"]) { throw Trouble() } }
    #expect(try words([["search", "x"]], parsed) == [["x"]])
  }
}
