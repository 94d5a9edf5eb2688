import FilmzDomain
import GRDB
import GRDBSQLite

/// Reads who directed titles, wrote them and played in them.
struct CreditReader {
  /// Actors of a title at most: the lead ones.
  private static let mostActors = 10

  private let credits: Statement
  private let names: Statement

  init(_ db: Database) throws {
    credits = try db.cachedStatement(sql: "SELECT people FROM credits WHERE title = ?")
    names = try db.cachedStatement(sql: "SELECT name FROM person WHERE id = ?")
  }

  /// Puts the people into a film.
  func fill(_ film: inout Film, _ id: UInt32) throws {
    let row = credits.sqliteStatement
    sqlite3_reset(row)
    defer { sqlite3_reset(row) }
    sqlite3_bind_int64(row, 1, Int64(id))
    guard try row.next() else { return }
    let people = CreditList.read(row.blob(0))
    film.directors = try named(people, .director)
    film.writers = try named(people, .writer)
    film.actors = Array(try named(people, .actor).prefix(Self.mostActors))
  }

  private func named(_ people: [(person: UInt32, role: Role)], _ role: Role) throws -> [String] {
    var seen: Set<UInt32> = []
    return try people.filter { $0.role.contains(role) && seen.insert($0.person).inserted }
      .compactMap { try name($0.person) }
  }

  private func name(_ person: UInt32) throws -> String? {
    let row = names.sqliteStatement
    sqlite3_reset(row)
    defer { sqlite3_reset(row) }
    sqlite3_bind_int64(row, 1, Int64(person))
    return try row.next() ? row.text(0) : nil
  }
}
