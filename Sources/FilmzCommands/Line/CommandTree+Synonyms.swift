import FilmzDomain

extension CommandTree {
  /// The filmz commands, by their names in other programs and by other spellings.
  static let synonyms: [String: String] = Dictionary(
    uniqueKeysWithValues: synonymsByCommand.flatMap { command, words in
      words.split(separator: " ").map { (String($0), command) }
    })

  /// The commands to use until planned verbs are available, by planned verb.
  static let replacements = [
    "recommend": "from"
  ]

  /// Hints on what to do instead of typing a command of another program for which filmz has no
  /// verb, by that command.
  static let hints = [
    "\\!": "in the shell, `! COMMAND` runs a system command"
  ]

  /// Returns what to type instead of `list` and a word, which may be the name of a list.
  static func listHint(for word: String) -> String {
    listHints[word] ?? "`list show \(Word(word).quotedIfNeeded)` shows the list of that name"
  }

  private static let listHints = [
    "rm": removalHint, "del": removalHint, "rem": removalHint,
    "new": "`list create NAME` makes a list", "mv": "`list move NAME FROM TO` moves films",
  ]

  private static let removalHint =
    "`list remove NAME FILM` removes films, `list delete NAME` the list"

  private static let synonymsByCommand = [
    ("help", #"h \? \h .help .h :h :help man manual commands usage"#),
    (
      "quit",
      #"\q .quit .exit .q :q! :wq :x :quit q! wq exit() quit() logout close leave stop halt"#
    ),
    ("search", "lookup query seek imdb omdb tmdb film movie title"),
    ("find", "grep filter locate fgrep"),
    ("show", "info view display details detail print cat less describe card"),
    ("ls", "dir ll films movies collection"),
    ("add", "insert new create save store keep collect"),
    ("watchlist add", "want bookmark"),
    ("skip", "hide ignore dismiss reject"),
    ("rm", "delete remove del drop erase trash forget"),
    ("rate", "star stars score vote grade"),
    ("watched", "saw see"),
    ("watchlist", "wishlist"),
    ("ls --unwatched", "unseen todo"),
    ("ls --sort -rating", "top best favourites favorites"),
    ("note", "memo remark annotate"),
    ("from", "by recommended recommender"),
    ("audience", "for who whom"),
    ("tag", "label"),
    ("tag ls", "tags labels"),
    ("viewings", "diary dates"),
    ("stats", "statistics summary count counts total"),
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
