package import FilmzDomain
import Foundation
import GRDB

/// The data of the connection of a query.
struct QuerySource: Sendable {
  /// The connection of the stores.
  let queue: DatabaseQueue
  /// The path of the collection; `nil` if it is in memory, or cannot be written.
  let collection: String?
  /// The path of the film cache; `nil` if it is in memory.
  let cache: String?
}

extension CollectionDatabase {
  /// Runs a query of the user on a read-only connection of its own, and returns at most `limit` rows.
  ///
  /// No files are created. If the query reads films and few have changed since the index of lists was updated, it is
  /// updated; without the index, a query takes less time than making it anew. The query sees the changes that other
  /// connections have committed.
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

  /// Returns where the connection of a query finds the data, without creating files.
  func querySource() throws -> QuerySource {
    let openDatabase = try openIfNeeded()
    let file = openDatabase.file
    let isFile = openDatabase.collectionStorage != .memory && file.writeFailure == nil
    return QuerySource(
      queue: file.queue, collection: isFile ? file.path : nil,
      cache: openDatabase.isCacheOnFile ? filmCachePath : nil)
  }

  /// The views that queries can read.
  package nonisolated static var queryViews: [QueryViewDescription] { QueryView.descriptions }
}
