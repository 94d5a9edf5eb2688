import FilmzCommands
import FilmzTestSupport
import Foundation
import Testing

struct FormatsTests {
  /// A command whose data is looked at in every format.
  struct Example: Sendable, CustomTestStringConvertible {
    /// The verb, with its noun.
    let path: String
    let command: String
    /// Run once before.
    var setup: String?
    /// Run before each format, and after it.
    var before: String?
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
  private static let seen =
    "watched \(film) --on 2024-05 --rating 8.5 --note \(note) --tag a --tag \"b, c\""

  static let examples: [Example] = [
    Example("search", "search lantern --limit 3"),
    Example("next", before: "search lantern --limit 3"),
    Example("prev", before: "search lantern --limit 3; next"),
    Example("first", before: "search lantern --limit 3; next"),
    Example("page", "page 2", before: "search lantern --limit 3"),
    Example("results", before: "search lantern --limit 3"),
    Example("retry", before: "search godfather"),
    Example("show", "show \(film)", setup: seen),
    Example("refresh", "refresh \(film)", setup: "add \(film)"),
    Example(
      "add", "add \(film) tt9000002", setup: "show \(film); show tt9000002", after: "undo"),
    Example("rm", "rm \(film)", setup: seen, after: "undo"),
    Example("rate", "rate \(film) 8.5", setup: "add \(film)"),
    Example("watched", "watched \(film) --on 2024-05", setup: "add \(film)"),
    Example("unwatched", "unwatched \(film)", setup: seen, after: "undo"),
    Example("viewings", "viewings \(film)", setup: seen + "; watched \(film) --on unknown"),
    Example("note", "note \(film) \(note)", setup: "add \(film)"),
    Example("audience", "audience \(film) me", setup: "add \(film)"),
    Example("from", "from \(film) Ann", setup: "add \(film)"),
    Example("ls", setup: seen + "; add tt9999999"),
    Example("find", "find lantern", setup: seen),
    Example("stats", setup: seen),
    Example("genres", setup: seen),
    Example("undo", setup: "add \(film)", before: "rate \(film) 5"),
    Example("redo", setup: "add \(film)", before: "rate \(film) 5; undo"),
    Example("identify", "identify tmdb:movie:9 \(film)", setup: seen),
    Example("log", setup: seen + "; rate \(film) 7; undo"),
    Example("backup ls", setup: seen + "; backup now"),
    Example("backup now", setup: seen),
    Example("backup restore", "backup restore BACKUP", setup: seen + "; backup now"),
    Example("help"), Example("doctor"),
    Example("config ls"), Example("config get", "config get omdb.apiKey"),
    Example("config set", "config set page.size 20"),
    Example("config unset", "config unset page.size"), Example("config path"),
    Example("cache ls", setup: seen + "; show tt9000002"),
    Example("cache show", "cache show \(film)", setup: seen),
    Example("cache rm", "cache rm tt9000002", before: "show tt9000002"),
    Example("cache prune", setup: seen), Example("cache clear", before: "show tt9000002"),
    Example("catalog info"), Example("catalog remove"),
    Example("time", "time on"), Example("about"), Example("version"),
  ]

  /// Verbs that have nothing to say of their own.
  private static let silent: Set<String> = ["quit"]
  /// Verbs that have a test of their own for it: `HistoryVerbTests`, `SourceVerbTests`,
  /// `CatalogVerbTests`.
  private static let elsewhere: Set<String> = [
    "history", "source", "catalog import", "catalog update",
  ]

  @Test func everyVerbHasAnExample() {
    let paths = Filmz.commands.flatMap { command in
      command.members.isEmpty ? [command.name] : command.members.map(\.name)
    }
    #expect(Set(paths) == Set(Self.examples.map(\.path)).union(Self.silent).union(Self.elsewhere))
  }

