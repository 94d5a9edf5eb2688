import FilmzDomain
import Foundation
import GRDB

/// The genres and people of the films that are known on this machine.
extension CollectionStore {
  /// The number of films that are searched for names spelled like an unknown one.
  private static let mostFilms = 50_000

  /// The genres of all films in the film cache, those of the collection among them.
  package func knownGenres() async throws -> [String] {
    try await read { db in
      let sql = "SELECT DISTINCT genres FROM cache.film WHERE genres IS NOT NULL"
      let lists = try String.fetchAll(db, sql: sql)
      return Set(lists.flatMap { $0.components(separatedBy: ", ") }).sorted()
    }
  }

  /// Whether a film in the film cache names a person; words of the name may be begun only.
  package func knowsPerson(_ name: String) async throws -> Bool {
    try await read { db in
      let request: SQL = """
        SELECT EXISTS (SELECT 1 FROM (
            SELECT ' ' || replace(people, char(10), ' ' || char(10) || ' ') || ' ' AS names
            FROM cache.film WHERE people IS NOT NULL)
          WHERE \(PersonName(name).names(areWhole: false)))
        """
      let (sql, arguments) = try request.build(db)
      return try Bool.fetchOne(db, sql: sql, arguments: arguments) ?? false
    }
  }

  /// Returns names of directors and actors in the film cache that are spelled like an unknown one.
  package func people(near name: String) async throws -> [String] {
    try await read { db in
      let sql = "SELECT directors, actors FROM cache.film LIMIT \(Self.mostFilms)"
      return SpellingDistance.names(near: name, among: try Self.names(db, sql: sql).keys)
    }
  }

  /// Directors and actors of the collection's films who are called so, words of their names begun only;
  /// those of most films first.
  package func people(beginningWith text: String, limit: Int) async throws -> [String] {
    let person = PersonName(text)
    return try await listing { db in
      let request: SQL = """
        SELECT directors, actors FROM listingPeople JOIN listingFacts USING (number)
        WHERE \(person.names(areWhole: false)) LIMIT 1000
        """
      let (sql, arguments) = try request.build(db)
      let counts = try Self.names(db, sql: sql, arguments: arguments)
      return counts.filter { person.isOne(of: $0.key, areWhole: false) }
        .mostFrequent(limit).map(\.value)
    }
  }

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
