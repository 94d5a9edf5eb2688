import FilmzDomain
import Foundation
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
    let ids = ids.filter { $0.imdbID == nil }
    guard !ids.isEmpty else { return [:] }
    let condition = includesCollected ? "1" : isNotRecorded("known.id")
    return try CollectionStore.fetchPairs(
      """
      SELECT known.id, coalesce(alias.film, known.film) AS film
      FROM json_each(?) AS argument JOIN cache.alias AS known ON known.id = argument.value
        LEFT JOIN main.alias ON alias.id = known.film
      WHERE \(condition)
      """, of: ids, db)
  }

  /// Records the further ids of a film, and those that are wrong, before the film's facts are stored.
  ///
  /// A TMDB id is wrong if facts of TMDB and of another source that would be those of the same film contradict
  /// each other (``FilmzDomain/Film/contradicts(_:)``).
  ///
  /// - Returns: The film with the id under which its facts are to be stored.
  static func updateAliases(with film: Film, at now: Date, _ db: Database) throws -> Film {
    if film.origin != .tmdb { try separateAliases(contradictedBy: film, db) }
    var film = film
    if let ownID = film.otherIDs.first(where: { $0.ranksBelow(film.id) }),
      try isContradicted(film, db)
    {
      try separate([ownID], from: film.id, db)
      film.id = ownID
      film.otherIDs = []
    }
    try storeAliases(of: film, at: now, db)
    guard let id = try fetchStorageID(of: film.id, db) else { return film }
    let ownID = film.id
    film.id = id
    guard try isContradicted(film, db) else { return film }
    try separate([ownID], from: id, db)
    film.id = ownID
    return film
  }

  /// Returns the id under which facts that are reported for a given id are stored; `nil` if they are stored
  /// under the id itself.
  private static func fetchStorageID(of id: FilmID, _ db: Database) throws -> FilmID? {
    guard id.imdbID == nil else { return nil }
    let sql = """
      SELECT known.film FROM cache.alias AS known
      WHERE known.id = ? AND \(isNotRecorded("known.id")) AND \(isNoAlias("known.id"))
      """
    return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [id.rawValue])
      .map(FilmID.init(unchecked:))
  }

  /// Records the further ids of a film of TMDB, and removes TMDB's facts that are stored under them.
  ///
  /// Facts under an id that is in the collection, or an alias there, are kept: lists find them. Details of TMDB
  /// under its own id report that this is not a further id of another film.
  private static func storeAliases(of film: Film, at now: Date, _ db: Database) throws {
    guard film.origin == .tmdb else { return }
    if film.isComplete, film.id.imdbID == nil {
      try removeAlias(film.id, outdatedBy: film, at: now, db)
    }
    for id in film.otherIDs where id.ranksBelow(film.id) {
      try removeAlias(id, outdatedBy: film, at: now, db)
      try db.cachedStatement(
        sql: "INSERT INTO cache.alias (id, film) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"
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

  /// Removes an id from the further ids if it stands for another film than a film that a source reports it
  /// for now, unless newer facts of TMDB are stored for the other film.
  private static func removeAlias(
    _ id: FilmID, outdatedBy film: Film, at now: Date, _ db: Database
  ) throws {
    let sql = "SELECT film FROM cache.alias WHERE id = ? AND film <> ?"
    let arguments = [id.rawValue, film.id.rawValue]
    guard
      let other = try String.fetchOne(
        db.cachedStatement(sql: sql), arguments: StatementArguments(arguments)
      ).map(FilmID.init(unchecked:))
    else { return }
    let stored = try fetchLayers(other, db)[.service]?.provenance
    guard stored?.shouldBeReplaced(by: film.provenance, at: now) ?? true else { return }
    try separate([id], from: other, db)
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
}

// Wrong ids that TMDB has reported.
extension FilmCache {
  /// Returns whether stored facts of another source contradict facts of TMDB with the same id.
  static func isContradicted(_ film: Film, _ db: Database) throws -> Bool {
    guard film.origin == .tmdb else { return false }
    return try fetchFilms(film.id, where: "source <> 'tmdb'", db).contains(where: film.contradicts)
  }

  /// Separates the further ids of a film, given by another source than TMDB, if stored facts of TMDB
  /// contradict it.
  static func separateAliases(contradictedBy film: Film, _ db: Database) throws {
    guard film.id.imdbID != nil else { return }
    let aliases = try fetchAliases(of: film.id, db)
    guard !aliases.isEmpty,
      try fetchFilms(film.id, where: "source = 'tmdb'", db).contains(where: film.contradicts)
    else { return }
    try separate(aliases, from: film.id, db)
  }

  /// Removes some ids from the further ids of a film, and TMDB's facts from its facts.
  ///
  /// The facts are kept under the separated id if it was the film's only further id; otherwise it is not known
  /// to which id they belong, and they are deleted. Does nothing if none of the ids is a further id of the
  /// film.
  static func separate(_ ids: [FilmID], from film: FilmID, _ db: Database) throws {
    let aliases = try fetchAliases(of: film, db)
    let separated = aliases.filter(ids.contains)
    guard !separated.isEmpty else { return }
    for id in separated {
      try db.cachedStatement(sql: "DELETE FROM cache.alias WHERE id = ?")
        .execute(arguments: [id.rawValue])
    }
    if aliases.count == 1 { try copyFacts(of: film, to: separated[0], db) }
    try db.cachedStatement(sql: "DELETE FROM cache.film WHERE id = ? AND source = 'tmdb'")
      .execute(arguments: [film.rawValue])
    try markStale([film] + separated, db)
  }

  /// Copies TMDB's facts to another id, where they replace facts of the same layer.
  private static func copyFacts(of film: FilmID, to id: FilmID, _ db: Database) throws {
    let columns = """
      source, level, title, year, endYear, type, imdbRating, imdbVotes, runtimeMinutes, rated, genres,
      titleKey, names, people, directors, actors, fetchedAt, storedAt, usedOn, version
      """
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO cache.film (id, layer, \(columns), facts)
        SELECT ?, layer, \(columns), json_remove(facts, '$.otherIDs') FROM cache.film
        WHERE id = ? AND source = 'tmdb' AND json_valid(facts)
        """
    ).execute(arguments: [id.rawValue, film.rawValue])
  }

  private static func fetchAliases(of film: FilmID, _ db: Database) throws -> [FilmID] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT id FROM cache.alias WHERE film = ? ORDER BY id"),
      arguments: [film.rawValue]
    ).map(FilmID.init(unchecked:))
  }

  /// Returns the facts of those layers stored under an id that satisfy a condition; facts that cannot be
  /// decoded are skipped.
  private static func fetchFilms(_ id: FilmID, where condition: String, _ db: Database) throws
    -> [Film]
  {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT facts FROM cache.film WHERE id = ? AND \(condition)"),
      arguments: [id.rawValue]
    ).compactMap { try? JSONDecoder().decode(Film.self, from: Data($0.utf8)) }
  }
}
