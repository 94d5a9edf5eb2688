import FilmzCommands
import FilmzTestSupport
import Foundation
import Testing

struct FormatsTests {
  /// A command whose output is checked in every format.
  struct Example: Sendable, CustomTestStringConvertible {
    /// The verb, with its subcommand if there is one.
    let path: String
    let command: String
    /// The commands that are run once, before all formats.
    var setup: String?
    /// The commands that are run before each format.
    var before: String?
    /// The commands that are run after each format.
    var after: String?
    var testDescription: String { path }

    init(
      _ path: String, _ command: String? = nil, setup: String? = nil, before: String? = nil,
      after: String? = nil
    ) {
      self.path = path
      self.command = command ?? path
      self.setup = setup
      self.before = before
      self.after = after
    }
  }

  private static let film = "tt9000001"
  private static let note = "\"a | b, \\\"c\\\" \\\\ d; e\""
  private static let recordViewing =
    "watched \(film) --on 2024-05 --rating 8.5 --note \(note) --tag a --tag \"b, c\""

  private static let list = "list add Noir \(film) --create; rate \(film) 9"

  private static let comments = "comment \(film) x; comment \(film) \(note); comments \(film)"

  static let examples: [Example] = [
    Example("search", "search lantern --limit 3"),
    Example("browse", "browse --limit 3"),
    Example("next", before: "search lantern --limit 3"),
    Example("prev", before: "search lantern --limit 3; next"),
    Example("first", before: "search lantern --limit 3; next"),
    Example("page", "page 2", before: "search lantern --limit 3"),
    Example("results", before: "search lantern --limit 3"),
    Example("retry", before: "search godfather"),
    Example("discover", "discover --limit 3"),
    Example("show", "show \(film)", setup: recordViewing),
    Example("refresh", "refresh \(film)", setup: "add \(film)"),
    Example(
      "add", "add \(film) tt9000002", setup: "show \(film); show tt9000002", after: "undo"),
    Example("rm", "rm \(film)", setup: recordViewing, after: "undo"),
    Example("rate", "rate \(film) 8.5", setup: "add \(film)"),
    Example("watched", "watched \(film) --on 2024-05", setup: "add \(film)"),
    Example("seen", "seen \(film)", setup: "add \(film)"),
    Example("watchlist ls", setup: "add \(film) tt9999999 --force"),
    Example("watchlist add", "watchlist add \(film)", setup: "show \(film)"),
    Example("watchlist rm", "watchlist rm \(film)", setup: "add \(film)", after: "undo"),
    Example("skip", "skip \(film)", setup: "show \(film)"),
    Example("unskip", "unskip \(film)", setup: "skip \(film)", after: "undo"),
    Example("reset", "reset all", setup: recordViewing, after: "undo"),
    Example("unwatched", "unwatched \(film)", setup: recordViewing, after: "undo"),
    Example(
      "viewings", "viewings \(film)", setup: recordViewing + "; watched \(film) --on unknown"),
    Example(
      "viewings", "viewings edit \(film) 1 --rating 3", setup: recordViewing, after: "undo"),
    Example("note", "note \(film) \(note)", setup: "add \(film)"),
    Example("comment", "comment \(film) \(note)", setup: "show \(film)"),
    Example("comment", "comment edit 1 better", before: comments),
    Example("comment", "comment rm 1", before: comments, after: "undo"),
    Example("comments", "comments \(film)", setup: comments),
    Example("comments", "comments --all", setup: comments),
    Example("record ls", setup: "show \(film); record edit \(film) year=1990"),
    Example("record new", "record new title=Graz year=2019", after: "undo"),
    Example(
      "record edit", "record edit \(film) plot=\(note)", setup: "show \(film)", after: "undo"),
    Example(
      "record revert", "record revert \(film)", before: "show \(film); edit \(film) year=1990"),
    Example("record rm", "record rm .", before: "record new title=Graz year=2019"),
    Example("edit", "edit \(film) year=1990", setup: "show \(film)", after: "undo"),
    Example("audience", "audience \(film) me", setup: "add \(film)"),
    Example("from", "from \(film) Ann", setup: "add \(film)"),
    Example("tag", "tag \(film) noir", setup: "add \(film)"),
    Example("tag", "tag ls", setup: recordViewing),
    Example("untag", "untag \(film) noir", setup: "tag \(film) noir", after: "undo"),
    Example("ls", setup: recordViewing + "; add tt9999999"),
    Example("find", "find lantern", setup: recordViewing),
    Example("collections ls", setup: recordViewing),
    Example("collections save", "collections save rainy year:1990s"),
    Example(
      "collections rm", "collections rm rainy", setup: "collections save rainy year:1990s",
      after: "undo"),
    Example("random", "random --year 1950..2030", setup: recordViewing),
    Example("library", setup: recordViewing),
    Example("list ls", setup: list + "; list describe Noir \"a | b\""),
    Example("list show", "list show Noir", setup: list),
    Example("list create", "list create Western", after: "undo"),
    Example("list rename", "list rename Noir \"a, b\"", setup: list, after: "undo"),
    Example("list describe", "list describe Noir \(note)", setup: list, after: "undo"),
    Example("list delete", "list delete Noir", setup: list, after: "undo"),
    Example("list add", "list add Noir \(film)", setup: list),
    Example("list remove", "list remove Noir \(film)", setup: list, after: "undo"),
    Example("list move", "list move Noir 1 end", setup: list),
    Example("list share", "list share Noir", setup: list),
    Example("follow", "follow", setup: "follow followed.json"),
    Example(
      "unfollow", "unfollow Followed", setup: "follow followed.json", after: "undo"),
    Example("list publish", "list publish Noir --to .", setup: list),
    Example(
      "list unpublish", "list unpublish Noir", setup: list + "; list publish Noir --to .",
      after: "list publish Noir"),
    Example("share", "share \(film)", setup: list),
    Example("stats", setup: recordViewing),
    Example("genres", setup: recordViewing),
    Example("undo", setup: "add \(film)", before: "rate \(film) 5"),
    Example("redo", setup: "add \(film)", before: "rate \(film) 5; undo"),
    Example("identify", "identify tmdb:movie:9 \(film)", setup: recordViewing),
    Example("log", setup: recordViewing + "; rate \(film) 7; undo"),
    Example("backup ls", setup: recordViewing + "; backup now"),
    Example("backup now", setup: recordViewing),
    Example("backup restore", "backup restore BACKUP", setup: recordViewing + "; backup now"),
    Example("help"), Example("doctor"),
    Example("config ls"), Example("config get", "config get omdb.apiKey"),
    Example("config set", "config set page.size 20"),
    Example("config unset", "config unset page.size"), Example("config path"),
    Example("cache ls", setup: recordViewing + "; show tt9000002"),
    Example("cache show", "cache show \(film)", setup: recordViewing),
    Example("cache rm", "cache rm tt9000002", before: "show tt9000002"),
    Example("cache prune", setup: recordViewing), Example("cache clear", before: "show tt9000002"),
    Example("db usage", "db usage --tables", setup: recordViewing),
    Example("db indexes", setup: recordViewing), Example("db rebuild", setup: recordViewing),
    Example("db compact", setup: recordViewing),
    Example("sql", "sql select *, 1 as \"a|b\" from entries", setup: recordViewing),
    Example("sql", "sql --schema"),
    Example("back", before: "search lantern; search quince"),
    Example("catalog info"), Example("catalog remove"),
    Example("sync status"), Example("kids status"), Example("kids on", after: "kids off"),
    Example("kids off"),
    Example("time", "time on"), Example("offline"), Example("about"), Example("version"),
  ]

