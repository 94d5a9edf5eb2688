package import FilmzDomain
package import FilmzExchange
import FilmzFiles
package import FilmzServices
package import FilmzStore
import Foundation
import Synchronization

/// Imports the data of other programs into the collection.
package struct ImportViewModel: Sendable {
  let services: FilmServices
  let database: CollectionDatabase
  private let expandPath: @Sendable (String) -> String

  /// Creates a view model; `expandPath` expands `~` in paths that the user typed.
  package init(
    services: FilmServices, database: CollectionDatabase,
    expandPath: @escaping @Sendable (String) -> String
  ) {
    (self.services, self.database, self.expandPath) = (services, database, expandPath)
  }

  /// Imports files in one step.
  ///
  /// - Parameters:
  ///   - request: The files and options.
  ///   - context: The context of the command.
  ///   - progress: Called with the progress, from any thread.
  /// - Returns: The report of the import or of the dry run.
  /// - Throws: ``ImportFailure``, ``FilmzStore/StoreError``, `CancellationError`; nothing is imported then.
  package func run(
    _ request: ImportRequest, in context: CommandContext,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportReport {
    let unmatchedFile = try UnmatchedPath(request, expandPath: expandPath)
    let aliases = try await database.openForReading().collection.withImportReader {
      try $0.aliasesOfIMDbIDs()
    }
    var content = try ImportReading.content(
      request, aliases: aliases, now: context.now, expandPath: expandPath, progress: progress)
    let found = try await identify(&content, request, context, progress)
    try await write(&content, found, request, unmatchedFile, context, progress)
    return content.report
  }
}

/// The options of an import.
package struct ImportRequest: Sendable {
  package var paths: [String]
  /// The format of the files; `nil` to recognize it.
  package var format: ImportFormat?
  /// `true` to write nothing.
  package var isDryRun = false
  package var conflictRule = ConflictRule.newer
  /// The path of the file for rows that are not matched; `nil` for a name made from the first path.
  package var unmatchedFile: String?
  /// `true` to replace ``unmatchedFile`` if it exists.
  package var replacesUnmatchedFile = false
  /// `true` to make own records of films that are not matched.
  package var keepsUnmatched = false
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
  /// The collection is being changed.
  case saving(done: Int, total: Int)
}
