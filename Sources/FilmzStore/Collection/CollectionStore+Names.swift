import FilmzDomain
import Foundation
import GRDB

// Genres and people of the films in the collection and the film cache.
extension CollectionStore {
  /// The maximum number of films that are searched for similar names.
  private static let maximumFilmCount = 50_000

  /// Returns the genres of all films in the film cache, sorted, including those of the collection's films.
  package func cachedGenres() async throws -> [String] {
    try await read { db in
      let sql = "SELECT DISTINCT genres FROM cache.film WHERE genres IS NOT NULL"
      let lists = try String.fetchAll(db, sql: sql)
      return Set(lists.flatMap { $0.components(separatedBy: ", ") }).sorted()
    }
  }

  /// Returns whether any film in the film cache names a person whose name has all words of `name`.
  ///
  /// Each word may also be the beginning of a word of the person's name.
  package func hasCachedPerson(_ name: String) async throws -> Bool {
    try await read { db in
      let request: SQL = """
        SELECT EXISTS (SELECT 1 FROM (
            SELECT ' ' || replace(people, char(10), ' ' || char(10) || ' ') || ' ' AS names
            FROM cache.film WHERE people IS NOT NULL)
          WHERE \(PersonName(name).condition(wholeWords: false)))
        """
      let (sql, arguments) = try request.build(db)
      return try Bool.fetchOne(db, sql: sql, arguments: arguments) ?? false
    }
  }

  /// Returns at most three names of directors and actors in the film cache that are similar to a name.
  package func people(near name: String) async throws -> [String] {
    try await read { db in
      let sql = "SELECT directors, actors FROM cache.film LIMIT \(Self.maximumFilmCount)"
      return SpellingDistance.names(near: name, among: try Self.names(db, sql: sql).keys)
    }
  }

  /// Returns at most `limit` names of directors and actors of the collection's films, the most frequent
  /// first.
  ///
  /// Each word of `text` must be the beginning of a word of the name. At most 1,000 films with matching names
  /// are counted.
  package func people(beginningWith text: String, limit: Int) async throws -> [String] {
    let person = PersonName(text)
    return try await withListIndex { db in
      let request: SQL = """
        SELECT directors, actors FROM listIndexPeople JOIN listIndexFacts USING (number)
        WHERE \(person.condition(wholeWords: false)) LIMIT 1000
        """
      let (sql, arguments) = try request.build(db)
      let counts = try Self.names(db, sql: sql, arguments: arguments)
      return counts.filter { person.matchesAny(of: $0.key, wholeWords: false) }
        .mostFrequent(limit).map(\.value)
    }
  }

  /// Returns how often each name occurs in the rows of a query.
  ///
  /// The query's two columns contain the directors and the actors of a film, with one name per line. A person
  /// who is both a director and an actor of a film is counted twice.
  private static func names(
    _ db: Database, sql: String, arguments: StatementArguments = []
  ) throws -> [String: Int] {
    let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
    var counts: [String: Int] = [:]
    while let row = try rows.next() {
      for list in [try row.value(0), try row.value(1)] as [String?] {
        for name in (list ?? "").split(separator: "\n") { counts[String(name), default: 0] += 1 }
      }
    }
    return counts
  }
}
