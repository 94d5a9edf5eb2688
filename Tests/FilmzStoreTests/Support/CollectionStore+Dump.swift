import FilmzDomain
import Foundation
import GRDB

@testable import FilmzStore

extension CollectionStore {
  /// Returns all rows with data of the user, sorted by table and id.
  func dump() async throws -> [String] {
    try await dump(of: Self.subjectTables)
  }

  /// Returns all rows with data of the user, and those of the journal.
  func dumpOfEverything() async throws -> [String] {
    try await dump(of: Self.subjectTables + ["step", "change", "installation"])
  }

  private static let subjectTables = SubjectRegistry.standard.all.map(\.table)

  /// Runs SQL without recording the changes in the journal.
  func runSQL(_ sql: String, _ arguments: StatementArguments = []) async throws {
    try await connection.database.write { try $0.execute(sql: sql, arguments: arguments) }
  }

  /// Returns the ids of all entries, sorted.
  func allIDs() async throws -> [FilmID] {
    try await connection.database.read { db in
      try String.fetchAll(db, sql: "SELECT id FROM main.entry ORDER BY id")
        .map(FilmID.init(unchecked:))
    }
  }

  private func dump(of tables: [String]) async throws -> [String] {
    try await connection.database.read { db in
      try tables.flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM main.\(table) ORDER BY id").map { row in
          // Strings that compare as equal may have different scalars.
          table + row.debugDescription.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
        }
      }
    }
  }
}
