import FilmzDomain
import FilmzExchange
import FilmzViewModels

/// The `export` command, which writes the collection to files.
struct ExportCommand: ShellCommand {
  static let command = Command(
    ExportCommand.self, "export", "Write the collection to a file.",
    usage: "export [<path>] [@<collection>] [<filters>] [--as <format>] [options]",
    details: """
      The format filmz, the default, has everything: films, viewings, ratings, notes, tags, lists, saved \
      collections, skipped films, own records and comments. `import` reads it back without any loss. Other \
      formats have what their programs can read: letterboxd, imdb and trakt several files, for which the path \
      is a folder or a .zip; csv and json all data about the films; markdown a readable list; html a page for \
      browsers, without notes, tags and comments.

      A path that ends with .csv, .json, .md, .html or .filmz also chooses the format. The path - writes to standard \
      output. Without a path, the file has the date in its name. An existing file is replaced only with --force.
      """,
    examples: """
      export
      export ~/films.csv genre:Drama --watched
      export letterboxd.zip --as letterboxd
      export films.html --posters @favorites
      """)

  static let arguments: [Argument<Self>] =
    [
      .positionals(
        \.words, as: "path", kind: .file,
        "The file, a folder, or - for standard output; also collections and filters."),
      .option("--as", \.format, as: "format", "The format; filmz if the path does not tell."),
      .flag("--force", \.force, "Replace files that exist."),
      .flag(
        "--posters", \.posters, "Show posters on a page; browsers load them from their servers."),
      .flag("--journal", \.journal, "Add the history of all changes to an archive of filmz."),
    ] + Argument.group(\.filters)

  var words: [Word] = []
  var format: ExportFormatName?
  var force = false
  var posters = false
  var journal = false
  var filters = ListFilters()

  func run(in session: Session) async throws -> Output {
    var paths: [Word] = []
    var filterWords: [Word] = []
    for word in words {
      let filter = try FilterText([word], in: .collection)
      if filter.text.isEmpty { filterWords.append(word) } else { paths.append(word) }
    }
    guard paths.count <= 1 else {
      throw CommandError.wrongUsage(
        "export writes to one path; filters look like genre:Drama or @favorites", verb: "export")
    }
    let path = paths.first?.text
    var request = ExportRequest(
      format: format?.format ?? path.flatMap(ExportFormat.init(path:)) ?? .filmz)
    request.path = path
    request.replacesFiles = force
    request.includesJournal = journal
    request.includesPosters = posters
    request.list = filters.list.count == 1 ? filters.list[0].text : nil
    if !filterWords.isEmpty || !filters.isEmpty {
      request.query = try await session.query(filters, filterWords, verb: "export")
    }
    let isArchiveOnOutput = path == "-" && request.format == .filmz
    guard !isArchiveOnOutput || session.host.console.writeBytes != nil else {
      throw CommandError.wrongUsage(
        "an archive is not text; give a path, or --as csv, json or markdown", verb: "export")
    }
    let report = try await session.viewModels.export.export(request, in: session.context)
    if isArchiveOnOutput, let content = report.content {
      try session.host.console.writeBytes?(content)
    }
    return .exported(report)
  }
}

/// The name of a format that can be exported.
struct ExportFormatName: ArgumentValue {
  let format: ExportFormat

  init?(argument word: Word) {
    guard let format = ExportFormat(rawValue: word.text.lowercased()) else { return nil }
    self.format = format
  }

  static var kind: ValueKind {
    .choice(ExportFormat.allCases.map(\.rawValue))
  }
}

extension ExportFormat {
  /// Creates the format with the extension of a path; `nil` if no format has it.
  fileprivate init?(path: String) {
    let formats: [ExportFormat] = [.filmz, .csv, .json, .markdown, .html]
    let format = formats.first { path.lowercased().hasSuffix(".\($0.fileNameExtension)") }
    guard let format else { return nil }
    self = format
  }
}

extension Output {
  /// Returns the output of an export; the content of an archive has been written already.
  static func exported(_ report: ExportReport) -> Output {
    let losses = Self.losses(report.loss)
    var messages: [Message] = losses.isEmpty ? [] : [.warning(losses.joined(separator: "; "))]
    if report.hidden > 0 {
      messages.append(
        .warning("the kids filter leaves out \(report.hidden.counted("film"))"))
    }
    if let content = report.content {
      if report.format == .filmz { return Output(.nothing, messages) }
      return Output(.document(String(decoding: content, as: UTF8.self)), messages)
    }
    let counts = [
      report.films.grouped("film"), report.viewings.grouped("viewing"),
      report.lists.grouped("list"),
    ]
    let result = "Exported \(counts.joined(separator: ", ")) to \(report.path ?? "-")"
    return Output(.text(result, report.members), messages)
  }

  private static func losses(_ loss: ExportLoss) -> [String] {
    [
      (loss.ratings, "rating", "was rounded to a whole number", "were rounded to whole numbers"),
      (
        loss.dates, "date", "is no whole day and was left out",
        "are no whole days and were left out"
      ),
      (loss.episodes, "episode", "was left out", "were left out"),
      (loss.withoutID, "film", "has no id of the service", "have no id of the service"),
    ].filter { $0.0 > 0 }.map { count, noun, singular, plural in
      "\(count.grouped(noun)) \(count == 1 ? singular : plural)"
    }
  }
}

extension ExportReport {
  /// Source: contract, Export.
  fileprivate var members: [JSONValue.Member] {
    [
      .init(name: "path", value: .optional(path)),
      .init(name: "format", value: .text(format.rawValue)),
      .init(name: "files", value: .files(files.map { ($0.name, $0.rows) })),
      .init(name: "films", value: .integer(films)),
      .init(name: "viewings", value: .integer(viewings)),
      .init(name: "lists", value: .integer(lists)),
      .init(
        name: "lossy",
        value: .object([
          .init(name: "ratings", value: .integer(loss.ratings)),
          .init(name: "dates", value: .integer(loss.dates)),
          .init(name: "episodes", value: .integer(loss.episodes)),
          .init(name: "withoutID", value: .integer(loss.withoutID)),
        ])),
    ]
  }
}

extension JSONValue {
  /// Returns the names and the numbers of rows of files that were read or written.
  static func files(_ files: [(name: String, rows: Int)]) -> JSONValue {
    .array(
      files.map { name, rows in
        .object([
          .init(name: "name", value: .text(name)), .init(name: "rows", value: .integer(rows)),
        ])
      })
  }
}
