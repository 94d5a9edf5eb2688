package import FilmzDomain
import GRDB

extension CollectionStore {
  /// Returns at most `limit` films of the collection whose folded titles begin with a prefix.
  ///
  /// The films are in the order of the prefixes, and those with the same prefix in the order of their folded
  /// titles. If several prefixes match a film, it is returned for each of them.
  package func films(beginningWith prefixes: [String], limit: Int) async throws -> [TitledFilm] {
    try await withListIndex { db in
      var films: [TitledFilm] = []
      for prefix in prefixes where films.count < limit {
        films += try Self.fetchFilms(beginningWith: prefix, limit: limit - films.count, db)
      }
      return films
    }
  }

  private static func fetchFilms(beginningWith prefix: String, limit: Int, _ db: Database) throws -> [TitledFilm] {
    let sql = """
      SELECT fact.id, fact.title, fact.year
      FROM (SELECT id, titleKey FROM listIndex
        WHERE titleKey >= ? AND titleKey < ? || char(0x10FFFF) ORDER BY titleKey LIMIT ?) AS matched
        JOIN \(try FactView(db).collectionSubquery(["title", "year"])) ON fact.id = matched.id
      ORDER BY matched.titleKey
      """
    return try db.rows(sql, [prefix, prefix, limit]).map(TitledFilm.init(row:))
  }

  /// Returns the id of the newest change, or an empty string if the journal is empty.
  package func newestChangeID() async throws -> String { try await read { try BackupStore.newestChange($0) ?? "" } }

  /// Returns the first 500 distinct tags of films and viewings, ordered by code points.
  package func tags() async throws -> [String] {
    try await readShown { db, isShown in
      let sql = """
        SELECT DISTINCT value FROM main.entry, json_each(entry.tags)
          WHERE tags <> '[]' AND \(isShown("entry.id"))
        UNION SELECT value FROM main.viewing, json_each(viewing.tags)
          WHERE tags <> '[]' AND \(isShown("viewing.film"))
        ORDER BY value LIMIT 500
        """
      return try db.texts(sql)
    }
  }

  /// Returns the first 500 distinct recommenders of the collection's films, ordered by code points.
  package func recommenders() async throws -> [String] {
    try await readShown { db, isShown in
      let sql = """
        SELECT DISTINCT recommendedBy FROM main.entry
        WHERE recommendedBy IS NOT NULL AND \(isShown("entry.id"))
        ORDER BY recommendedBy LIMIT 500
        """
      return try db.texts(sql)
    }
  }
}

extension TitledFilm {
  fileprivate init(row: Row) throws {
    self.init(id: FilmID(unchecked: try row.value("id")), title: try row.value("title"), year: try row.value("year"))
  }
}
