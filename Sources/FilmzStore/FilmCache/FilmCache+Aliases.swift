import FilmzDomain
import Foundation
import GRDB

// The ids of films that sources have reported, in the table `cache.alias`.
extension FilmCache {
  /// Records the further ids of a film, and removes wrong ones, before the film's facts are stored.
  ///
  /// A TMDB id of a film is wrong if its facts of TMDB and those of another source contradict each other
  /// (``FilmzDomain/Film/contradicts(_:)``).
  ///
  /// - Returns: The film with the id under which its facts are to be stored.
  static func updateAliases(with film: Film, at now: Date, _ db: Database) throws -> Film {
    if film.origin != .tmdb { try separateAliases(contradictedBy: film, db) }
    var film = film
    if let tmdbID = film.otherIDs.first(where: { $0.ranksBelow(film.id) }), try isContradicted(film, db) {
      try separate([tmdbID], from: film.id, db)
      film.id = tmdbID
      film.otherIDs = []
    }
    try storeAliases(of: film, at: now, db)
    guard let id = try fetchStorageID(of: film.id, db) else { return film }
    let reportedID = film.id
    film.id = id
    guard try isContradicted(film, db) else { return film }
    try separate([reportedID], from: id, db)
    film.id = reportedID
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
    return try db.text(sql, [id.rawValue]).map(FilmID.init(unchecked:))
  }

  /// Records the further ids of a film of TMDB, and removes TMDB's facts that are stored under them.
  ///
  /// Facts under an id that is in the collection, or an alias there, are kept, because lists find them. If TMDB gives
  /// details of a film under TMDB's id alone, this id is not a further id of another film any more.
  private static func storeAliases(of film: Film, at now: Date, _ db: Database) throws {
    guard film.origin == .tmdb else { return }
    if film.isComplete, film.id.imdbID == nil { try removeAlias(film.id, outdatedBy: film, at: now, db) }
    for id in film.otherIDs where id.ranksBelow(film.id) {
      try removeAlias(id, outdatedBy: film, at: now, db)
      try db.run(
        "INSERT INTO cache.alias (id, film) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", [id.rawValue, film.id.rawValue])
      try db.run(
        """
        DELETE FROM cache.film WHERE id = ? AND layer IN (?, ?)
          AND \(isNotRecorded("film.id")) AND \(isNoAlias("film.id"))
        """, [id.rawValue, FactLayer.service.rawValue, FactLayer.serviceHit.rawValue])
    }
  }

  /// Removes a further id of another film, because a source now reports it for `film`.
  ///
  /// Does nothing if newer facts of TMDB are stored for the other film.
  private static func removeAlias(_ id: FilmID, outdatedBy film: Film, at now: Date, _ db: Database) throws {
    let sql = "SELECT film FROM cache.alias WHERE id = ? AND film <> ?"
    let arguments = [id.rawValue, film.id.rawValue]
    guard let other = try db.text(sql, StatementArguments(arguments)).map(FilmID.init(unchecked:)) else { return }
    let stored = try fetchLayers(other, db)[.service]?.provenance
    guard stored?.shouldBeReplaced(by: film.provenance, at: now) ?? true else { return }
    try separate([id], from: other, db)
  }

  /// Returns the condition that no film is in the collection or skipped under an id.
  fileprivate static func isNotRecorded(_ id: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM main.entry WHERE entry.id = \(id))
      AND NOT EXISTS (SELECT 1 FROM main.skip WHERE skip.id = \(id))
    """
  }

  /// Returns the condition that an id is not an alias in the collection.
  private static func isNoAlias(_ id: String) -> String {
    "NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.id = \(id))"
  }
}

// Wrong ids that TMDB has reported.
extension FilmCache {
  /// Returns whether stored facts of another source contradict facts of TMDB with the same id; `false` if `film` is not
  /// of TMDB.
  static func isContradicted(_ film: Film, _ db: Database) throws -> Bool {
    guard film.origin == .tmdb else { return false }
    return try fetchFilms(film.id, where: "source <> 'tmdb' AND level > 0", db).contains(where: film.contradicts)
  }

  /// Separates the further ids of a film from it if stored facts of TMDB contradict the film, which is of another
  /// source.
  static func separateAliases(contradictedBy film: Film, _ db: Database) throws {
    guard film.id.imdbID != nil else { return }
    let aliases = try fetchAliases(of: film.id, db)
    guard !aliases.isEmpty, try fetchFilms(film.id, where: "source = 'tmdb'", db).contains(where: film.contradicts)
    else { return }
    try separate(aliases, from: film.id, db)
  }

  /// Removes the given ids from the further ids of a film, and TMDB's facts from its facts.
  ///
  /// If the separated id was the film's only further id, the facts are stored under it. Otherwise they are deleted,
  /// because it is not known to which id they belong. Does nothing if none of the ids is a further id of the film.
  static func separate(_ ids: [FilmID], from film: FilmID, _ db: Database) throws {
    let aliases = try fetchAliases(of: film, db)
    let separated = aliases.filter(ids.contains)
    guard !separated.isEmpty else { return }
    for id in separated { try db.run("DELETE FROM cache.alias WHERE id = ?", [id.rawValue]) }
    if aliases.count == 1 { try copyFacts(of: film, to: separated[0], db) }
    try db.run("DELETE FROM cache.film WHERE id = ? AND source = 'tmdb'", [film.rawValue])
    try markStale([film] + separated, db)
  }

  /// Copies TMDB's facts of a film to another id, where they replace facts of the same layers.
  private static func copyFacts(of film: FilmID, to id: FilmID, _ db: Database) throws {
    let columns = factColumns.dropLast().joined(separator: ", ")
    try db.run(
      """
      INSERT OR REPLACE INTO cache.film (id, layer, \(columns), facts)
      SELECT ?, layer, \(columns), json_remove(facts, '$.otherIDs') FROM cache.film
      WHERE id = ? AND source = 'tmdb' AND json_valid(facts)
      """, [id.rawValue, film.rawValue])
  }

  private static func fetchAliases(of film: FilmID, _ db: Database) throws -> [FilmID] {
    try db.filmIDs("SELECT id FROM cache.alias WHERE film = ? ORDER BY id", [film.rawValue])
  }

  /// Returns the facts of the layers under an id that satisfy an SQL condition; facts that cannot be decoded are left
  /// out.
  private static func fetchFilms(_ id: FilmID, where condition: String, _ db: Database) throws -> [Film] {
    try db.texts("SELECT facts FROM cache.film WHERE id = ? AND \(condition)", [id.rawValue]).compactMap {
      try? JSONDecoder().decode(Film.self, from: Data($0.utf8))
    }
  }
}

extension Database {
  /// Returns the canonical id of each given TMDB id that a source has reported as a further id of a film.
  ///
  /// Other ids are left out. Unless `includesCollected` is `true`, so are ids under which a film is in the
  /// collection or skipped.
  func reportedIDs(of ids: [FilmID], includesCollected: Bool = false) throws -> [FilmID: FilmID] {
    let ids = ids.filter { $0.imdbID == nil }
    guard !ids.isEmpty else { return [:] }
    let condition = includesCollected ? "1" : FilmCache.isNotRecorded("known.id")
    return try filmPairs(
      """
      SELECT known.id, coalesce(alias.film, known.film) AS film
      FROM json_each(?) AS argument JOIN cache.alias AS known ON known.id = argument.value
        LEFT JOIN main.alias ON alias.id = known.film
      WHERE \(condition)
      """, of: ids)
  }
}
