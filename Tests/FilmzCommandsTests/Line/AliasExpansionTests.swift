import FilmzCommands
import FilmzDomain
import Testing

struct AliasExpansionTests {
  private static let aliases = [
    "w": "ls --unwatched --sort -rating", "two": "stats; w", "top": "w --limit 3",
    "quoted": "find \"a b\"",
    "file": "ls > 'my films'", "head": "ls | head -3", "a": "b", "b": "c x", "c": "a",
    "self": "self", "csv": "--format csv w",
    "broken": "ls \"x", "note-it": "note . # good",
  ]

  @Test(arguments: [
    ("ls --watched", ["ls --watched"]), ("w", ["ls --unwatched --sort -rating"]),
    ("W", ["ls --unwatched --sort -rating"]),
    ("w --limit 2", ["ls --unwatched --sort -rating --limit 2"]),
    ("two --limit 2", ["stats", "ls --unwatched --sort -rating --limit 2"]),
    ("top \"c d\"", ["ls --unwatched --sort -rating --limit 3 \"c d\""]),
    ("quoted", ["find \"a b\""]), ("unknown w", ["unknown w"]), ("search w", ["search w"]),
    ("note-it", ["note . # good"]), ("tw", ["tw"]),
    ("csv", ["ls --unwatched --sort -rating --format csv"]),
  ])
  func anAliasIsReplacedByItsCommands(line: String, commands: [String]) throws {
    #expect(try expanded(line).map(\.line) == commands)
  }

  @Test(arguments: [
    ("tw", ["tw"]), ("quo", ["find \"a b\""]),
    ("to x", ["to x"]),
    ("s x", ["s x"]), ("q", ["q"]), ("se", ["se"]), ("n", ["n"]),
  ])
  func aliasesCanBeAbbreviatedInTheShell(line: String, commands: [String]) throws {
    #expect(try expanded(line, abbreviated: true).map(\.line) == commands)
  }

  @Test func redirectionIsAppliedToTheLastCommand() throws {
    let two = try expanded("two > films")
    #expect(two.map { $0.redirection?.words.map(\.text) } == [nil, ["films"]])
    let head = try #require(try expanded("head --watched").first)
    #expect(head.words.map(\.text) == ["ls", "--watched"])
    #expect(head.redirection?.program == "head -3")
    for (line, program) in [
      ("head | wc -l", "head -3 | wc -l"), ("head >> 'a b'", "head -3 >> \"a b\""),
    ] {
      #expect(try expanded(line).first?.redirection?.program == program)
    }
    #expect(throws: CommandError.invalidAlias("file", reason: "redirects its output already")) {
      try expanded("file > other")
    }
  }

  @Test(arguments: [
    ("a", "runs itself: a, which runs b, which runs c, which runs a"), ("self", "runs itself"),
  ])
  func anAliasThatRunsItselfIsAnError(line: String, reason: String) throws {
    let error = #expect(throws: CommandError.self) { try expanded(line) }
    #expect(try #require(error).message.contains("the alias \(line) \(reason)"))
  }

  @Test func anAliasWithAnUnclosedQuoteIsAnError() {
    #expect(throws: CommandError.unclosedQuote("\"")) { try expanded("broken") }
  }

  @Test func numberOfCommandsOfAnAliasIsLimited() throws {
    let numbered = (0..<30).map { ("x\($0)", "x\($0 + 1); x\($0 + 1)") }
    let aliases = Dictionary(uniqueKeysWithValues: numbered).merging(["x30": "ls"]) { $1 }
    let error = #expect(throws: CommandError.self) {
      try AliasExpansion(aliases, abbreviated: false).commands(for: .init(words: [Word("x0")]))
    }
    #expect(try #require(error).message.contains("runs more than 1000 commands"))
  }

  @Test func aliasesAreSuggestedForUnknownAndAmbiguousVerbs() throws {
    #expect(throws: CommandError.unknownVerb("unseeen", suggestion: "unseen")) {
      try CommandTree.find([Word("unseeen")], abbreviated: false, aliases: ["unseen"])
    }
    #expect(throws: CommandError.ambiguousVerb("sta", candidates: ["starred", "stats"])) {
      try CommandTree.find([Word("sta")], abbreviated: true, aliases: ["starred"])
    }
  }

  @Test(arguments: ["ls", "more", "catalog", "s", "q", "source"])
  func namesOfCommandsAreReserved(name: String) {
    #expect(CommandTree.reservedNames.contains(name))
  }

  private func expanded(
    _ line: String, abbreviated: Bool = false
  ) throws -> [ParsedCommand] {
    let command = try #require(try LineParser.commands(in: line).first)
    return try AliasExpansion(Self.aliases, abbreviated: abbreviated).commands(for: command)
  }
}

extension ParsedCommand {
  fileprivate var line: String { words.map(\.quotedIfNeeded).joined(separator: " ") }
}
