import Testing

@testable import FilmzCommands

struct CommandTreeTests {
  @Test(arguments: [
    ("search x", "search", ["x"]), ("ls", "ls", []), ("more", "more", []), ("exit", "exit", []),
    ("SEARCH Blade", "search", ["Blade"]), ("rate 1-3 8", "rate", ["1-3", "8"]),
    ("config", "config ls", []),
    ("config --format json", "config ls", ["--format", "json"]),
    ("config set page.size 20", "config set", ["page.size", "20"]),
    ("config ls", "config ls", []),
  ])
  func aWholeVerbIsFoundWithTheWordsBehindIt(
    line: String, name: String, arguments: [String]
  ) throws {
    for isAbbreviated in [false, true] {
      let match = try find(line, abbreviated: isAbbreviated)
      #expect(match.command.names.contains(name))
      #expect(match.words.map(\.text) == arguments)
    }
  }

  @Test(arguments: [
    ("more", "next"), ("exit", "quit"), ("config", "config ls"),
    ("config get x", "config get"), ("config unset x", "config unset"),
    ("config path", "config path"), ("unwatched", "unwatched"),
  ])
  func aliasesAndNounsLeadToTheirLeaf(line: String, leaf: String) throws {
    #expect(try find(line, abbreviated: false).command.name == leaf)
  }

  @Test(arguments: [
    ("n", "next"), ("p", "prev"), ("q", "quit"), ("s", "search"), ("sea", "search"),
    ("searc", "search"), ("mor", "next"), ("ex", nil), ("exi", "quit"), ("qu", "quit"),
    ("sho", "show"), ("ad", "add"), ("rm", "rm"), ("un", nil), ("unw", "unwatched"),
    ("watche", "watched"), ("Sea", "search"), ("conf", "config ls"), ("ver", "version"),
  ])
  func aUniqueBeginningRunsAVerbInTheShell(typed: String, leaf: String?) {
    let found = try? find(typed, abbreviated: true).command.name
    #expect(found == leaf)
  }

  @Test(arguments: ["n", "p", "q", "s", "sea", "exi", "conf", "searches"])
  func scriptsNeedWholeVerbs(typed: String) throws {
    let error = try #require(throws: CommandError.self) { try find(typed, abbreviated: false) }
    guard case .unknownVerb(typed, _) = error else {
      Issue.record("\(typed): \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("se", ["search", "seen"]), ("wat", ["watched", "watchlist"]),
    ("pr", nil), ("a", ["about", "add", "alias", "audience"]), ("ex", ["exit", "export"]),
    ("no", nil), ("comment", nil), ("comm", ["comment", "comments"]),
    ("un", ["undo", "unfollow", "unwatched"]),
  ])
  func anAmbiguousBeginningListsItsCandidatesOnce(typed: String, candidates: [String]?) {
    #expect(Self.candidates(typed) == candidates)
  }

  @Test(arguments: [
    "discover", "seen", "skip", "watchlist", "list", "collections", "comment", "comments", "edit",
    "browse", "kids", "db", "sql", "import", "export", "sync", "poster", "recommend", "share",
    "follow", "unfollow", "reset", "purge", "alias",
  ])
  func aReservedVerbComesLater(verb: String) {
    for isAbbreviated in [false, true] {
      #expect(throws: CommandError.comesLater(verb)) {
        try CommandTree.find([Word(verb), Word("x")], abbreviated: isAbbreviated)
      }
    }
  }

  @Test func noReservedVerbIsThereAlready() {
    #expect(Set(CommandTree.reserved).isDisjoint(with: CommandTree.names))
  }

  @Test(arguments: [
    ("serach", "search"), ("seach", "search"), ("shwo", "show"), ("rat", "rate"),
    ("hlep", "help"), ("quti", "quit"), ("delete", "rm"), ("remove", "rm"), ("bye", "quit"),
    ("lookup", "search"), ("view", "show"), ("star", "rate"), ("settings", "config"),
    ("man", "help"), ("back", "prev"), ("xyzzy", nil), ("千と千尋", nil), ("", nil),
  ])
  func anUnknownVerbProposesANearOne(typed: String, near: String?) {
    #expect(throws: CommandError.unknownVerb(typed, near: near)) {
      try CommandTree.find([Word(typed)], abbreviated: false)
    }
  }

  @Test(arguments: [
    ("grep", "find"), ("cat", "show"), ("?", "help"), ("h", "help"), ("\\q", "quit"),
    (".quit", "quit"), (".exit", "quit"), (".help", "help"), (":q", "quit"), (":q!", "quit"),
    ("q!", "quit"), ("exit()", "quit"), ("unseen", "ls --unwatched"), ("restore", "backup ls"),
    ("\\timing", "time on"), ("prefs", "config"), ("heat", nil), ("dune", nil), ("alien", nil),
    ("jaws", nil), ("foo", nil), ("matrix", nil),
  ])
  func wordsOfOtherProgramsProposeOurs(typed: String, near: String?) {
    #expect(throws: CommandError.unknownVerb(typed, near: near)) {
      try CommandTree.find([Word(typed)], abbreviated: false)
    }
  }

  @Test(arguments: ["cls", "clear"])
  func whatNoVerbDoesIsAnswered(typed: String) {
    #expect(throws: CommandError.notAVerb(typed, hint: "Ctrl-L clears the screen")) {
      try CommandTree.find([Word(typed)], abbreviated: false)
    }
  }

  /// A proposal that does not run is worse than none.
  @Test func everyProposalByMeaningRuns() throws {
    for (word, line) in CommandTree.synonyms.merging(
      CommandTree.replacements, uniquingKeysWith: { $1 })
    {
      let match = try find(line, abbreviated: false)
      let missing = ["page": ["2"], "note -e": []][line, default: []]
      _ = try match.command.read(match.words + missing.map { Word($0) })
      #expect(!CommandTree.names.contains(word), "\(word)")
    }
    #expect(Set(CommandTree.synonyms.keys).isDisjoint(with: CommandTree.reserved))
    #expect(Set(CommandTree.hints.keys).isDisjoint(with: CommandTree.names))
  }

  @Test func everyProposalIsAVerb() throws {
    for word in ["delete", "del", "logout", "query", "open", "info", "dir", "set", "forward"] {
      let error = try #require(throws: CommandError.self) { try find(word, abbreviated: false) }
      guard case .unknownVerb(_, let near?) = error else {
        Issue.record("nothing is near \(word)")
        continue
      }
      #expect(CommandTree.names.contains(near))
    }
  }

  @Test func aWrongWordBehindANounNamesTheRightOnes() throws {
    let near = try #require(throws: CommandError.self) {
      try find("config gte x", abbreviated: false)
    }
    #expect(near.message.contains("config has no \"gte\"; did you mean `config get`?"))
    let far = try #require(throws: CommandError.self) {
      try find("config zzzzz", abbreviated: false)
    }
    #expect(far.message.contains("ls, get, set, unset, path"))
  }

  private func find(_ line: String, abbreviated: Bool) throws -> CommandTree.Match {
    let command = try #require(try LineParser.commands(in: line).first)
    return try CommandTree.find(command.words, abbreviated: abbreviated)
  }

  private static func candidates(_ typed: String) -> [String]? {
    do {
      _ = try CommandTree.find([Word(typed)], abbreviated: true)
    } catch CommandError.ambiguousVerb(typed, let candidates) {
      return candidates
    } catch {}
    return nil
  }
}
