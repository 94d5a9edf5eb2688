import GRDB
import GRDBSQLite

extension CatalogWriter {
  /// Writes credits of titles; if credits of a title have been written already, the new ones are
  /// appended to them.
  func insert(_ batch: CreditBatch) throws {
    try write { db in
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO credits VALUES (?, ?)
          ON CONFLICT (title) DO UPDATE SET people = CAST(people || excluded.people AS BLOB)
          """)
      for row in batch.rows {
        sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(row.title))
        try Self.insert([row.credits], statement.sqliteStatement, from: 2)
      }
    }
  }

  /// Writes the names of people; a person who has been written already is ignored.
  func insert(_ batch: PersonBatch) throws {
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO person VALUES (?, ?)")
      try batch.bytes.withUnsafeBytes { bytes in
        for row in batch.rows {
          sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(row.id))
          let start = bytes.baseAddress?.advanced(by: row.name.lowerBound)
          sqlite3_bind_text(
            statement.sqliteStatement, 2, start?.assumingMemoryBound(to: CChar.self),
            CInt(row.name.count), nil)
          try Self.step(statement.sqliteStatement)
        }
      }
    }
  }

  /// Writes the filmographies of all people, and the index of their names.
  func insert(_ people: CreditsBuilder) throws {
    var people = people
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT INTO filmography VALUES (?, ?)")
      try people.drain { person, postings in
        if person % 1024 == 0 { try Task.checkCancellation() }
        sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(person))
        try Self.insert(
          [TermBlock.encodedPostings(postings)], statement.sqliteStatement, from: 2)
      }
    }
    try insert(people.log, as: .people)
  }
}
