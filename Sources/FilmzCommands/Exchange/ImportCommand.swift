package import FilmzDomain
import FilmzExchange
import FilmzTerminal
import FilmzViewModels

/// The `import` command, which adds the data of other programs to the collection.
struct ImportCommand: ShellCommand {
  static let command = Command(
    of: ImportCommand.self, "import", "Import films, viewings, ratings and lists from files.",
    details: """
      Reads exports of Letterboxd, IMDb, Trakt, TMDB, Netflix, Simkl and TV Time, archives of `export`, the movies and \
      comments of MFlix, and any CSV file whose header names an id or a title. A path is a file, a folder, a ZIP archive, or - for \
      standard input; the format is recognized by the content.

      Films are found by id, else by title and year. A film that is not found, or fits several films, is added with its \
      title and year only; it is identified later, for example after `catalog update`, or by you with `identify`. \
      Importing a file again adds nothing, and does not bring back what you have removed. All changes are one step for \
      `undo`.

      If the columns and the name of a file fit several kinds, the shell asks; elsewhere, --kind decides.

      `catalog import` imports IMDb's datasets for searching, which are not your own data.
      """,
    tables: [("Fields of --columns", ImportField.allCases.map { ($0.rawValue, $0.summary) })],
    examples: [
      "import ~/Downloads/letterboxd-export.zip",
      "import ratings.csv watchlist.csv --dry-run",
      "import trakt/ --episodes --on-conflict theirs",
      "import films.csv --columns watchedAt=date,score=rating",
    ])

  static let arguments: [Argument<Self>] = [
    .positionals(\.words, as: "path", kind: .file, "A file, a folder, a ZIP archive, or - for standard input."),
    .option("--as", \.format, as: "format", "Read the files as this format."),
    .option("--kind", \.kind, as: "kind", "What a file contains whose name and columns do not tell."),
    .option(
      "--columns", \.columns, as: "name=field",
      "What columns of CSV files contain, separated by commas; `help import` lists the fields."),
    .option("--scale", \.scale, as: "maximum", "The greatest rating, where the ratings do not show it: 5, 10 or 100."),
    .option(
      "--dates", \.dates, as: "order", "The order of day and month in dates such as 05/06/2024: dmy or mdy."),
    .flag("--dry-run", \.dryRun, "Only print what would be imported."),
    .option(
      "--on-conflict", \.rule, as: "rule",
      "Which value to keep if the collection and the file differ: the newer one (the default), mine, or theirs."),
    .option("--unmatched", \.unmatched, as: "file", kind: .file, "Also write rows that are not matched to a file."),
    .flag("--again", \.again, "Also bring back what was removed since an earlier import."),
    .flag("--episodes", \.episodes, "Import episodes that have an IMDb id as films."),
    .flag("--force", \.force, "Replace the file of --unmatched if it exists."),
  ]

  var words: [Word] = []
  var format: ImportFormat?
  var kind: FileKind?
  var columns: [ColumnFields] = []
  var scale: ImportedScale?
  var dates: DateOrder?
  var dryRun = false
  var rule: ConflictRule?
  var unmatched: Word?
  var again = false
  var episodes = false
  var force = false

  func run(in session: Session) async throws -> Output {
    guard !words.isEmpty, words.allSatisfy({ !$0.text.isEmpty }) else {
      throw Self.missingArgument("a file, a folder or a ZIP archive")
    }
    var request = ImportRequest(paths: words.map(\.text))
    if request.paths.contains(ImportRequest.standardInput) {
      guard let inputPath = session.host.inputPath else { throw ImportFailure.noInput }
      request.inputPath = inputPath
    }
    request.format = format
    request.reading.kind = kind
    request.reading.formats = ColumnFormats(scale: scale, dates: dates)
    for fields in columns.map(\.fields) { request.reading.columns.merge(fields) { $1 } }
    request.isDryRun = dryRun
    request.conflictRule = rule ?? .newer
    request.unmatchedFile = unmatched?.text
    request.replacesUnmatchedFile = force
    request.restoresRemoved = again
    request.includesEpisodes = episodes
    let reporter = ImportProgressReporter(progress: session.progress)
    let report = try await run(&request, in: session) { reporter.show($0) }
    await session.setLeftFilms(report.left)
    return .imported(report, request.paths, showsMatches: session.options.verbose)
  }

  /// Imports the files; in the shell, asks for the kinds of files that do not tell it.
  private func run(
    _ request: inout ImportRequest, in session: Session, progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportReport {
    while true {
      do {
        return try await session.viewModels.imports.run(request, in: session.context, progress: progress)
      } catch let ImportFailure.undecidedKind(path, kinds) {
        guard session.mode == .shell, let kind = try await session.askKind(of: path, kinds) else {
          throw ImportFailure.undecidedKind(path: path, kinds: kinds)
        }
        request.reading.kinds[path] = kind
      }
    }
  }
}

extension Session {
  /// Asks what a file contains; returns `nil` if there is no terminal, or for an answer that is none of the kinds.
  ///
  /// - Throws: ``CommandError/interrupted`` if the user cancels the prompt.
  fileprivate func askKind(of path: String, _ kinds: [FileKind]) async throws -> FileKind? {
    guard let ask = host.ask else { return nil }
    progress?.stop()
    let choices = kinds.map(\.rawValue).joinedWithOr
    guard let answer = await ask("What is \(path.sanitizedForTerminal): \(choices)? ") else {
      throw CommandError.interrupted
    }
    let word = answer.trimmed.lowercased()
    return kinds.first { $0.rawValue == word } ?? (word.isEmpty ? nil : kinds.onlyOne { $0.rawValue.hasPrefix(word) })
  }
}

extension Array {
  /// Returns the only element that satisfies a condition; `nil` if there are none or several.
  fileprivate func onlyOne(_ condition: (Element) -> Bool) -> Element? {
    let elements = filter(condition)
    return elements.count == 1 ? elements[0] : nil
  }
}

/// The value of the option `--columns`.
struct ColumnFields: ArgumentValue {
  static let kind = ValueKind.text
  let fields: [String: ImportField]

  init?(argument word: Word) {
    guard let fields = ImportField.assignments(in: word.text) else { return nil }
    self.fields = fields
  }
}

extension FileKind: ArgumentValue {
  package static var kind: ValueKind { .choice(choices.map(\.rawValue)) }

  package init?(argument word: Word) {
    guard let kind = Self.choices.first(where: { $0.rawValue == word.text.lowercased() }) else { return nil }
    self = kind
  }
}

extension Choice {
  /// Creates the choice between the ways of reading a column that an import cannot decide; `nil` for another failure.
  init?(after failure: ImportFailure, of command: ParsedCommand) {
    let options: [(value: String, caption: String)]
    let name: String
    switch failure {
    case .severalScales(_, _, let scales):
      (name, options) = ("--scale", scales.map { ($0.rawValue, "ratings out of \($0.rawValue)") })
    case .severalDateOrders:
      (name, options) = ("--dates", [("dmy", "the day first"), ("mdy", "the month first")])
    default: return nil
    }
    self.init(
      failure.message,
      options.map { Candidate(command.words + [Word(name), Word($0.value)], caption: $0.caption) }, .badData)
  }
}

extension ConflictRule: NamedChoice {}

extension ImportedScale: NamedChoice {}

extension DateOrder: NamedChoice {}

extension ImportFormat: NamedChoice {
  package init?(argument word: Word) { self.init(rawValue: word.text.lowercased()) }
}
