package import FilmzDomain

/// Finds commands by their names.
package enum CommandTree {
  /// A command that was found, and the words after its name.
  package struct Match {
    package let command: Command
    /// The group, if only the group was named and ``command`` is its default subcommand; otherwise
    /// ``command`` itself.
    package let namedCommand: Command
    /// The global options within the name of the command, followed by the words after the name.
    package let words: [Word]
  }

  /// The verbs that are reserved for later versions.
  package static let plannedVerbs = ["poster", "recommend", "alias"]

  /// The verbs by the short forms that the shell accepts in addition to unique prefixes.
  static let shortForms = ["n": "next", "p": "prev", "q": "quit", "s": "search"]

  /// The verbs by the two letters that the shell accepts for them; other prefixes need three letters.
  ///
  /// Source: contract, Commands.
  private static let twoLetterForms = ["di": "discover", "pr": "prev", "ra": "rate"]

  /// The verbs that must be typed in full: `purge`, and verbs with prefixes that begin titles, such as `not` for
  /// `note`.
  private static let unabbreviatedVerbs: Set<String> = ["purge", "note", "from", "comment", "tag"]

  /// The commands by their names and built-in aliases.
  private static let commandsByVerb = Dictionary(
    uniqueKeysWithValues: Filmz.commands.flatMap { command in command.names.map { ($0, command) } })

  /// Finds the command whose name is at the beginning of one or more words.
  ///
  /// A group without a subcommand selects its default subcommand. If `abbreviated` is `true`, short
  /// forms and unique prefixes of verbs are accepted, as in the shell. The names of aliases are
  /// used for suggestions and to detect ambiguous prefixes.
  ///
  /// - Throws: A ``CommandError`` if the verb is unknown, ambiguous or only planned, or if the
  ///   subcommand is unknown.
  package static func find(_ words: [Word], abbreviated: Bool, aliases: [String] = []) throws(CommandError) -> Match {
    if words[0].text.lowercased() == "watch" { throw .notAVerb(words[0].text, hint: hint(forWatch: words)) }
    let name = try verb(words[0].text, abbreviated: abbreviated, aliases: aliases)
    guard let command = commandsByVerb[name] else { throw .notAvailableYet(name) }
    guard let defaultSubcommand = command.subcommands.first else {
      return Match(command: command, namedCommand: command, words: Array(words.dropFirst()))
    }
    let (options, remainingWords) = splitLeadingOptions(words.dropFirst())
    guard let word = remainingWords.first, !word.text.hasPrefix("-") else {
      return Match(command: defaultSubcommand, namedCommand: command, words: options + remainingWords)
    }
    guard let subcommand = command.subcommands.first(where: { $0.shortName == word.text }) else {
      guard takesWords(defaultSubcommand, word, of: command) else { throw unknownSubcommand(word.text, of: command) }
      return Match(command: defaultSubcommand, namedCommand: command, words: options + remainingWords)
    }
    return Match(command: subcommand, namedCommand: subcommand, words: options + remainingWords.dropFirst())
  }

  /// Returns a hint on the commands to type instead of `watch` and the words after it.
  ///
  /// `watch` is not a command, because it can mean that the user has watched a film or wants to watch it.
  private static func hint(forWatch words: [Word]) -> String {
    let films = words.dropFirst().map { " " + $0.quotedIfNeeded }.joined()
    return "`watched\(films)` records that you have seen it, `watchlist add\(films)` that you want to see it"
  }

  /// Returns whether a word after the name of a group, which is not a subcommand, is a filter or a text for the default
  /// subcommand, as in `watchlist runtime:<100`.
  private static func takesWords(_ defaultSubcommand: Command, _ word: Word, of command: Command) -> Bool {
    guard defaultSubcommand.positionals.first?.valueKinds == [.collectionText] else { return false }
    if word.text == FilterField.unseenMark { return true }
    guard !isVerb(word.text), synonyms[word.text] == nil else { return false }
    return word.isQuoted || SpellingDistance.nearest(to: word.text, among: command.subcommands.map(\.shortName)) == nil
  }

  private static func unknownSubcommand(_ word: String, of command: Command) -> CommandError {
    let names = command.subcommands.map(\.shortName)
    let suggestion = SpellingDistance.nearest(to: word, among: names)
    let hint =
      suggestion.map { "; did you mean `\(command.name) \($0)`?" }
      ?? (command.name == Command.filmList.name ? "; \(listHint(for: word))" : "; use \(names.joinedWithOr)")
    return .wrongUsage("\(command.name) has no subcommand \"\(word)\"" + hint, verb: command.name)
  }

  /// Splits off the global options at the beginning of some words, with their values.
  static func splitLeadingOptions(_ words: some Collection<Word>) -> (options: [Word], remainingWords: [Word]) {
    var remainingWords = Array(words)[...]
    var options: [Word] = []
    while let word = remainingWords.first, !word.isQuoted, word.text.hasPrefix("--"),
      let name = word.text.split(separator: "=").first,
      let option = GlobalOptions.parameters.first(where: { $0.names.contains(String(name)) })
    {
      let count = option.kind == .option && !word.text.contains("=") ? 2 : 1
      options += remainingWords.prefix(count)
      remainingWords = remainingWords.dropFirst(count)
    }
    return (options, Array(remainingWords))
  }

  /// The names and built-in aliases of all commands, in alphabetical order.
  package static var names: [String] { commandsByVerb.keys.sorted() }

  /// The names that the user's aliases must not have.
  package static var reservedNames: Set<String> { Set(commandsByVerb.keys).union(plannedVerbs).union(shortForms.keys) }

  /// Returns whether a word in lower case is the name or built-in alias of a command, or a planned
  /// verb.
  static func isVerb(_ word: String) -> Bool { commandsByVerb[word] != nil || plannedVerbs.contains(word) }

  /// Returns the verb that was typed, in lower case and without abbreviation.
  ///
  /// If `abbreviated` is `true`, the result can also be the name of one of the user's aliases.
  ///
  /// - Throws: A ``CommandError`` if the verb is unknown or ambiguous.
  static func verb(_ typed: String, abbreviated: Bool, aliases: [String]) throws(CommandError) -> String {
    let typed = typed.lowercased()
    if isVerb(typed) { return typed }
    if abbreviated, let verb = try expandedAbbreviation(typed, aliases) { return verb }
    if typed.allSatisfy(\.isNumber), !typed.isEmpty { throw .unknownVerb(typed, suggestion: "show \(typed)") }
    if typed.contains(";") { throw .notAVerb(typed, hint: "put a space after `;` to begin a new command") }
    if let hint = hints[typed] { throw .notAVerb(typed, hint: hint) }
    let suggestion = synonyms[typed] ?? SpellingDistance.nearest(to: typed, among: names + aliases)
    throw .unknownVerb(typed, suggestion: suggestion)
  }

  /// Returns the verb or alias that the typed text stands for as a short form or a unique prefix;
  /// `nil` if there is none.
  ///
  /// A prefix has at least three letters, because shorter words begin many titles. It is also unique if all names that
  /// begin with it belong to one command, whose name is then returned. The name of a command of another program, such
  /// as `see`, does not stand for a verb that begins with it, such as `seen`.
  ///
  /// - Throws: ``CommandError/ambiguousVerb(_:candidates:)``.
  private static func expandedAbbreviation(_ typed: String, _ aliases: [String]) throws(CommandError) -> String? {
    if let verb = shortForms[typed] ?? twoLetterForms[typed] { return verb }
    guard typed.count > 2 else { return nil }
    let names = commandsByVerb.keys.filter { !unabbreviatedVerbs.contains($0) } + plannedVerbs + aliases
    let candidates = names.filter { $0.hasPrefix(typed) }.sorted()
    let matches = Set(candidates.map { commandsByVerb[$0]?.name ?? $0 })
    guard matches.count < 2 else { throw .ambiguousVerb(typed, candidates: candidates) }
    guard let match = matches.first else { return nil }
    return synonyms[typed].map { $0 == match } ?? true ? match : nil
  }
}

