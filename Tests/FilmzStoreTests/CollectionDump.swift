import FilmzDomain
import Foundation
import GRDB

@testable import FilmzStore

extension CollectionStore {
  /// All columns of all entries and viewings, letter by letter, in an order of their own.
  func dump() async throws -> [String] {
    try await dump(of: ["entry", "viewing", "skip", "ratingSkip", "alias"])
  }

  /// All that the file holds, the journal too.
  func dumpOfEverything() async throws -> [String] {
    try await dump(
      of: ["entry", "viewing", "skip", "ratingSkip", "alias", "step", "change", "installation"])
  }

  /// Runs SQL past the journal, as any program could.
  func runSQL(_ sql: String, _ arguments: StatementArguments = []) async throws {
    try await connection.database.write { try $0.execute(sql: sql, arguments: arguments) }
  }

  /// The films of the table, by id.
  func allIDs() async throws -> [FilmID] {
    try await connection.database.read { db in
      try String.fetchAll(db, sql: "SELECT id FROM main.entry ORDER BY id")
        .map(FilmID.init(canonical:))
    }
  }

  private func dump(of tables: [String]) async throws -> [String] {
    try await connection.database.read { db in
      try tables.flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM main.\(table) ORDER BY id").map { row in
          // Two strings of the same letters may have other scalars.
          table + row.debugDescription.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
        }
      }
    }
  }
}
