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
