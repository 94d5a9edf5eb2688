package import FilmzDomain
package import FilmzExchange
import FilmzStore
import Foundation
import Synchronization

/// Imports files of other programs, and filmz's own, into the collection.
package struct ImportViewModel: ViewModel {
  let viewModels: ViewModels

  /// Imports files in one step.
  ///
  /// - Parameters:
  ///   - request: The files and options.
  ///   - context: The context of the command.
  ///   - progress: Called with the progress, from any thread.
  /// - Returns: The report of the import or of the dry run.
  /// - Throws: ``ImportFailure``, ``FilmzStore/StoreError``, `CancellationError`; nothing is imported then.
  package func run(
    _ request: ImportRequest, in context: CommandContext, progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportReport {
    let expandPath: @Sendable (String) -> String = { [expandPath] path in
      path == ImportRequest.standardInput ? request.inputPath ?? path : expandPath(path)
    }
    let unmatchedFile = try UnmatchedPath(request, expandPath: expandPath)
    let known = try await database.openForReading().collection.withImportReader { reader in
      let captions = try reader.captions(onlyOfTMDB: true)
      return KnownFilms(
        aliases: try reader.aliasesOfIMDbIDs(), captions: Dictionary(captions.map { ($0, $1) }) { first, _ in first })
    }
    var content = try ImportReading.content(
      request, known: known, now: context.now, expandPath: expandPath, progress: progress)
    try await useNamesWithAddresses(&content)
    let identified = try await identify(&content, request, context, progress)
    let changes = MatchedChanges(
      number: try await database.openForReading().collection.newestChangeNumber(),
      includesNewFilms: content.archived.isEmpty)
    var report = try await write(content, identified, request, unmatchedFile, context, progress)
    if !request.isDryRun, report.byTitle > 0 || report.counts.added > 0 {
      let result = try await viewModels.identification.identifyByTitle(
        after: changes, in: context, progress: progress)
      (report.identified, report.left) = result
    }
    report.hasCatalog = await viewModels.catalog.isImported()
    report.catalogSize = viewModels.catalog.downloadSize
    return report
  }
}

/// The files and options of an import.
package struct ImportRequest: Sendable {
  /// The path that stands for standard input.
  package static let standardInput = "-"

  package var paths: [String]
  /// The path of the file, pipe or device that ``standardInput`` stands for.
  package var inputPath: String?
  /// The format of the files; `nil` to recognize it.
  package var format: ImportFormat?
  /// The kinds, columns, scale and order of dates that the user has given for the files.
  package var reading = ReadingOptions()
  /// `true` to only count the changes.
  package var isDryRun = false
  package var conflictRule = ConflictRule.newer
  /// The path of the file for rows that are not matched; `nil` to write none.
  package var unmatchedFile: String?
  /// `true` to replace ``unmatchedFile`` if it exists.
  package var replacesUnmatchedFile = false
  /// `true` to add again the data that commands have removed since an earlier import.
  package var restoresRemoved = false
  /// `true` to import episodes with IMDb ids as films.
  package var includesEpisodes = false

  package init(paths: [String]) { self.paths = paths }
}

/// The progress of an import.
package enum ImportProgress: Sendable, Hashable {
  /// A file is being read; `rows` is the number of rows of all files so far.
  case reading(name: String, rows: Int)
  /// Films are being looked up by title and year.
  case matching(done: Int, total: Int)
  /// The collection is being changed; the numbers are those of films or of lines of an archive.
  case saving(done: Int, total: Int)
}
