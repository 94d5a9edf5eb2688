import FilmzDomain
import GRDB
import GRDBSQLite

/// Reads titles as films.
struct FilmReader {
  private let statement: Statement
  private let genres: [String]
  private let asOf: String?

  init(_ db: Database, genres: [String], asOf: String?) throws {
    statement = try db.cachedStatement(
      sql: """
        SELECT title, original, type, year, endYear, runtime, genres, rating, votes FROM title
        WHERE id = ?
        """)
    self.genres = genres
    self.asOf = asOf
  }

  /// A film, or nothing where the catalog does not have it.
  func film(_ id: UInt32) throws -> Film? {
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    defer { sqlite3_reset(row) }
    sqlite3_bind_int64(row, 1, Int64(id))
    guard try row.next(), let title = row.text(0) else { return nil }
    var film = Film(
      id: FilmID(imdbNumber: id), title: title, year: row.number(3), endYear: row.number(4),
      type: UInt8(exactly: row.number(2) ?? 0).flatMap(TitleType.init(rawValue:))?.mediaType,
      origin: .catalog, isComplete: true)
    film.originalTitle = row.text(1)
    film.runtimeMinutes = row.number(5)
    let bits = row.number(6) ?? 0
    film.genres = genres.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element).sorted()
    if let votes = row.number(8) {
      film.imdbRating = Rating(tenths: row.number(7) ?? 0)
      film.imdbVotes = votes
      film.ratingsAsOf = asOf
    }
    return film
  }
}

extension SQLiteStatement {
  /// A number of the current row, or nothing for 0, which stands for what is not known.
  func number(_ column: CInt) -> Int? {
    let value = Int(sqlite3_column_int64(self, column))
    return value == 0 ? nil : value
  }
}
