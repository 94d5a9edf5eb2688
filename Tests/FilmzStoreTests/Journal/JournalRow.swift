import FilmzDomain
import Foundation
import GRDB

@testable import FilmzStore

/// A row of the table `change`.
struct JournalRow: Sendable, Equatable {
  let id: String
  let step: String
  let installation: String
  let clock: Int64
  let kind: String
  let subjectKind: String
  let subject: String
  let fields: [String: Change.FieldChange]

  init(row: Row) throws {
    id = row["id"]
    step = row["step"]
    installation = row["installation"]
    clock = row["clock"]
    kind = row["kind"]
    subjectKind = row["subjectKind"]
    subject = row["subject"]
    fields = try JSONDecoder().decode(
      [String: Change.FieldChange].self, from: Data((row["fields"] as String).utf8))
  }
}

/// A row of the table `step`.
struct StepRow: Sendable, Equatable {
  let id: String
  let madeAt: Int64
  let command: String?

  init(row: Row) {
    id = row["id"]
    madeAt = row["madeAt"]
    command = row["command"]
  }
}

extension CollectionStore {
  /// Returns the rows of the journal, oldest first.
  func journal() async throws -> [JournalRow] {
    try await connection.database.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM change ORDER BY number").map(JournalRow.init)
    }
  }

  /// Returns the rows of the steps, oldest first.
  func steps() async throws -> [StepRow] {
    try await connection.database.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM step ORDER BY number").map(StepRow.init)
    }
  }

  /// Returns the installation ids of the collection.
  func installations() async throws -> [String] {
    try await connection.database.read {
      try String.fetchAll($0, sql: "SELECT id FROM installation ORDER BY number")
    }
  }

  /// Returns the number of rows in a table of the collection.
  func rowCount(of table: String) async throws -> Int {
    try await connection.database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM main.\(table)") ?? -1
    }
  }
}
