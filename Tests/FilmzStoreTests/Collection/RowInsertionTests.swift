import GRDB
import Testing

@testable import FilmzStore

struct RowInsertionTests {
  @Test(arguments: [0, 1, 49, 50, 51, 100, 123])
  func allRowsAreInsertedInTheirOrder(count: Int) throws {
    try DatabaseQueue().write { db in
      try db.execute(sql: "CREATE TABLE number (value INTEGER, text TEXT)")
      var insertion = RowInsertion(into: "number", columns: ["value", "text"], db)
      for number in 0..<count {
        try insertion.add([number.databaseValue, "n\(number)".databaseValue])
      }
      try insertion.finish()
      let rows = try Row.fetchAll(db, sql: "SELECT value, text FROM number ORDER BY rowid")
      #expect(rows.map { $0[0] } == Array(0..<count))
      #expect(rows.map { $0[1] } == (0..<count).map { "n\($0)" })
    }
  }

  @Test func failureIsThrown() throws {
    try DatabaseQueue().write { db in
      try db.execute(sql: "CREATE TABLE number (value INTEGER CHECK (value < 60))")
      var insertion = RowInsertion(into: "number", columns: ["value"], db)
      #expect(throws: DatabaseError.self) {
        for number in 0..<100 { try insertion.add([number.databaseValue]) }
        try insertion.finish()
      }
    }
  }
}