extension CommandTree {
  /// The filmz commands, by their names in other programs and by other spellings.
  static let synonyms: [String: String] = Dictionary(
    uniqueKeysWithValues: synonymsByCommand.flatMap { command, words in
      words.split(separator: " ").map { (String($0), command) }
    })

  /// The commands to use until planned verbs are available, by planned verb.
  static let replacements = [
    "recommend": "discover", "alias": #"config set alias.NAME "COMMAND""#, "poster": "show --full",
  ]

  /// Hints for commands of other programs that filmz has no verb for, by these commands.
  static let hints = ["\\!": "in the shell, `! COMMAND` runs a system command"]

  /// Returns a hint on the command to type instead of `list` and a word, which may be the name of a list.
  static func listHint(for word: String) -> String {
    listHints[word] ?? "`list show \(Word(word).quotedIfNeeded)` shows the list of that name"
  }

  private static let listHints = [
    "rm": removalHint, "del": removalHint, "rem": removalHint,
    "new": "`list create NAME` makes a list", "mv": "`list move NAME FROM TO` moves films",
  ]

  private static let removalHint = "`list remove NAME FILM` removes films, `list delete NAME` the list"

  private static let synonymsByCommand = [
    ("help", #"h \? \h .help .h :h :help man manual commands usage"#),
    ("quit", #"\q .quit .exit .q :q! :wq :x :quit q! wq exit() quit() logout close leave stop halt"#),
    ("search", "lookup query seek imdb omdb tmdb film movie title"),
    ("find", "grep filter locate fgrep"),
    ("show", "info view display details detail print cat less describe card seen? trailer"),
    ("ls", "dir ll films movies collection"),
    ("ls --watched", "diary watchlog viewed"),
    ("ls @favorites", "fav favs favorite favourite favorites favourites"),
    ("add", "insert new create save store keep collect"),
    ("watchlist add", "want bookmark"),
    ("skip", "hide ignore dismiss reject dislike"),
    ("unskip", "unhide unignore"),
    ("rm", "delete remove del drop erase trash forget"),
    ("rate", "star stars score vote grade like likes liked"),
    ("watched", "saw see finished rewatch"),
    ("unwatched", "unsee unwatch"),
    ("watchlist", "wishlist queue wanted"),
    ("ls --unwatched", "unseen todo"),
    ("ls --sort -rating", "top best"),
    ("random", "pick choose surprise"),
    ("discover", "suggest suggestion suggestions recommendations similar explore"),
    ("discover popular", "popular charts"),
    ("discover trending", "trending"),
    ("discover upcoming", "upcoming"),
    ("discover now-playing", "cinema cinemas theaters"),
    ("discover netflix", "netflix"),
    ("list", "lists playlist playlists"),
    ("import", "upload migrate letterboxd trakt"),
    ("sync", "cloud push pull"),
    ("kids", "parental children"),
    ("identify", "merge"),
    ("note", "memo remark annotate"),
    ("from", "by recommended recommender"),
    ("audience", "for who whom"),
    ("tag", "label"),
    ("tag ls", "tags labels"),
    ("viewings", "dates"),
    ("stats", "statistics summary count counts total wrapped recap calendar yearly"),
    ("genres", "categories category"),
    ("undo", "revert rollback oops"),
    ("log", "journal changes"),
    ("retry", "again"),
    ("next", "forward fwd"),
    ("prev", "previous"),
    ("first", "start begin"),
    ("page", "goto go jump"),
    ("results", "hits found"),
    ("refresh", "update reload fetch"),
    ("backup", "backups dump"),
    ("backup ls", "restore"),
    ("config", "settings set preferences prefs options setup configure key apikey"),
    ("cache prune", "clean cleanup"),
    ("catalog", "dataset datasets catalogue"),
    ("catalog update", "download"),
    ("time on", #"timing timer \timing .timer"#),
    ("doctor", "check status diagnose health test debug"),
    ("about", "license licence credits"),
    ("version", "ver v"),
  ]
}
