import FilmzDomain
import GRDB
import GRDBSQLite

/// Reads the directors, writers, and actors of titles.
struct CreditReader {
  /// The maximum number of actors of a film; the datasets list the lead actors first.
  private static let maximumActors = 10

  private let creditStatement: Statement
  private let nameStatement: Statement

  init(_ db: Database) throws {
    creditStatement = try db.cachedStatement(sql: "SELECT people FROM credits WHERE title = ?")
    nameStatement = try db.cachedStatement(sql: "SELECT name FROM person WHERE id = ?")
  }

  /// Sets the directors, writers, and actors of a film if the catalog has credits for it.
  func addPeople(to film: inout Film, _ id: UInt32) throws {
    let cursor = creditStatement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    sqlite3_bind_int64(cursor, 1, Int64(id))
    guard try cursor.next() else { return }
    let people = CreditList.read(cursor.blob(0))
    film.directors = try names(of: people, .director)
    film.writers = try names(of: people, .writer)
    film.actors = Array(try names(of: people, .actor).prefix(Self.maximumActors))
  }

  private func names(
    of people: [(person: UInt32, role: Role)], _ role: Role
  ) throws -> [String] {
    var seen: Set<UInt32> = []
    return try people.filter { $0.role.contains(role) && seen.insert($0.person).inserted }
      .compactMap { try name($0.person) }
  }

  private func name(_ person: UInt32) throws -> String? {
    let cursor = nameStatement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    sqlite3_bind_int64(cursor, 1, Int64(person))
    return try cursor.next() ? cursor.text(0) : nil
  }
}
