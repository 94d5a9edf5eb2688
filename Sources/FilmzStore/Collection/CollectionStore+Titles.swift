package import FilmzDomain
import GRDB

extension CollectionStore {
  /// Films of the collection whose folded title begins with one of some texts, by text and title.
  package func films(beginningWith prefixes: [String], limit: Int) async throws -> [TitledFilm] {
    try await listing { db in
      var films: [TitledFilm] = []
      for prefix in prefixes where films.count < limit {
        films += try Self.fetch(beginningWith: prefix, limit: limit - films.count, db)
      }
      return films
    }
  }

  private static func fetch(beginningWith prefix: String, limit: Int, _ db: Database) throws
    -> [TitledFilm]
  {
    let sql = """
      SELECT fact.id, fact.title, fact.year
      FROM (SELECT id, titleKey FROM listing
        WHERE titleKey >= ? AND titleKey < ? || char(0x10FFFF) ORDER BY titleKey LIMIT ?) AS found
        JOIN \(try FactView(db).ofCollection(["title", "year"])) ON fact.id = found.id
      ORDER BY found.titleKey
      """
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: sql), arguments: [prefix, prefix, limit])
    return try rows.map(TitledFilm.init(row:))
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
  fileprivate init(row: Row) throws {
    self.init(
      id: FilmID(canonical: try row.value("id")), title: try row.value("title"),
      year: try row.value("year"))
  }
}
