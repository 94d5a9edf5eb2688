import FilmzDomain
import FilmzExchange
import FilmzViewModels

/// The `export` command, which writes the collection to files.
struct ExportCommand: ShellCommand {
  static let command = Command(
    of: ExportCommand.self, "export", "Write the collection to a file.",
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
    examples: [
      "export",
      "export ~/films.csv genre:Drama --watched",
      "export letterboxd.zip --as letterboxd",
      "export films.html --posters @favorites",
    ])

  static let arguments: [Argument<Self>] =
    [
      .positionals(
        \.words, as: "path", kind: .file, "The file, a folder, or - for standard output; also collections and filters."),
      .option("--as", \.format, as: "format", "The format; filmz if the path does not determine it."),
      .flag("--force", \.force, "Replace files that exist."),
      .flag("--posters", \.posters, "Show posters on a page; browsers load them from their servers."),
      .flag("--journal", \.journal, "Add the history of all changes to an archive of filmz."),
    ] + Argument.group(\.filters)

  var words: [Word] = []
  var format: ExportFormat?
  var force = false
  var posters = false
  var journal = false
  var filters = ListFilterOptions()

  func run(in session: Session) async throws -> Output {
    var paths: [Word] = []
    var filterWords: [Word] = []
    for word in words {
      let filter = try FilterText([word], in: .collection, on: session.typedScale)
      if filter.text.isEmpty { filterWords.append(word) } else { paths.append(word) }
    }
    guard paths.count <= 1 else {
      throw Self.wrongUsage("export writes to one path; filters look like genre:Drama or @favorites")
    }
    let path = paths.first?.text
    var request = ExportRequest(format: format ?? path.flatMap(ExportFormat.init(path:)) ?? .filmz)
    request.path = path
    request.replacesFiles = force
    request.includesJournal = journal
    request.includesPosters = posters
    let lists = filters.filters.values(of: "list")
    request.list = lists.count == 1 ? lists[0].text : nil
    if !filterWords.isEmpty || !filters.isEmpty {
      request.query = try await session.query(filters, filterWords, verb: "export")
    }
    let writesArchiveToOutput = path == "-" && request.format == .filmz
    guard !writesArchiveToOutput || session.host.console.writeBytes != nil else {
      throw Self.wrongUsage("an archive is not text; give a path, or --as csv, json or markdown")
    }
    let report = try await session.viewModels.export.export(request, in: session.context)
    if writesArchiveToOutput, let content = report.content { try session.host.console.writeBytes?(content) }
    return .exported(report)
  }
}

extension ExportFormat: NamedChoice {
  init?(argument word: Word) { self.init(rawValue: word.text.lowercased()) }

  /// Creates the format that has the file name extension of a path; returns `nil` if there is none.
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
    let losses = Self.lossTexts(report.result.loss)
    var messages: [Message] = losses.isEmpty ? [] : [.warning(losses.joined(separator: "; "))]
    if report.hidden > 0 { messages.append(.warning("the kids filter leaves out \(report.hidden.counted("film"))")) }
    if let content = report.content {
      if report.format == .filmz { return Output(.nothing, messages) }
      return Output(.document(String(decoding: content, as: UTF8.self)), messages)
    }
    let counts = [
      report.result.films.grouped("film"), report.result.viewings.grouped("viewing"),
      report.result.lists.grouped("list"),
    ]
    let result = "Exported \(counts.joined(separator: ", ")) to \(report.path)"
    return Output(.text(result, report.members), messages)
  }

  /// Returns a clause for each kind of value that the format cannot contain as it is.
  private static func lossTexts(_ loss: ExportLoss) -> [String] {
    let losses = [
      (loss.ratings, "rating", "was rounded to a whole number", "were rounded to whole numbers"),
      (loss.dates, "date", "is no whole day and was left out", "are no whole days and were left out"),
      (loss.episodes, "episode", "was left out", "were left out"),
      (loss.withoutID, "film", "has no id of the service", "have no id of the service"),
    ]
    return losses.compactMap { count, noun, singular, plural in
      count == 0 ? nil : "\(count.grouped(noun)) \(count == 1 ? singular : plural)"
    }
  }
}

extension ExportReport {
  /// The members of the JSON object.
  ///
  /// Source: contract, Export.
  fileprivate var members: [JSONValue.Member] {
    [
      .init("path", .optional(path)),
      .init("format", .text(format.rawValue)),
      .init("files", .files(result.files.map { ($0.name, $0.rows) })),
      .init("films", .integer(result.films)),
      .init("viewings", .integer(result.viewings)),
      .init("lists", .integer(result.lists)),
      .init(
        "lossy",
        .object([
          .init("ratings", .integer(result.loss.ratings)),
          .init("dates", .integer(result.loss.dates)),
          .init("episodes", .integer(result.loss.episodes)),
          .init("withoutID", .integer(result.loss.withoutID)),
        ])),
    ]
  }
}

extension JSONValue {
  /// Returns an array of the files that were read or written, with their names and numbers of rows.
  static func files(_ files: [(name: String, rows: Int)]) -> JSONValue {
    .array(files.map { name, rows in .object([.init("name", .text(name)), .init("rows", .integer(rows))]) })
  }
}
