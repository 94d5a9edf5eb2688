import FilmzCommands
import FilmzTestSupport
import Foundation
import Testing

/// No verb names a film that the kids filter hides.
struct KidsGateTests {
  /// `Lantern Street` is not for children, and of `The Ninth Ferryman` and the own film `Nightshade` no
  /// certification is known.
  static let hidden = [
    "tt9000004", "Lantern Street", "tt9000027", "Ninth Ferryman", "Nightshade",
  ]

  private static let hiddenFilms = [
    (id: "tt9000004", title: "Lantern Street"), (id: "tt9000027", title: "The Ninth Ferryman"),
  ]

  /// The tag, the recommender, a comment, and an own fact of the hidden films.
  private static let values = ["secretive", "Hector", "grim words", "Sombre"]

  /// A home in which the hidden films have every role, next to films for children.
  static let setup = """
    add tt9000004 --tag secretive --from Hector --rating 8; seen tt9000004 --on 2020; \
    watchlist add tt9000027; skip tt9000027 --force; list add Noir tt9000004 --create; \
    add tt9000002 tt9000026 --tag open; seen tt9000002 --on 2021; list add Noir tt9000002; \
    note tt9000004 dark; audience tt9000004 partner; search lantern --limit 30; search quince; \
    show tt9000003; add tt9000003; rm tt9000003 --yes; comment tt9000002 kind words; \
    comment tt9000004 "grim words"; record edit tt9000004 genres=Sombre; \
    record edit tt9000002 genres=Drama; record new title=Nightshade year=2001 --add
    """

  /// What precedes the commands of each verb: the hidden films are results, and one of them is selected.
  private static let preamble = [
    "kids off", "search quince", "search lantern --limit 30", "show tt9000004", "comments --all",
    "kids on", "time off --format json",
  ]

  /// What follows the commands of each verb.
  private static let end = "time on --format json"

  /// Returns lines with a command and each of the targets that are hidden films, or contain them.
  private static func targets(_ verb: String, _ value: String = "") -> [String] {
    [
      ".", "tt9000004", "\"lantern street\"", "lantern street", "tt9000027",
      "\"the ninth ferryman\"", "1-20", "@seen", "",
    ].map { "\(verb) \($0) \(value)" }
  }

  /// The lines that are run for each verb, or the reason why it cannot name a film.
  private enum Proof {
    case lines([String])
    case exempt(String)
  }