  @Test(arguments: examples)
  func machinesCanReadEveryFormat(example: Example) async throws {
    let texts = try await Self.texts(of: example)
    let document = try #require(try JSON.documents(in: texts["json"] ?? "").only)
    let lines = (texts["jsonl"] ?? "").split(separator: "\n").map(String.init)
    let objects = try lines.map { try #require(try JSON.documents(in: $0).only) }
    let isList = if case .array = document { true } else { false }
    #expect(objects.map(\.keys) == (isList ? document.array : [document]).map(\.keys))
    #expect(!objects.isEmpty)
    #expect((texts["json"] ?? "").hasSuffix("\n") && (texts["jsonl"] ?? "").hasSuffix("\n"))

    let csv = try SeparatedText.records(
      in: texts["csv"] ?? "", separator: ",", lineBreak: "\r\n")
    let tsv = try SeparatedText.records(in: texts["tsv"] ?? "", separator: "\t", lineBreak: "\n")
    for records in [csv, tsv] {
      #expect(records.first == JSONShapeTests.names(in: lines[0][...]))
      #expect(records.count == objects.count + 1)
      for (record, object) in zip(records.dropFirst(), objects) {
        Self.compare(record, with: object, names: records[0])
      }
    }
    Self.lookAtMarkdown(texts["markdown"] ?? "", rows: objects.count)
    for (format, text) in texts {
      #expect(!text.contains("N/A") && !text.unicodeScalars.contains("\u{1B}"), "\(format)")
    }
  }

  @Test(arguments: ["table", "json", "jsonl", "csv", "tsv", "markdown"])
  func verbsThatSayNothingPrintNothing(format: String) async throws {
    try await FilmzProcess.with { filmz in
      for verb in Self.silent {
        let result = try await filmz.run("--format", format, verb)
        #expect(result.isSilentSuccess)
      }
    }
  }

  @Test(arguments: [
    "ls", "find zzz", "genres", "log", "cache ls", "backup ls", "viewings tt9000001", "next",
  ])
  func anEmptyListIsEmptyInEveryFormat(command: String) async throws {
    let before = command == "next" ? "search lantern --limit 30 --page 3" : nil
    let setup = command.hasPrefix("viewings") ? "add tt9000001" : nil
    let texts = try await Self.texts(
      of: Example(command, setup: setup, before: before))
    #expect(texts["table"] == "")
    #expect(texts["json"] == "[]\n")
    #expect(texts["jsonl"] == "")
    let csv = try SeparatedText.records(
      in: texts["csv"] ?? "", separator: ",", lineBreak: "\r\n")
    #expect(csv.count == 1 && csv[0].count > 1)
    #expect(texts["tsv"] == csv[0].joined(separator: "\t") + "\n")
    #expect(texts["markdown"]?.split(separator: "\n").count == 2)
  }

  // MARK: - Running

  /// What the command prints in each format; the marks between are lines of their own.
  private static func texts(of example: Example) async throws -> [String: String] {
    try await withStubbornOMDb { filmz in
      if let setup = example.setup { _ = try await filmz.run("--yes", "-c", setup) }
      let backup = try await filmz.run("--format", "json", "backup", "ls").json[0]?["name"]?.string
      let command = example.command.replacing("BACKUP", with: backup ?? "")
      let mark = "time off --format json"
      let formats = ["table", "json", "jsonl", "csv", "tsv", "markdown"]
      let script = formats.flatMap { format -> [String?] in
        [example.before, mark, "\(command) --format \(format)", mark, example.after]
      }
      let result = try await filmz.run(
        "--yes", "-f", "-", script: script.compactMap { $0 }.joined(separator: "\n"))
      let line = "{\"time\":\"off\"}\n"
      let pieces = result.stdout.components(separatedBy: line)
      try #require(pieces.count == 2 * formats.count + 1, "\(result.stdout) \(result.stderr)")
      let own = formats.indices.map { pieces[2 * $0 + 1] }
      return Dictionary(uniqueKeysWithValues: zip(formats, own))
    }
  }

  /// An OMDb that never answers a search for one word, so that there is something to run again.
  private static func withStubbornOMDb<T>(
    _ body: (FilmzProcess) async throws -> T
  ) async throws -> T {
    let replay = OMDbReplay(key: FilmzProcess.key)
    let handler: LoopbackServer.Handler = { request in
      request.query["s"]?.contains("godfather") == true
        ? .text("sorry") : replay.answer(request)
    }
    return try await FilmzProcess.withOMDb(handler) { filmz, _ in try await body(filmz) }
  }

  // MARK: - Comparing

  /// A field says what the JSON says: nothing for null, lists joined.
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

  private static func lookAtMarkdown(_ text: String, rows: Int) {
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
  /// The element of an array that has one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
