import FilmzDomain
import GRDB

// The ids of films that sources have reported, in the table `cache.alias`.
extension FilmCache {
  /// Returns the canonical id of each given TMDB id that a source has reported for another id.
  ///
  /// Other ids are left out. Unless `includesCollected` is `true`, so are ids under which a film is in the
  /// collection or skipped.
  static func fetchReportedIDs(
    of ids: [FilmID], includesCollected: Bool = false, _ db: Database
  ) throws -> [FilmID: FilmID] {
    let condition = includesCollected ? "1" : isNotRecorded("known.id")
    return try fetchPairs(
      """
      SELECT known.id, coalesce(alias.film, known.film) AS film
      FROM json_each(?) AS argument JOIN cache.alias AS known ON known.id = argument.value
        LEFT JOIN main.alias ON alias.id = known.film
      WHERE \(condition)
      """, of: ids, db)
  }

  /// Returns the id under which facts that are reported for a given id are stored; ids under which they are
  /// stored themselves are left out.
  static func fetchStorageIDs(of ids: [FilmID], _ db: Database) throws -> [FilmID: FilmID] {
    try fetchPairs(
      """
      SELECT known.id, known.film
      FROM json_each(?) AS argument JOIN cache.alias AS known ON known.id = argument.value
      WHERE \(isNotRecorded("known.id")) AND \(isNoAlias("known.id"))
      """, of: ids, db)
  }

  /// Records the further ids of a film, and removes TMDB's facts that are stored under them.
  ///
  /// Facts under an id that is in the collection, or an alias there, are kept: lists find them.
  static func storeAliases(of film: Film, _ db: Database) throws {
    for id in film.otherIDs where id.ranksBelow(film.id) {
      try db.cachedStatement(
        sql: """
          INSERT INTO cache.alias (id, film) VALUES (?, ?)
          ON CONFLICT (id) DO UPDATE SET film = excluded.film WHERE film <> excluded.film
          """
      ).execute(arguments: [id.rawValue, film.id.rawValue])
      try db.cachedStatement(
        sql: """
          DELETE FROM cache.film WHERE id = ? AND layer IN (?, ?)
            AND \(isNotRecorded("film.id")) AND \(isNoAlias("film.id"))
          """
      ).execute(
        arguments: [id.rawValue, FactLayer.service.rawValue, FactLayer.serviceHit.rawValue])
    }
  }

  /// The condition that no film is in the collection or skipped under an id.
  private static func isNotRecorded(_ id: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM main.entry WHERE entry.id = \(id))
      AND NOT EXISTS (SELECT 1 FROM main.skip WHERE skip.id = \(id))
    """
  }

  /// The condition that an id is not an alias in the collection.
  private static func isNoAlias(_ id: String) -> String {
    "NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.id = \(id))"
  }

  private static func fetchPairs(_ sql: String, of ids: [FilmID], _ db: Database) throws
    -> [FilmID: FilmID]
  {
    let ids = ids.filter(\.isOfTMDB)
    guard !ids.isEmpty else { return [:] }
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: sql),
      arguments: [CollectionStore.jsonArray(of: ids.map(\.rawValue))])
    let pairs = try rows.map {
      (FilmID(unchecked: try $0.value("id")), FilmID(unchecked: try $0.value("film")))
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

extension FilmID {
  /// `true` if this is a TMDB id.
  fileprivate var isOfTMDB: Bool { rawValue.hasPrefix("tmdb:") }
}
