package import FilmzDomain
package import Foundation
import GRDB

/// A film of the collection with the facts that a list shows, where they are known.
package struct ListedFilm: Sendable {
  package let entry: CollectionEntry
  /// Title, years, type, rating, votes, runtime and genres; not the whole film.
  package let film: Film?
}

extension CollectionStore {
  /// Films of the collection, filtered and sorted.
  package func ids(matching query: CollectionQuery) async throws -> [FilmID] {
    let filter = Self.filter(query)
    let order = Self.order(query.order)
    return try await read { db in
      let request: SQL = """
        SELECT entry.id FROM main.entry LEFT JOIN cache.film ON film.id = entry.id
        WHERE \(filter) ORDER BY \(order)
        """
      let (sql, arguments) = try request.build(db)
      return try String.fetchAll(db, sql: sql, arguments: arguments).map(FilmID.init(canonical:))
    }
  }

  /// Films whose facts were never fetched, or not in a span of time, whose start is not in it.
  ///
  /// Those that were never fetched come first.
  package func idsWithFacts(outside span: ClosedRange<Date>) async throws -> [FilmID] {
    try await read { db in
      let sql = """
        SELECT entry.id FROM main.entry LEFT JOIN cache.film ON film.id = entry.id
        WHERE film.fetchedAt IS NULL OR film.fetchedAt <= ? OR film.fetchedAt > ?
        ORDER BY film.fetchedAt, entry.id
        """
      let ends = [span.lowerBound, span.upperBound].map(\.timeIntervalSince1970)
      return try String.fetchAll(db, sql: sql, arguments: StatementArguments(ends))
        .map(FilmID.init(canonical:))
    }
  }

  /// Films by id, in the order given; ids that are not in the collection are left out.
  package func listed(_ ids: [FilmID]) async throws -> [ListedFilm] {
    try await read { db in
      let entries = try Self.fetchEntries(ids, db)
      let films = try FilmCache.fetchSummaries(ids, db)
      let byID = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
      return ids.compactMap { id in byID[id].map { ListedFilm(entry: $0, film: films[id]) } }
    }
  }

  /// Films of the collection that bear a title, compared as folded.
  package func captions(folded key: String, prefix: Bool) async throws -> [FilmID: Caption] {
    try await read { db in
      let condition = prefix ? "instr(' ' || title, ' ' || ?) > 0" : "title = ?"
      let sql = """
        SELECT * FROM (
          SELECT entry.id, coalesce(film.title, entry.title) AS name,
            coalesce(film.year, entry.year) AS year,
            coalesce(film.titleKey, fold(entry.title)) AS title
          FROM main.entry LEFT JOIN cache.film ON film.id = entry.id)
        WHERE \(condition) LIMIT 50
        """
      let rows = try Row.fetchAll(db, sql: sql, arguments: [key])
      let pairs = rows.map { row in
        (FilmID(canonical: row["id"]), Caption(title: row["name"], year: row["year"]))
      }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  private static func filter(_ query: CollectionQuery) -> SQL {
    var conditions: [SQL] = ["1"]
    if let isWatched = query.isWatched {
      let seen: SQL = "EXISTS (SELECT 1 FROM viewing WHERE viewing.film = entry.id)"
      conditions.append(isWatched ? seen : "NOT \(seen)")
    }
    if !query.genres.isEmpty {
      let any = query.genres.map { genre -> SQL in
        "instr(lower(', ' || film.genres || ', '), \(", \(genre.lowercased()), ")) > 0"
      }
      conditions.append("(\(any.joined(separator: " OR ")))")
    }
    if let text = query.text { conditions.append(mentions(TextFolding.key(text))) }
    if let type = query.type { conditions.append("film.type = \(type.rawValue)") }
    if let years = query.years {
      conditions.append(
        "coalesce(film.year, entry.year) BETWEEN \(years.first) AND \(years.last)")
    }
    if let ratings = query.ratings {
      conditions.append(
        "entry.rating BETWEEN \(ratings.lowerBound.tenths) AND \(ratings.upperBound.tenths)")
    }
    if let audience = query.audience { conditions.append("audience = \(audience.rawValue)") }
    if let tag = query.tag { conditions.append(hasTag(tag)) }
    return conditions.joined(separator: " AND ")
  }

  private static func mentions(_ key: String) -> SQL {
    guard !key.isEmpty else { return "0" }
    return """
      (instr(coalesce(film.searchText, fold(entry.title || ' ' || coalesce(entry.year, '')), ''),
        \(key)) > 0
        OR instr(fold(coalesce(entry.notes, '')), \(key)) > 0
        OR instr(fold(coalesce(entry.recommendedBy, '')), \(key)) > 0)
      """
  }

  private static func hasTag(_ tag: String) -> SQL {
    """
    (EXISTS (SELECT 1 FROM json_each(entry.tags) WHERE lower(value) = lower(\(tag)))
      OR EXISTS (SELECT 1 FROM viewing, json_each(viewing.tags)
        WHERE viewing.film = entry.id AND lower(value) = lower(\(tag))))
    """
  }

  private static func order(_ order: CollectionQuery.Order) -> SQL {
    let title = "coalesce(film.titleKey, fold(entry.title))"
    let key =
      switch order.key {
      case .name: title
      case .year: "coalesce(film.year, entry.year)"
      case .added: "entry.addedAt"
      case .rating: "entry.rating"
      case .watched: "(SELECT max(date) FROM viewing WHERE viewing.film = entry.id)"
      }
    let direction = order.isDescending ? "DESC" : "ASC"
    return SQL(sql: "\(key) \(direction) NULLS LAST, \(title) NULLS LAST, entry.id")
  }
}
