package import FilmzDomain
import GRDB

/// A film of the collection, or a skipped film, with the values by which a film of TMDB may be recognized as
/// the same one.
package struct IdentityCandidate: Sendable, Hashable {
  package let id: FilmID
  /// The folded title.
  package let titleKey: String
  package let year: Int
  package let type: MediaType
  package let mark: Mark

  package init(id: FilmID, titleKey: String, year: Int, type: MediaType, mark: Mark) {
    self.id = id
    self.titleKey = titleKey
    self.year = year
    self.type = type
    self.mark = mark
  }
}

extension CollectionStore {
  /// Returns the films of the collection with some folded titles that have a year and a type, but no known
  /// id of TMDB, including those that the kids filter hides, because they must not be added again.
  package func identityCandidates(titleKeys: some Collection<String>) async throws
    -> [IdentityCandidate]
  {
    guard !titleKeys.isEmpty else { return [] }
    let keys = Self.jsonArray(of: titleKeys.sorted())
    return try await withListIndex(ofAllFilms: true) { db in
      let sql = """
        SELECT listIndex.id, titleKey, year, listIndex.type, isWatched
        FROM json_each(?) AS argument CROSS JOIN listIndex ON titleKey = argument.value
        WHERE year IS NOT NULL AND listIndex.type IS NOT NULL
          AND \(Self.hasNoTMDBID("listIndex.id"))
        """
      let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [keys])
      return try rows.compactMap { row in
        guard let type = MediaType(rawValue: try row.value("type", String.self)) else { return nil }
        return IdentityCandidate(
          id: FilmID(unchecked: try row.value("id")), titleKey: try row.value("titleKey"),
          year: try row.value("year"), type: type,
          mark: try row.value("isWatched", Bool.self) ? .seen : .wanted)
      }
    }
  }

  /// Returns the skipped films with some folded titles that have a year, but no known id of TMDB.
  package func skippedFilms(titleKeys: Set<String>) async throws -> [SkippedFilm] {
    try await read(inTransaction: false) { db in
      let sql = """
        SELECT * FROM \(Self.effectiveSkips) AND year IS NOT NULL
          AND \(Self.hasNoTMDBID("skip.id"))
        """
      return try Row.fetchAll(db.cachedStatement(sql: sql)).map(SkippedFilm.init(row:)).filter {
        titleKeys.contains(TextFolding.key($0.caption?.title ?? ""))
      }
    }
  }
  /// The condition that TMDB's id of a film is not known: neither is its canonical id, which an SQL expression
  /// gives, one of TMDB, nor is an alias of it that the collection has or a source has reported.
  private static func hasNoTMDBID(_ id: String) -> String {
    """
    \(id) NOT GLOB 'tmdb:*'
      AND NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.film = \(id) AND alias.id GLOB 'tmdb:*')
      AND NOT EXISTS (
        SELECT 1 FROM cache.alias AS known
        WHERE known.film IN (SELECT \(id) UNION ALL SELECT alias.id FROM main.alias WHERE alias.film = \(id))
          AND known.id GLOB 'tmdb:*'
          AND NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.id = known.id))
    """
  }
}
