import FilmzDomain
import GRDB
import GRDBSQLite

/// Reads titles as films.
struct FilmReader {
  private let statement: Statement
  private let episodes: Statement
  private let genres: [String]
  private let ratingsAsOf: String?

  init(_ db: Database, genres: [String], ratingsAsOf: String?) throws {
    statement = try db.cachedStatement(
      sql: """
        SELECT title, original, type, year, endYear, runtime, genres, rating, votes FROM title
        WHERE id = ?
        """)
    episodes = try db.cachedStatement(
      sql: """
        SELECT series.title, season, number FROM episode
        JOIN title AS series ON series.id = episode.series WHERE episode.id = ?
        """)
    self.genres = genres
    self.ratingsAsOf = ratingsAsOf
  }

  /// A film, or nothing where the catalog does not have it.
  func film(_ id: UInt32) throws -> Film? {
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    defer { sqlite3_reset(row) }
    sqlite3_bind_int64(row, 1, Int64(id))
    guard try row.next(), let title = row.text(0) else { return nil }
    var film = Film(
      id: FilmID(imdbNumber: Int(id)), title: title, year: row.number(3), endYear: row.number(4),
      type: UInt8(exactly: row.number(2) ?? 0).flatMap(TitleType.init(rawValue:))?.mediaType,
      origin: .catalog, isComplete: true)
    film.originalTitle = row.text(1)
    if film.type == .episode { film.title = try self.title(ofEpisode: id, called: title) }
    film.runtimeMinutes = row.number(5)
    let bits = row.number(6) ?? 0
    film.genres = genres.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element).sorted()
    if let votes = row.number(8) {
      film.imdbRating = Rating(tenths: row.number(7) ?? 0)
      film.imdbVotes = votes
      film.ratingsAsOf = ratingsAsOf
    }
    return film
  }

  /// An episode by its series, as `Breaking Bad S5E14: Ozymandias`, where that is known.
  private func title(ofEpisode id: UInt32, called title: String) throws -> String {
    let row = episodes.sqliteStatement
    sqlite3_reset(row)
    defer { sqlite3_reset(row) }
    sqlite3_bind_int64(row, 1, Int64(id))
    guard try row.next(), let series = row.text(0) else { return title }
    let season = row.number(1).map { "S\($0)" } ?? ""
    let number = row.number(2).map { "E\($0)" } ?? ""
    let place = season + number
    return series + (place.isEmpty ? "" : " " + place) + ": " + title
  }
}
