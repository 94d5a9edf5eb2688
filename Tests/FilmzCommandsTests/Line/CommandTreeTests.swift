import FilmzDomain
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
  func verbIsFoundWithTheWordsAfterIt(
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
  func aliasesAndGroupsSelectACommand(line: String, command: String) throws {
    #expect(try find(line, abbreviated: false).command.name == command)
  }

  @Test(arguments: [
    ("n", "next"), ("p", "prev"), ("q", "quit"), ("s", "search"), ("sea", "search"),
    ("searc", "search"), ("mor", "next"), ("ex", nil), ("exi", "quit"), ("qu", nil),
    ("sho", "show"), ("ad", nil), ("rm", "rm"), ("op", nil), ("ope", "show"), ("cle", "clear"),
    ("bac", nil), ("b", nil), ("bye", "quit"), (":q", "quit"), (":", nil), ("?", "help"),
    ("by", nil), ("un", nil), ("unw", "unwatched"), ("ra", "rate"), ("di", "discover"),
    ("pr", "prev"), ("no", nil), ("do", nil), ("see", nil), ("not", nil), ("fro", nil),
    ("watche", "watched"), ("Sea", "search"), ("conf", "config ls"), ("ver", "version"),
  ])
  func uniquePrefixSelectsAVerbInTheShell(typed: String, command: String?) {
    let name = try? find(typed, abbreviated: true).command.name
    #expect(name == command)
  }

  @Test(arguments: ["n", "p", "q", "s", "sea", "exi", "conf", "searches"])
  func scriptsNeedFullVerbs(typed: String) throws {
    let error = try #require(throws: CommandError.self) { try find(typed, abbreviated: false) }
    guard case .unknownVerb(typed, _) = error else {
      Issue.record("\(typed): \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("wat", ["watched", "watchlist"]), ("bac", ["back", "backup"]), ("comment", nil),
    ("coll", nil), ("res", ["reset", "results"]), ("se", nil), ("a", nil),
  ])
  func ambiguousPrefixListsItsCandidates(typed: String, candidates: [String]?) {
    #expect(Self.candidates(typed) == candidates)
  }

  @Test(arguments: [
    ("poster", "show --full"), ("recommend", "discover"), ("alias", #"config set alias.NAME "COMMAND""#),
  ])
  func plannedVerbIsNotAvailableYet(verb: String, replacement: String) {
    #expect(CommandError.notAvailableYet(verb).message.contains("use `\(replacement)`"))
    for isAbbreviated in [false, true] {
      #expect(throws: CommandError.notAvailableYet(verb)) {
        try CommandTree.find([Word(verb), Word("x")], abbreviated: isAbbreviated)
      }
    }
  }

  @Test func noPlannedVerbIsACommand() {
    #expect(Set(CommandTree.plannedVerbs).isDisjoint(with: CommandTree.names))
  }

  @Test(arguments: [
    ("serach", "search"), ("seach", "search"), ("shwo", "show"), ("rat", "rate"),
    ("hlep", "help"), ("quti", "quit"), ("delete", "rm"), ("remove", "rm"), ("leave", "quit"),
    ("lookup", "search"), ("view", "show"), ("star", "rate"), ("settings", "config"),
    ("man", "help"), ("previous", "prev"), ("xyzzy", nil), ("千と千尋", nil), ("", nil),
  ])
  func unknownVerbSuggestsASimilarOne(typed: String, suggestion: String?) {
    #expect(throws: CommandError.unknownVerb(typed, suggestion: suggestion)) {
      try CommandTree.find([Word(typed)], abbreviated: false)
    }
  }

  @Test(arguments: [
    ("grep", "find"), ("cat", "show"), ("h", "help"), ("\\q", "quit"),
    (".quit", "quit"), (".exit", "quit"), (".help", "help"), (":q!", "quit"),
    ("q!", "quit"), ("exit()", "quit"), ("unseen", "ls --unwatched"), ("restore", "backup ls"),
    ("diary", "ls --watched"), ("fav", "ls @favorites"), ("like", "rate"), ("trending", "discover trending"),
    ("similar", "discover"), ("suggest", "discover"), ("wrapped", "stats"), ("recap", "stats"), ("info", "show"),
    ("seen?", "show"), ("imdb", "search"), ("delete", "rm"), ("remove", "rm"), ("star", "rate"),
    ("popular", "discover popular"), ("upcoming", "discover upcoming"), ("netflix", "discover netflix"),
    ("queue", "watchlist"), ("want", "watchlist add"), ("choose", "random"), ("dislike", "skip"),
    ("unhide", "unskip"), ("unwatch", "unwatched"), ("rewatch", "watched"), ("surprise", "random"),
    ("playlist", "list"), ("letterboxd", "import"), ("cloud", "sync"), ("merge", "identify"), ("tags", "tag ls"),
    ("\\timing", "time on"), ("prefs", "config"), ("heat", nil), ("dune", nil), ("alien", nil),
    ("jaws", nil), ("foo", nil), ("matrix", nil),
  ])
  func verbsOfOtherProgramsSuggestACommand(typed: String, suggestion: String?) {
    #expect(throws: CommandError.unknownVerb(typed, suggestion: suggestion)) {
      try CommandTree.find([Word(typed)], abbreviated: false)
    }
  }

  @Test(arguments: ["watch 3", "watch", "watch the matrix", "WATCH 3"])
  func watchNamesTheCommandsThatItCanMean(line: String) throws {
    for isAbbreviated in [false, true] {
      let error = try #require(throws: CommandError.self) {
        try find(line, abbreviated: isAbbreviated)
      }
      let films = line.dropFirst("watch".count)
      #expect(error.message.contains("`watched\(films)`") && error.message.contains("add\(films)`"))
    }
  }

  /// A suggestion that cannot be run is worse than none.
  @Test func everySynonymAndReplacementCanBeRun() throws {
    for (word, line) in CommandTree.synonyms.merging(
      CommandTree.replacements, uniquingKeysWith: { $1 })
    {
      let match = try find(line, abbreviated: false)
      let arguments = ["page": ["2"], "note -e": []][line, default: []]
      _ = try match.command.read(match.words + arguments.map { Word($0) })
      #expect(!CommandTree.names.contains(word), "\(word)")
    }
    #expect(Set(CommandTree.synonyms.keys).isDisjoint(with: CommandTree.plannedVerbs))
    #expect(Set(CommandTree.hints.keys).isDisjoint(with: CommandTree.names))
  }

  @Test func everySuggestionIsAVerb() throws {
    for word in ["delete", "del", "logout", "query", "view", "info", "dir", "set", "forward"] {
      let error = try #require(throws: CommandError.self) { try find(word, abbreviated: false) }
      guard case .unknownVerb(_, let suggestion?) = error else {
        Issue.record("there is no suggestion for \(word)")
        continue
      }
      #expect(CommandTree.names.contains(suggestion))
    }
  }

  @Test func unknownSubcommandSuggestsASimilarOneOrListsAll() throws {
    let misspelled = try #require(throws: CommandError.self) {
      try find("config gte x", abbreviated: false)
    }
    #expect(
      misspelled.message.contains("config has no subcommand \"gte\"; did you mean `config get`?"))
    let unknown = try #require(throws: CommandError.self) {
      try find("config zzzzz", abbreviated: false)
    }
    #expect(unknown.message.contains("ls, get, set, unset or path"))
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
