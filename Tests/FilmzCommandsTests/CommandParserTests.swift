import ArgumentParser
import Testing

@testable import FilmzCommands

/// Words that go past ArgumentParser are the words that it would have read.
struct CommandParserTests {
  @Test(arguments: [
    "search blade runner", "search blade runner --year 1982", "search --year 1982 blade runner",
    "search blade --limit 5 runner --exact", "search blade --exact runner", "search -- -ology",
    "search blade -- --runner", "search 'blade runner' --type movie", "search '--year' 1982",
    "search -7 --source catalog", "rate 1 2 -8", "rate 1-3 heat --yes",
    "watched heat --on 2024-05-01",
    "add heat --watched --rate 8", "show 2 --full", "find kurosawa --limit 3",
  ])
  func aLineIsReadAsAWhole(line: String) throws {
    let parser = CommandParser(parsed: ParsedCommands())
    for _ in 1...2 {
      let match = try Self.match(line)
      let whole = Result { try match.leaf.parse(match.arguments.map(\.argument)) }
      let command = Result { try parser.command(of: match) }
      switch (whole, command) {
      case (.success(let whole), .success(let command)): #expect("\(command)" == "\(whole)")
      case (.failure, .failure): break
      default: Issue.record("\(line): \(command)")
      }
    }
  }

  /// Lines of the same options but with other words, one after another.
  @Test func whatIsRememberedHasNoWordsOfOtherLines() throws {
    let parser = CommandParser(parsed: ParsedCommands())
    for title in ["heat", "blade runner", "up", "heat"] {
      let match = try Self.match("search \(title) --year 1995 cut")
      let command = try #require(try parser.command(of: match) as? SearchCommand)
      #expect(command.words.map(\.text).joined(separator: " ") == title + " cut")
    }
  }

  private static func match(_ line: String) throws -> CommandTree.Match {
    let words = try #require(try LineParser.commands(in: line).first).words
    return try CommandTree.find(words, abbreviated: false)
  }
}
