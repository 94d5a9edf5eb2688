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

      If a file fits several kinds, scales of ratings or orders of dates, the shell asks; elsewhere, --kind, --scale and \
      --dates decide.

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
    .option("--kind", \.kind, as: "kind", "The kind of a file, if its name and columns do not determine it."),
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
    await session.setUnidentifiedCount(report.left)
    return .imported(report, request.paths, showsMatches: session.options.verbose)
  }

  /// Imports the files; in the shell, asks how to read a file whose content does not determine this.
  private func run(
    _ request: inout ImportRequest, in session: Session, progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportReport {
    while true {
      do {
        return try await session.viewModels.imports.run(request, in: session.context, progress: progress)
      } catch let failure as ImportFailure {
        guard session.mode == .shell, try await session.answer(failure, for: &request.reading) else { throw failure }
      }
    }
  }
}

extension Session {
  /// Asks how to read a file; returns `false` for another failure, without a terminal, and for an answer that is none of
  /// those in the question.
  ///
  /// - Throws: ``CommandError/interrupted`` if the user cancels the prompt.
  fileprivate func answer(_ failure: ImportFailure, for reading: inout ReadingOptions) async throws -> Bool {
    switch failure {
    case .undecidedKind(let path, let kinds):
      let kind = try await ask("What is \(path)", kinds.map { ($0, $0.rawValue) })
      reading.kinds[path] = kind
      return kind != nil
    case .severalScales(let path, let column, let scales):
      let question = "\(path): are the ratings in \(column) out of"
      reading.formats.scale = try await ask(question, separator: " ", scales.map { ($0, $0.rawValue) })
      return reading.formats.scale != nil
    case .severalDateOrders(let path, let column, let value):
      let question = "\(path): what is first in dates of \(column), such as \(value)"
      reading.formats.dates = try await ask(question, [(.dayFirst, "day"), (.monthFirst, "month")])
      return reading.formats.dates != nil
    default: return false
    }
  }

  /// Asks the user to choose a value by its name, or by a beginning that only this name has.
  ///
  /// Returns `nil` without a terminal, and for any other answer. A number is never taken for the beginning of a name.
  private func ask<Value>(
    _ question: String, separator: String = ": ", _ values: [(value: Value, name: String)]
  ) async throws -> Value? {
    guard let ask = host.ask else { return nil }
    progress?.stop()
    let names = values.map(\.name).joinedWithOr
    guard let answer = await ask("\(question.sanitizedForTerminal)\(separator)\(names)? ") else {
      throw CommandError.interrupted
    }
    let word = answer.trimmed.lowercased()
    if let exact = values.first(where: { $0.name == word }) { return exact.value }
    guard !word.isEmpty, Int(word) == nil else { return nil }
    return values.onlyOne { $0.name.hasPrefix(word) }?.value
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

extension ConflictRule: NamedChoice {}

extension ImportedScale: NamedChoice {}

extension DateOrder: NamedChoice {}

extension ImportFormat: NamedChoice {
  package init?(argument word: Word) { self.init(rawValue: word.text.lowercased()) }
}
