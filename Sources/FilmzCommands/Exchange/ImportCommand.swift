import FilmzDomain
import FilmzExchange
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// The `import` command, which adds the data of other programs to the collection.
struct ImportCommand: ShellCommand {
  static let command = Command(
    ImportCommand.self, "import", "Import films, viewings, ratings and lists from files.",
    details: """
      Reads exports of Letterboxd, IMDb, Trakt and TMDB, archives of `export`, the movies and comments of MFlix, \
      and any CSV file whose header names an id or a title. A path is a file, a folder or a ZIP archive; the \
      format is recognized by the content.

      Films are found by id, else by title and year. Rows that no film, or several films fit go to a file, with \
      the films that could be meant: put ids into its column imdbID and import that file. Importing a file again \
      adds nothing, and does not bring back what you have removed. All changes are one step for `undo`.

      `catalog import` imports IMDb's datasets for searching, which are not your own data.
      """,
    examples: """
      import ~/Downloads/letterboxd-export.zip
      import ratings.csv watchlist.csv --dry-run
      import trakt/ --episodes --on-conflict theirs
      import letterboxd-unmatched.csv
      """)

  static let arguments: [Argument<Self>] = [
    .positionals(\.words, as: "path", kind: .file, "A file, a folder, or a ZIP archive."),
    .option("--as", \.format, as: "format", "Read the files as this format."),
    .flag("--dry-run", \.dryRun, "Only print what would be imported."),
    .option(
      "--on-conflict", \.rule, as: "rule",
      "Which value is kept where both have one: the newer one (the default), mine, or theirs."),
    .option(
      "--unmatched", \.unmatched, as: "file", kind: .file,
      "The file for rows that are not matched."),
    .flag("--keep-unmatched", \.keepUnmatched, "Make own records of films that are not matched."),
    .flag("--again", \.again, "Also bring back what was removed since an earlier import."),
    .flag("--episodes", \.episodes, "Import episodes that have an IMDb id as films."),
    .flag("--force", \.force, "Replace the file of --unmatched if it exists."),
  ]

  var words: [Word] = []
  var format: ImportFormatName?
  var dryRun = false
  var rule: ConflictRule?
  var unmatched: Word?
  var keepUnmatched = false
  var again = false
  var episodes = false
  var force = false

  func run(in session: Session) async throws -> Output {
    guard !words.isEmpty, words.allSatisfy({ !$0.text.isEmpty }) else {
      throw CommandError.missingArgument("a file, a folder or a ZIP archive", verb: "import")
    }
    var request = ImportRequest(paths: words.map(\.text))
    request.format = format?.format
    request.isDryRun = dryRun
    request.conflictRule = rule ?? .newer
    request.unmatchedFile = unmatched?.text
    request.replacesUnmatchedFile = force
    request.keepsUnmatched = keepUnmatched
    request.restoresRemoved = again
    request.includesEpisodes = episodes
    let reporter = ImportProgressReporter(progress: session.progress)
    let report = try await session.viewModels.imports.run(request, in: session.context) {
      reporter.show($0)
    }
    return .imported(report, showsMatches: session.options.verbose)
  }
}

extension ConflictRule: NamedChoice {}

/// The name of a format that can be imported.
struct ImportFormatName: ArgumentValue {
  let format: ImportFormat

  init?(argument word: Word) {
    guard let format = ImportFormat(rawValue: word.text.lowercased()) else { return nil }
    self.format = format
  }

  static var kind: ValueKind { .choice(ImportFormat.allCases.map(\.rawValue)) }
}

/// Shows the progress of an import.
final class ImportProgressReporter: Sendable {
  /// The beginning of a stage, from which its rate is computed.
  private struct Stage {
    let name: String
    let start: ContinuousClock.Instant
  }

  private let progress: Progress?
  private let stage = Mutex<Stage?>(nil)

  init(progress: Progress?) { self.progress = progress }

  func show(_ importProgress: ImportProgress) {
    guard let progress else { return }
    let now = ContinuousClock.now
    let start = stage.withLock { stage in
      if stage?.name != importProgress.stage {
        stage = Stage(name: importProgress.stage, start: now)
      }
      return stage?.start ?? now
    }
    progress.update(Self.bar(importProgress, seconds: start.duration(to: now).seconds))
  }

  /// Returns the progress bar, `seconds` after the stage began.
  static func bar(_ importProgress: ImportProgress, seconds: Double) -> ProgressBar {
    switch importProgress {
    case .reading(let name, let rows):
      let rate = TransferRate(done: rows, of: nil, seconds: seconds).perSecond
      return ProgressBar(
        name, fraction: nil,
        details: [rows.grouped("row"), rate.map(TransferRate.rate)].compactMap(\.self),
        dropOrder: [1, 0].filter { $0 == 0 || rate != nil })
    case .matching(let done, let total):
      return bar("finding films", done, total, seconds)
    case .saving(let done, let total):
      return bar("saving", done, total, seconds)
    }
  }

  private static func bar(
    _ label: String, _ done: Int, _ total: Int, _ seconds: Double
  ) -> ProgressBar {
    let transfer = TransferRate(done: done, of: total, seconds: seconds)
    let details = [
      done.grouped("film"), transfer.perSecond.map(TransferRate.rate),
      transfer.secondsLeft.map(TransferRate.left),
    ]
    let known = details.indices.filter { details[$0] != nil }
    return ProgressBar(
      label, fraction: transfer.fraction, details: details.compactMap(\.self),
      dropOrder: [0, 1, 2].compactMap { known.firstIndex(of: $0) })
  }
}

extension ImportProgress {
  fileprivate var stage: String {
    switch self {
    case .reading: "reading"
    case .matching: "matching"
    case .saving: "saving"
    }
  }
}
