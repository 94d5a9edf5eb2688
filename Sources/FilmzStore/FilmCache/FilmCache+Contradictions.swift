import FilmzDomain
import Foundation
import GRDB

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
