package import FilmzDomain
import GRDB

extension CollectionStore {
  /// All counts in one look at the collection.
  package func statistics() async throws -> Statistics {
    try await read { db in
      Statistics(
        counts: try Self.fetchCounts(db),
        meanRating: try Double.fetchOne(db, sql: "SELECT avg(rating) / 10 FROM entry"),
        minutesWatched: try Int.fetchOne(db, sql: Self.minutesWatched) ?? 0,
        ratings: try Self.valueCounts(db, Self.ratings),
        decades: try Self.valueCounts(db, Self.decades),
        genres: try Self.valueCounts(db, Self.genres),
        months: try Self.valueCounts(db, Self.months),
        directors: try Self.valueCounts(db, Self.people("directors")),
        actors: try Self.valueCounts(db, Self.people("actors")))
    }
  }

  private static let minutesWatched = """
    SELECT sum(film.runtimeMinutes) FROM viewing JOIN cache.film ON film.id = viewing.film
    """

  private static let ratings = """
    SELECT printf('%.1f', rating / 10.0) AS value, count(*) AS count
    FROM entry WHERE rating IS NOT NULL GROUP BY rating ORDER BY rating
    """

  private static let decades = """
    SELECT (coalesce(film.year, entry.year) / 10 * 10) || 's' AS value, count(*) AS count
    FROM main.entry LEFT JOIN cache.film ON film.id = entry.id
    WHERE value IS NOT NULL GROUP BY value ORDER BY value
    """

  private static let genres = """
    SELECT genre.value, count(*) AS count
    FROM main.entry JOIN cache.film ON film.id = entry.id, json_each(film.facts, '$.genres') AS genre
    GROUP BY genre.value ORDER BY count DESC, genre.value
    """

  private static let months = """
    SELECT substr(date, 1, 7) AS value, count(*) AS count
    FROM viewing WHERE length(date) >= 7 GROUP BY value ORDER BY value
    """

  private static func people(_ role: String) -> String {
    """
    SELECT person.value, count(*) AS count
    FROM main.entry JOIN cache.film ON film.id = entry.id,
      json_each(film.facts, '$.\(role)') AS person
    WHERE EXISTS (SELECT 1 FROM viewing WHERE viewing.film = entry.id)
    GROUP BY person.value ORDER BY count DESC, person.value LIMIT 10
    """
  }

  private static func valueCounts(_ db: Database, _ sql: String) throws -> [ValueCount] {
    try Row.fetchAll(db, sql: sql).map { ValueCount(value: $0["value"], count: $0["count"]) }
  }
}
