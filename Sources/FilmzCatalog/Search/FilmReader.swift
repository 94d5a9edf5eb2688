import FilmzDomain
import GRDB
import GRDBSQLite

/// Reads titles as films.
struct FilmReader {
  private let titleStatement: Statement
  private let episodeStatement: Statement
  private let genres: [String]
  private let ratingsAsOf: String?

  init(_ db: Database, genres: [String], ratingsAsOf: String?) throws {
    titleStatement = try db.cachedStatement(
      sql: """
        SELECT title, original, type, year, endYear, runtime, genres, rating, votes FROM title
        WHERE id = ?
        """)
    episodeStatement = try db.cachedStatement(
      sql: """
        SELECT series, series.title, season, number FROM episode
        LEFT JOIN title AS series ON series.id = episode.series WHERE episode.id = ?
        """)
    self.genres = genres
    self.ratingsAsOf = ratingsAsOf
  }

  /// Returns the film with an id, without its people; `nil` if the catalog does not contain the film.
  func film(_ id: UInt32) throws -> Film? {
    let cursor = titleStatement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    sqlite3_bind_int64(cursor, 1, Int64(id))
    guard try cursor.next(), let title = cursor.text(0) else { return nil }
    var film = Film(
      id: FilmID(imdbNumber: Int(id)), title: title, year: cursor.number(3),
      endYear: cursor.number(4),
      type: UInt8(exactly: cursor.number(2) ?? 0).flatMap(TitleType.init(rawValue:))?.mediaType,
      origin: .catalog, isComplete: true)
    film.originalTitle = cursor.text(1)
    film.isRunning = film.type == .series && film.year != nil && film.endYear == nil
    if film.type == .episode { film.episode = try episode(id) }
    film.runtimeMinutes = cursor.number(5)
    let bits = cursor.number(6) ?? 0
    film.genres = genres.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element).sorted()
    if let votes = cursor.number(8) {
      film.imdbRating = Rating(tenths: cursor.number(7) ?? 0)
      film.imdbVotes = votes
      film.ratingsAsOf = ratingsAsOf
    }
    return film
  }

  /// Returns the series, season, and number of an episode; `nil` if they are not known.
  private func episode(_ id: UInt32) throws -> Episode? {
    let cursor = episodeStatement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    sqlite3_bind_int64(cursor, 1, Int64(id))
    guard try cursor.next() else { return nil }
    return Episode(
      series: cursor.number(0).map { FilmID(imdbNumber: $0) }, seriesTitle: cursor.text(1),
      season: cursor.number(2), number: cursor.number(3))
  }
}
