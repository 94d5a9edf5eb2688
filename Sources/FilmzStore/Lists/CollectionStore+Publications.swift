import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Returns all publications, including withdrawn ones, the newest first.
  package func publications() async throws -> [Publication] { try await read { try Self.fetchPublications("1", $0) } }

  /// Returns the publications that this home keeps current.
  ///
  /// Publications that were made under the installation id of another synced machine are left out. This home is then a
  /// copy of the other machine's home, which keeps them current.
  package func maintainedPublications() async throws -> [Publication] {
    try await read { db in
      try Self.fetchPublications(
        "NOT isWithdrawn AND installation NOT IN (SELECT installation FROM main.syncMachine)", db)
    }
  }

  /// Returns the publication of a list that is not withdrawn; `nil` if there is none.
  package func publication(of list: UUID) async throws -> Publication? {
    try await publications().first { $0.list == list && !$0.isWithdrawn }
  }

  /// Returns the publications that satisfy an SQL condition, the newest first.
  private static func fetchPublications(_ condition: String, _ db: Database) throws -> [Publication] {
    let sql = "SELECT * FROM main.publication WHERE \(condition) ORDER BY publishedAt DESC, id"
    return try db.rows(sql).compactMap(Publication.init(row:))
  }

  /// Records that all publications in a folder or on a server are withdrawn.
  package func withdrawPublications(at place: String) async throws {
    try await write { db in
      try db.execute(sql: "UPDATE main.publication SET isWithdrawn = 1 WHERE folder = ?", arguments: [place])
    }
  }

  /// Stores a publication, which replaces another one of the same list.
  package func save(_ publication: Publication) async throws {
    try await write { db in
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO main.publication
            (list, id, folder, hasRatings, hasPosters, publishedAt, isWithdrawn, checksum, installation)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          publication.list.uuidString, publication.id, publication.folder, publication.hasRatings,
          publication.hasPosters, publication.publishedAt.microseconds, publication.isWithdrawn,
          publication.checksum, try Self.currentInstallation(db),
        ])
    }
  }
}

extension Publication {
  fileprivate init?(row: Row) throws {
    guard let list = UUID(uuidString: try row.value("list")) else { return nil }
    self.init(
      list: list, id: try row.value("id"), folder: try row.value("folder"), hasRatings: try row.value("hasRatings"),
      hasPosters: try row.value("hasPosters"), publishedAt: Date(microseconds: try row.value("publishedAt")),
      checksum: try row.value("checksum"))
    isWithdrawn = try row.value("isWithdrawn")
  }
}

/// A list that this home has published.
///
/// Publications belong to a home: they are neither in the journal nor synced.
package struct Publication: Sendable, Hashable {
  /// The id of the list in the collection.
  package let list: UUID
  /// The id of the published list.
  package let id: String
  /// The absolute path of the folder that contains the publication's own folder, or the address of the server without
  /// the password.
  package let folder: String
  package var hasRatings: Bool
  package var hasPosters: Bool
  package var publishedAt: Date
  package var isWithdrawn = false
  /// The checksum of the last published content; see ``checksum(of:)``.
  package var checksum: String

  package init(
    list: UUID, id: String, folder: String, hasRatings: Bool, hasPosters: Bool, publishedAt: Date, checksum: String
  ) {
    (self.list, self.id, self.folder, self.hasRatings) = (list, id, folder, hasRatings)
    (self.hasPosters, self.publishedAt, self.checksum) = (hasPosters, publishedAt, checksum)
  }

  /// Returns the checksum of a content.
  package static func checksum(of content: String) -> String { SHA256.base64Hash(of: content) }
}
