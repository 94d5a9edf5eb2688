package import FilmzDomain
import GRDB

extension CollectionStore {
  /// Films without facts that are looked through for a title.
  private static let mostWithoutFacts = 500

  /// Films of the collection whose folded title begins with one of some texts, by text and title.
  ///
  /// An index finds them; of those whose facts are not known some hundreds are looked through.
  package func films(beginningWith prefixes: [String], limit: Int) async throws -> [TitledFilm] {
    try await read(isOneState: true) { db in
      var films: [TitledFilm] = []
      for prefix in prefixes where films.count < limit {
        films += try Self.fetch(beginningWith: prefix, limit: limit - films.count, db)
      }
      guard films.count < limit else { return films }
      let others = try Self.fetchWithoutFacts(db).filter { film in
        let key = TextFolding.key(film.title)
        return prefixes.contains { key.hasPrefix($0) }
      }
      return films + others.prefix(limit - films.count)
    }
  }

  private static func fetch(beginningWith prefix: String, limit: Int, _ db: Database) throws
    -> [TitledFilm]
  {
    let sql = """
      SELECT id, title, year FROM cache.film
      WHERE titleKey >= ? AND titleKey < ? || char(0x10FFFF)
        AND EXISTS (SELECT 1 FROM main.entry WHERE entry.id = film.id)
      ORDER BY titleKey LIMIT ?
      """
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: sql), arguments: [prefix, prefix, limit])
    return rows.map(TitledFilm.init(row:))
  }

  private static func fetchWithoutFacts(_ db: Database) throws -> [TitledFilm] {
    let sql = """
      SELECT id, entry.title, entry.year
      FROM (SELECT id FROM cache.listing WHERE hasFacts = 0 LIMIT ?) JOIN main.entry USING (id)
      WHERE entry.title IS NOT NULL
      """
    return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [mostWithoutFacts])
      .map(TitledFilm.init(row:))
  }

  /// The id of the newest change; empty where there is none.
  package func newestChange() async throws -> String {
    try await read { db in
      let sql = "SELECT id FROM main.change ORDER BY number DESC LIMIT 1"
      return try String.fetchOne(db.cachedStatement(sql: sql)) ?? ""
    }
  }

  /// The tags of films and viewings, each once.
  package func tags() async throws -> [String] {
    try await read { db in
      let sql = """
        SELECT DISTINCT value FROM main.entry, json_each(entry.tags) WHERE tags <> '[]'
        UNION SELECT value FROM main.viewing, json_each(viewing.tags) WHERE tags <> '[]'
        ORDER BY value LIMIT 500
        """
      return try String.fetchAll(db.cachedStatement(sql: sql))
    }
  }

  /// Those who recommended films of the collection, each once.
  package func recommenders() async throws -> [String] {
    try await read { db in
      let sql = """
        SELECT DISTINCT recommendedBy FROM main.entry WHERE recommendedBy IS NOT NULL
        ORDER BY recommendedBy LIMIT 500
        """
      return try String.fetchAll(db.cachedStatement(sql: sql))
    }
  }
}

extension TitledFilm {
  fileprivate init(row: Row) {
    self.init(id: FilmID(canonical: row["id"]), title: row["title"], year: row["year"])
  }
}
