package import FilmzDomain
import Foundation
import GRDB

/// The databases that a query reads: the connection of the stores, and the paths of the collection and the film cache.
///
/// A path is `nil` if the database is in memory. The path of the collection is also `nil` if the file cannot be
/// written.
typealias QuerySource = (queue: DatabaseQueue, collection: String?, cache: String?)

extension CollectionDatabase {
  /// Runs a query of the user on a read-only connection of its own, and returns at most `limit` rows.
  ///
  /// No files are created. If the query reads films, and few of them have changed since the last update of the list
  /// index, the index is updated first. Building the index anew would take longer than a query without it. The query
  /// sees the changes that other connections have committed.
  ///
  /// - Throws: A ``StoreError``, or `CancellationError`.
  package nonisolated func query(
    _ query: String, limit: Int, limits: QueryLimits = QueryLimits()
  ) async throws -> QueryResult {
    do {
      var connection = try QueryConnection(try await querySource(), query, limits)
      if connection.readsFilms, !connection.usesListIndex,
        try await openForReading().collection.updateListIndexIfQuick()
      {
        connection = try QueryConnection(try await querySource(), query, limits)
      }
      return try connection.run(limit: limit)
    } catch let error as DatabaseError {
      throw StoreError(error, path: paths.collection.path(percentEncoded: false))
    }
  }

  /// Returns the databases that a query reads, without creating files.
  func querySource() throws -> QuerySource {
    let openDatabase = try openIfNeeded()
    let file = openDatabase.file
    let isFile = openDatabase.collectionIdentity != nil && file.writeFailure == nil
    return (file.queue, isFile ? file.path : nil, openDatabase.isCacheOnFile ? filmCachePath : nil)
  }

  /// The views that queries can read.
  package nonisolated static var queryViews: [QueryViewDescription] { QueryView.descriptions }
}