  private static let proofs: [String: Proof] = [
    "search": .lines([
      "search lantern --limit 30", "search lantern street", "search tt9000004", "search ferryman",
      "search year:1988", "search lantern street --exact",
    ]),
    "browse": .lines([
      "browse", "browse --source own", "browse --rated PG-13,R", "browse year:1988 --limit 1000",
      "browse --source catalog year:1988",
    ]),
    "next": .lines(["next"]), "prev": .lines(["prev"]), "first": .lines(["first"]),
    "page": .lines(["page 1", "page 2"]), "results": .lines(["results"]),
    "back": .lines(["back", "search quince", "back"]), "retry": .lines(["retry"]),
    "show": .lines(targets("show") + targets("show", "--refresh")),
    "refresh": .lines(targets("refresh") + ["refresh --stale"]),
    "discover": .lines(["discover --limit 30", "discover top-rated --again --limit 30"]),
    "add": .lines(targets("add")), "rm": .lines(targets("rm")),
    "rate": .lines(targets("rate", "7") + targets("rate", "none")),
    "watched": .lines(targets("watched") + targets("watched", "--on 2020")),
    "unwatched": .lines(targets("unwatched")), "viewings": .lines(targets("viewings")),
    "seen": .lines(targets("seen")), "watchlist ls": .lines(["watchlist", "watchlist ls"]),
    "watchlist add": .lines(targets("watchlist add")),
    "watchlist rm": .lines(targets("watchlist rm")),
    "skip": .lines(targets("skip")), "unskip": .lines(targets("unskip")),
    "note": .lines(targets("note", "\"x\"")), "audience": .lines(targets("audience", "family")),
    "from": .lines(targets("from", "Ann")), "tag": .lines(targets("tag", "x") + ["tag ls"]),
    "untag": .lines(targets("untag", "open")),
    "identify": .lines(
      targets("identify", "tmdb:movie:9") + targets("identify", "none")
        + ["import titles.csv", "identify ls", "identify --auto"]),
    "ls": .lines(["ls", "ls --grep street", "ls --skipped", "ls --limit 1", "ls --year 1988"]),
    "find": .lines(["find street"]), "list ls": .lines(["list", "list ls"]),
    "list show": .lines(["list show Noir"]), "list create": .lines(["list create Western"]),
    "list add": .lines(targets("list add Noir")),
    "list remove": .lines(targets("list remove Noir")),
    "list move": .lines(["list move Noir 1 end", "list move Noir 1-2 1"]),
    "list edit": .lines(["list edit Noir"]), "list rename": .lines(["list rename Noir West"]),
    "list describe": .lines(["list describe Noir x"]), "list delete": .lines(["list delete Noir"]),
    "comments": .lines(targets("comments") + ["comments --all", "comments --all --limit 1"]),
    "comment": .lines(
      targets("comment", "\"x\"")
        + ["comment edit 1 x", "comment rm 1", "comment edit 2 x", "comment rm 2"]),
    "record ls": .lines(["record", "record ls", "record ls --limit 1"]),
    "record new": .lines([
      "record new title=lantern street year=1988", "record new title=nightshade year=2001",
      "record new id=tt9000004 title=x year=1988", "record new id=tt9000027 title=x year=1931",
    ]),
    "record edit": .lines(targets("record edit", "plot=x") + targets("record edit", "rated=G")),
    "record revert": .lines(targets("record revert") + targets("record revert", "genres")),
    "record rm": .lines(targets("record rm") + ["record rm nightshade"]),
    "edit": .lines(targets("edit", "plot=x") + targets("edit", "rated=G") + ["edit nightshade"]),
    "import": .lines([
      "import titles.csv --unmatched u.csv --force --dry-run", "import titles.csv --dry-run",
      "export k.csv --force", "import k.csv", "export k.filmz --force", "import k.filmz",
    ]),
    "export": .lines([
      "export - --as csv", "export - --as json", "export - --as markdown",
      "export - --as csv @seen", "export - --as html", "export k.csv --force",
      "export k.zip --as letterboxd --force",
    ]),
    "sync setup": .lines(["sync setup folder f"]), "sync now": .lines(["sync", "sync now"]),
    "sync status": .lines(["sync status"]), "sync name": .lines(["sync name desktop"]),
    "sync conflicts": .lines(["sync conflicts", "sync conflicts keep 1"]),
    "sync key": .lines(["sync key"]), "sync forget": .lines(["sync forget laptop"]),
    "sync off": .lines(["sync off"]),
    "purge": .exempt("it names only folders and ends the session"),
    "follow": .lines([
      "follow followed.json", "follow", "follow show Followed", "follow update", "library",
    ]),
    "unfollow": .lines(["follow followed.json", "unfollow Followed"]),
    "list publish": .lines(["list publish Noir", "list publish Noir --to ."]),
    "list unpublish": .lines(["list publish Noir --to .", "list unpublish Noir"]),
    "list share": .lines(["list share Noir"]), "share": .lines(targets("share")),
    "collections ls": .lines(["collections", "collections --all"]),
    "collections save": .lines(["collections save old year:1988"]),
    "collections rm": .lines(["collections save old year:1988", "collections rm old"]),
    "library": .lines(["library"]),
    "random": .lines(["random --year 1988", "random --count 9", "random @seen --count 9"]),
    "stats": .lines(["stats", "stats --year 2020"]), "genres": .lines(["genres"]),
    "log": .lines(["log"]),
    "undo": .lines(["undo", "undo 3", "undo 50"]), "redo": .lines(["undo 50", "redo", "redo 50"]),
    "backup ls": .lines(["backup ls"]), "backup now": .lines(["backup now"]),
    "backup restore": .lines(["backup restore nothing"]),
    "reset": .lines(["reset skipped", "reset watchlist", "reset all"]),
    "help": .lines(["help", "help kids"]), "doctor": .lines(["doctor"]),
    "config ls": .lines(["config ls"]), "config get": .lines(["config get kids.ratings"]),
    "config set": .lines(["config set page.size 20"]),
    "config unset": .lines(["config unset page.size"]), "config path": .lines(["config path"]),
    "catalog info": .lines(["catalog info"]), "catalog import": .lines(["catalog import nothing"]),
    "catalog update": .lines(["catalog update"]), "catalog remove": .lines(["catalog remove"]),
    "cache ls": .lines(["cache ls"]), "cache show": .lines(targets("cache show")),
    "cache rm": .lines(targets("cache rm")), "cache prune": .lines(["cache prune --days 0"]),
    "cache clear": .lines(["cache clear"]),
    "kids status": .lines(["kids", "kids status"]), "kids on": .lines(["kids on"]),
    "kids off": .lines(["kids off"]),
    "db usage": .lines(["db usage", "db usage --tables"]), "db indexes": .lines(["db indexes"]),
    "db check": .lines(["db check"]), "db rebuild": .lines(["db rebuild"]),
    "db compact": .lines(["db compact"]),
    "sql": .exempt("queries read all films, and `help sql` and `help kids` say so"),
    "offline": .lines(["offline", "offline on"]), "clear": .lines(["clear"]),
    "about": .lines(["about"]), "version": .lines(["version"]), "quit": .lines(["quit"]),
    "history": .exempt("it shows the lines that the user has typed, and `help kids` says so"),
    "source": .exempt("its output is that of the commands of the script"),
    "time": .exempt("it only switches the display of times"),
  ]

