package import FilmzDomain
import Foundation
import GRDB

extension CollectionStore {
  /// All counts in one look at the collection.
  package func statistics() async throws -> Statistics {
    try await read { db in
      let people = try Self.fetchPeople(db)
      return Statistics(
        counts: try Self.fetchCounts(db),
        mine: try Self.fetchSpread(db, Self.mySpread),
        imdb: try Self.fetchSpread(db, Self.imdbSpread),
        time: try Self.fetchTime(db),
        ratings: try Self.valueCounts(db, Self.ratings),
        decades: try Self.valueCounts(db, Self.decades),
        genres: try Self.fetchGenres(db).sorted { ($1.count, $0.value) < ($0.count, $1.value) },
        months: try Self.valueCounts(db, Self.months),
        directors: people["directors"] ?? [],
        actors: people["actors"] ?? [],
        filmsWithoutDetails: try Int.fetchOne(db, sql: Self.filmsWithoutDetails) ?? 0)
    }
  }

  /// The genres of the collection's films, each with how many films are of it.
  package func genres() async throws -> GenreCounts {
    try await read { db in
      let keyed = try Self.fetchGenres(db).map { (key: TextFolding.key($0.value), count: $0) }
      return GenreCounts(
        genres: keyed.sorted { ($0.key, $0.count.value) < ($1.key, $1.count.value) }.map(\.count),
        films: try Self.fetchCounts(db).total,
        filmsWithoutDetails: try Int.fetchOne(db, sql: Self.filmsWithoutDetails) ?? 0)
    }
  }

  // MARK: - Ratings and time

  private static func fetchSpread(_ db: Database, _ sql: String) throws -> RatingSpread? {
    try Row.fetchOne(db, sql: sql).flatMap { row in
      RatingSpread(count: row["count"], sum: row["sum"], sumOfSquares: row["squares"])
    }
  }

  private static let mySpread = """
    SELECT count(rating) AS count, coalesce(sum(rating), 0) AS sum,
      coalesce(sum(rating * rating), 0) AS squares
    FROM entry
    """

  private static let imdbSpread = """
    SELECT count(film.imdbRating) AS count, coalesce(sum(film.imdbRating), 0) AS sum,
      coalesce(sum(film.imdbRating * film.imdbRating), 0) AS squares
    FROM main.entry JOIN cache.film ON film.id = entry.id WHERE entry.rating IS NOT NULL
    """

  private static func fetchTime(_ db: Database) throws -> WatchingTime {
    let sql = """
      SELECT count(*) AS viewings, count(*) - count(film.runtimeMinutes) AS unknown,
        coalesce(sum(film.runtimeMinutes), 0) AS minutes
      FROM main.viewing LEFT JOIN cache.film ON film.id = viewing.film
      """
    let row = try Row.fetchOne(db, sql: sql)
    return WatchingTime(
      viewings: row?["viewings"] ?? 0, viewingsWithoutRuntime: row?["unknown"] ?? 0,
      minutes: row?["minutes"] ?? 0)
  }

  // MARK: - Counts

  private static let ratings = """
    SELECT printf('%.1f', rating / 10.0) AS value, count(*) AS count
    FROM entry WHERE rating IS NOT NULL GROUP BY rating ORDER BY rating
    """

  private static let decades = """
    SELECT (coalesce(film.year, entry.year) / 10 * 10) || 's' AS value, count(*) AS count
    FROM main.entry LEFT JOIN cache.film ON film.id = entry.id
    WHERE value IS NOT NULL GROUP BY value ORDER BY value
    """

  private static let months = """
    SELECT substr(date, 1, 7) AS value, count(*) AS count
    FROM viewing WHERE length(date) >= 7 GROUP BY value ORDER BY value
    """

  /// Films whose facts are missing, or as few as a search's result has.
  private static let filmsWithoutDetails = """
    SELECT count(*) FROM main.entry LEFT JOIN cache.film ON film.id = entry.id
    WHERE film.id IS NULL OR (film.grade = 1 AND film.genres = '')
    """

  /// The genres in no order; the column that lists them is read, not the facts.
  private static func fetchGenres(_ db: Database) throws -> [ValueCount] {
    let sql = """
      SELECT film.genres AS value, count(*) AS count
      FROM main.entry JOIN cache.film ON film.id = entry.id
      WHERE film.genres <> '' GROUP BY film.genres
      """
    var counts: [String: Int] = [:]
    for list in try valueCounts(db, sql) {
      for genre in Set(list.value.components(separatedBy: ", ")) where !genre.isEmpty {
        counts[genre, default: 0] += list.count
      }
    }
    return counts.map { ValueCount(value: $0.key, count: $0.value) }
  }

  /// The ten most frequent people of each role in watched films.
  ///
  /// The facts of each film are parsed once, and only the two lists taken from them again.
  private static func fetchPeople(_ db: Database) throws -> [String: [ValueCount]] {
    let sql = """
      WITH role AS MATERIALIZED (
        SELECT role.key AS place, role.value AS people
        FROM (SELECT DISTINCT film FROM main.viewing) AS seen
          JOIN cache.film ON film.id = seen.film,
          json_each(json_extract(film.facts, '$.directors', '$.actors')) AS role
      ), ranked AS (
        SELECT role.place, person.value, count(*) AS count, row_number() OVER (
          PARTITION BY role.place ORDER BY count(*) DESC, person.value) AS rank
        FROM role, json_each(role.people) AS person GROUP BY role.place, person.value
      )
      SELECT iif(place = 0, 'directors', 'actors') AS role, value, count
      FROM ranked WHERE rank <= 10 ORDER BY place, rank
      """
    let rows = try Row.fetchAll(db, sql: sql)
    return Dictionary(grouping: rows) { $0["role"] as String }
      .mapValues { $0.map { ValueCount(value: $0["value"], count: $0["count"]) } }
  }

  private static func valueCounts(_ db: Database, _ sql: String) throws -> [ValueCount] {
    try Row.fetchAll(db, sql: sql).map { ValueCount(value: $0["value"], count: $0["count"]) }
  }
}
