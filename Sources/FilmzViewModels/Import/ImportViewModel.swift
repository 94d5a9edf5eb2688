package import FilmzDomain
import FilmzExchange
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
    self.services = services
    self.database = database
    self.expandPath = expandPath
  }

  /// Imports files in one step.
  ///
  /// - Parameters:
  ///   - request: The files and options.
  ///   - context: The context of the command.
  ///   - progress: Called with the progress, from any thread.
  /// - Returns: What was imported; of a dry run, what would be.
  /// - Throws: ``ImportFailure``, ``FilmzStore/StoreError``, `CancellationError`; nothing is imported then.
  package func run(
    _ request: ImportRequest, in context: CommandContext,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportReport {
    let unmatchedFile = try UnmatchedPath(request, expandPath: expandPath)
    var content = try ImportReading.content(
      request, now: context.now, expandPath: expandPath, progress: progress)
    let found = try await identify(&content, request, context, progress)
    try await write(&content, found, request, unmatchedFile, context, progress)
    return content.report
  }
}