  private static let paths = Filmz.commands.flatMap { command in
    command.subcommands.isEmpty ? [command.name] : command.subcommands.map(\.name)
  }

  @Test func everyVerbHasAProof() { #expect(Set(Self.paths) == Set(Self.proofs.keys)) }

  @Test(arguments: paths)
  func verbDoesNotNameHiddenFilms(path: String) async throws {
    guard case .lines(let lines) = Self.proofs[path] else { return }
    try await Self.prove(lines, path: path, options: ["--offline"])
  }

  /// Verbs that ask services for films, with a service that knows the certifications of all of them.
  @Test(arguments: ["search", "show", "add", "refresh", "rate", "identify", "record new"])
  func verbDoesNotNameHiddenFilmsOfAService(path: String) async throws {
    guard case .lines(let lines) = Self.proofs[path] else { return }
    try await Self.prove(lines, path: path, options: [])
  }

  /// Checks that no line names a hidden film, in any format.
  private static func prove(_ lines: [String], path: String, options: [String]) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let titles = "title,year\nLanterns Street,1988\nThe Ninth Ferrymen,1999\nSomething,2001\n"
      try filmz.folder.write(titles, to: "titles.csv")
      try filmz.folder.write(PublishedListData(films: hiddenFilms).json, to: "followed.json")
      let setup = try await filmz.run("-c", setup)
      #expect(setup.status == 0, "\(setup.stderr)")
      // The other formats have the values of these.
      let formats = ["table", "json", "csv"]
      let script = formats.flatMap { format in
        preamble + lines.map { "\($0) --format \(format)" } + [end]
      }
      let result = try await filmz.run(
        options + ["--yes", "--verbose", "-f", "-"], script: script.joined(separator: "\n"))
      let output = pieces(
        of: result.stdout, from: "{\"time\":\"off\"}", to: "{\"time\":\"on\"}")
      let errors = pieces(
        of: result.stderr, from: "Times are not shown.", to: "Times are shown.")
      // After `quit`, nothing is run.
      try #require(output.count == formats.count || path == "quit")
      try #require(errors.count == output.count)
      for name in hidden + values {
        #expect(!output.contains { $0.contains(name) }, "\(name): \(result.stdout)")
        #expect(!errors.contains { $0.contains(name) }, "\(name): \(result.stderr)")
      }
    }
  }

  /// Returns the parts of a text that begin with a marker and end with another.
  private static func pieces(of text: String, from start: String, to end: String) -> [String] {
    text.components(separatedBy: start).dropFirst().map {
      $0.components(separatedBy: end)[0]
    }
  }

  /// The setup has an effect: without the filter, the commands name the hidden films.
  @Test(arguments: [
    "ls", "search lantern --limit 30", "log", "tag ls", "list share Noir", "show 4", "record ls",
    "comments --all", "genres",
  ])
  func verbNamesTheFilmsWithoutTheFilter(line: String) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("-c", Self.setup)
      let result = try await filmz.run(
        "--offline", "-f", "-", script: "search lantern --limit 30\n" + line)
      #expect((Self.hidden + Self.values).contains { result.stdout.contains($0) })
    }
  }
}
