import CStarterCatalog
import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import FilmzCatalog

/// The index of the starter catalog that is part of the program.
struct StarterIndexTests {
  /// Returns the definitions and rows of all tables, by table, and the settings of a database.
  ///
  /// The bytes of a file also depend on the version of SQLite.
  private static func content(_ database: DatabaseQueue) throws -> [String: [Row]] {
    try database.inDatabase { db in
      var content: [String: [Row]] = [:]
      for pragma in ["application_id", "user_version", "page_size", "encoding"] {
        content[pragma] = try Row.fetchAll(db, sql: "PRAGMA \(pragma)")
      }
      content["schema"] = try Row.fetchAll(
        db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
      for table in try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      {
        content[table] = try Row.fetchAll(db, sql: "SELECT rowid, * FROM \(table) ORDER BY rowid")
      }
      return content
    }
  }

  private static func embeddedIndex() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      #expect(filmz_open_starter_index(db.sqliteConnection) == SQLITE_OK)
    }
    return try DatabaseQueue(configuration: configuration)
  }

  @Test(
    "The index in the program is that of the table; after a change, run `swift run starter-index`")
  func indexIsMadeOfTheTable() async throws {
    let expected = try await ScratchFolder.with { folder async throws in
      let file = folder.url.appending(path: "index.sqlite")
      try await StarterTable.writeIndex(of: StarterCatalog.table, to: file)
      return try Self.content(DatabaseQueue(path: file.path(percentEncoded: false)))
    }
    let content = try Self.content(Self.embeddedIndex())
    #expect(content.keys.sorted() == expected.keys.sorted())
    #expect(expected["starterLine"]?.count == StarterCatalog().titles.count)
    for (table, rows) in expected { #expect((content[table] == rows) == true, "\(table) differs") }
  }

  @Test func equalTablesHaveEqualFiles() async throws {
    try await ScratchFolder.with { folder async throws in
      let files = ["a", "b"].map { folder.url.appending(path: $0) }
      for file in files { try await StarterTable.writeIndex(of: StarterCatalog.table, to: file) }
      #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]))
    }
  }

  @Test func indexCannotBeChanged() throws {
    let index = try Self.embeddedIndex()
    let error = #expect(throws: DatabaseError.self) {
      try index.write { try $0.execute(sql: "DELETE FROM title") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
    #expect(try index.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM title") } ?? 0 > 1400)
  }

  @Test func filmsAreThoseOfTheTable() throws {
    let catalog = StarterCatalog()
    #expect(try Set(catalog.ids()) == Set(catalog.titles.map(\.id)))
    for title in catalog.titles {
      let found = try #require(try catalog.titles([1, title.id])[title.id])
      #expect(found.film == title.film)
      #expect(found.localNames == title.localNames)
    }
    #expect(try catalog.titles([1]).isEmpty)
  }

  @Test(arguments: [
    (1, "tt0000001"), (2, ""), (3, "x\ty"), (1468, StarterTable.columns.joined(separator: "\t")),
  ])
  func malformedLinesAreRejected(number: Int, text: String) {
    var lines = StarterCatalog.table.split(separator: UInt8(ascii: "\n")).map(Array.init)
    lines[number - 1] = Array(text.utf8)
    let error = #expect(throws: StarterTable.MalformedLine.self) {
      try StarterTable.titles(Array(lines.joined(separator: [UInt8(ascii: "\n")])))
    }
    #expect(error?.number == number)
  }
}