  /// The verbs without output.
  private static let silent: Set<String> = ["quit"]
  /// The verbs whose formats are tested in `HistoryVerbTests`, `SourceVerbTests` and
  /// `CatalogVerbTests`, `ImportVerbTests`, `ArchiveRoundTripTests`, `SyncVerbTests`, `PurgeTests`, `clear` and `list edit`, which need a terminal, and `db check`, which has no rows.
  private static let testedElsewhere: Set<String> = [
    "clear", "history", "source", "catalog import", "catalog update", "list edit", "db check",
    "import", "export", "sync now", "sync setup", "sync conflicts", "sync key", "sync name",
    "sync forget", "sync off", "purge",
  ]

  @Test func everyVerbHasAnExample() {
    let paths = Filmz.commands.flatMap { command in
      command.subcommands.isEmpty ? [command.name] : command.subcommands.map(\.name)
    }
    #expect(
      Set(paths) == Set(Self.examples.map(\.path)).union(Self.silent).union(Self.testedElsewhere))
  }

  @Test(arguments: examples)
  func everyFormatHasTheSameData(example: Example) async throws {
    let outputs = try await Self.outputs(of: example)
    let document = try #require(try JSON.documents(in: outputs["json"] ?? "").only)
    let lines = (outputs["jsonl"] ?? "").split(separator: "\n").map(String.init)
    let objects = try lines.map { try #require(try JSON.documents(in: $0).only) }
    let isList = if case .array = document { true } else { false }
    #expect(objects.map(\.keys) == (isList ? document.array : [document]).map(\.keys))
    #expect(!objects.isEmpty)
    #expect((outputs["json"] ?? "").hasSuffix("\n") && (outputs["jsonl"] ?? "").hasSuffix("\n"))

    let csv = try SeparatedText.records(
      in: outputs["csv"] ?? "", separator: ",", lineBreak: "\r\n")
    let tsv = try SeparatedText.records(in: outputs["tsv"] ?? "", separator: "\t", lineBreak: "\n")
    for records in [csv, tsv] {
      #expect(records.first == JSONShapeTests.names(in: lines[0][...]))
      #expect(records.count == objects.count + 1)
      for (record, object) in zip(records.dropFirst(), objects) {
        Self.compare(record, with: object, names: records[0])
      }
    }
    Self.checkMarkdown(outputs["markdown"] ?? "", rows: objects.count)
    for (format, text) in outputs {
      #expect(!text.contains("N/A") && !text.unicodeScalars.contains("\u{1B}"), "\(format)")
    }
  }

  @Test(arguments: ["table", "json", "jsonl", "csv", "tsv", "markdown"])
  func verbsWithoutOutputPrintNothing(format: String) async throws {
    try await FilmzProcess.with { filmz in
      for verb in Self.silent {
        let result = try await filmz.run("--format", format, verb)
        #expect(result.isSilentSuccess)
      }
    }
  }

  @Test(arguments: [
    "ls", "ls --skipped", "watchlist", "collections", "find zzz", "genres", "log", "cache ls",
    "backup ls", "viewings tt9000001", "next", "list", "tag ls", "comments tt9000001",
    "comments --all", "db check", "db usage", "sql select id, film from viewings",
  ])
  func emptyListIsEmptyInEveryFormat(command: String) async throws {
    let before = command == "next" ? "search lantern --limit 30 --page 3" : nil
    let setup = command.contains("tt9000001") ? "add tt9000001" : nil
    let outputs = try await Self.outputs(
      of: Example(command, setup: setup, before: before))
    #expect(outputs["table"] == "")
    #expect(outputs["json"] == "[]\n")
    #expect(outputs["jsonl"] == "")
    let csv = try SeparatedText.records(
      in: outputs["csv"] ?? "", separator: ",", lineBreak: "\r\n")
    let header = try #require(csv.first)
    #expect(csv.count == 1 && header.count > 1)
    #expect(outputs["tsv"] == header.joined(separator: "\t") + "\n")
    #expect(outputs["markdown"]?.split(separator: "\n").count == 2)
  }

  // MARK: - Running

  /// Returns the output of a command in each format.
  ///
  /// All formats are printed by one script, in which a separator precedes and follows each output.
  private static func outputs(of example: Example) async throws -> [String: String] {
    try await withFailingSearch { filmz in
      try filmz.folder.write(PublishedListData().json, to: "followed.json")
      if let setup = example.setup { _ = try await filmz.run("--yes", "-c", setup) }
      let backup = try await filmz.run("--format", "json", "backup", "ls").json[0]?["name"]?.string
      let command = example.command.replacing("BACKUP", with: backup ?? "")
      let separator = "time off --format json"
      let formats = ["table", "json", "jsonl", "csv", "tsv", "markdown"]
      let script = formats.flatMap { format -> [String?] in
        [
          example.before, separator, "\(command) --format \(format)", separator, example.after,
        ]
      }
      let result = try await filmz.run(
        "--yes", "-f", "-", script: script.compactMap { $0 }.joined(separator: "\n"))
      let separatorOutput = "{\"time\":\"off\"}\n"
      let pieces = result.stdout.components(separatedBy: separatorOutput)
      try #require(pieces.count == 2 * formats.count + 1, "\(result.stdout) \(result.stderr)")
      let outputs = formats.indices.map { pieces[2 * $0 + 1] }
      return Dictionary(uniqueKeysWithValues: zip(formats, outputs))
    }
  }

  /// Runs `body` with an OMDb that fails all searches for `godfather`, which `retry` can run again.
  private static func withFailingSearch<T>(
    _ body: (FilmzProcess) async throws -> T
  ) async throws -> T {
    let fakeOMDb = FakeOMDb(key: FilmzProcess.key)
    let handler: LoopbackServer.Handler = { request in
      request.query["s"]?.contains("godfather") == true
        ? .text("sorry") : fakeOMDb.respond(to: request)
    }
    return try await FilmzProcess.withOMDb(handler) { filmz, _ in try await body(filmz) }
  }

  // MARK: - Checks

  /// Checks that fields agree with the JSON values; `null` is an empty field, and lists are joined.
  private static func compare(_ record: [String], with object: JSON, names: [String]) {
    #expect(record.count == names.count)
    for (name, field) in zip(names, record) {
      switch object[name] {
      case .null: #expect(field == "", "\(name)")
      case .bool(let value): #expect(field == (value ? "true" : "false"), "\(name)")
      case .number: #expect(Double(field) != nil, "\(name): \(field)")
      case .string(let text): #expect(field.isEmpty == text.isEmpty, "\(name)")
      case .array(let values):
        let texts = values.compactMap(\.string)
        if texts.count == values.count { #expect(field == texts.joined(separator: ", ")) }
        #expect(!field.contains("  ") && !field.contains(" , "), "\(name): \(field)")
      case .object: #expect(field.isEmpty == object[name]?.keys.isEmpty, "\(name)")
      case nil: Issue.record("\(name)")
      }
    }
  }

  private static func checkMarkdown(_ text: String, rows: Int) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let bars = lines.map { line in
      line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
    }
    #expect(Set(bars).count == 1)
    #expect(lines.allSatisfy { $0.hasPrefix("| ") && $0.hasSuffix(" |") })
    #expect(lines.count >= 2 + rows)
    #expect(lines.dropFirst().first?.contains(/^\|( -+:? \|)+$/) == true)
  }
}

extension Array {
  /// The only element, or `nil` if the array does not have exactly one element.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
