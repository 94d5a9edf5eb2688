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
    "add heat --watched --rating 8", "show 2 --full", "find kurosawa --limit 3",
  ])
  func aLineIsReadAsAWhole(line: String) throws {
    let parser = CommandParser(parsed: ParsedCommands())
    for _ in 1...2 {
      let match = try Self.match(line)
      let whole = try match.leaf.parse(match.arguments.map(\.argument))
      #expect("\(try parser.command(of: match))" == "\(whole)")
    }
  }

  @Test(arguments: [
    "search blade runner --year", "search blade --yeer 1982", "search blade --limit x",
    "rate heat 8 --yes=1", "add heat --rate 8", "show --full=2 heat",
  ])
  func aWrongLineIsToldAsOne(line: String) throws {
    let match = try Self.match(line)
    let told = try #require(throws: CommandError.self) {
      try CommandParser(parsed: ParsedCommands()).command(of: match)
    }
    let whole = try #require(throws: (any Error).self) {
      try match.leaf.parse(match.arguments.map(\.argument))
    }
    let text = UsageProblem(message: Word.unmarked(match.leaf.message(for: whole)))
      .text(for: Declaration(of: match.leaf, name: match.name))
    #expect(told.message.hasPrefix(text), "\(told.message)")
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
