package import FilmzDomain
import GRDB

/// A film of the collection or a skipped film that may be the same film as one of TMDB, with the values to compare.
package struct IdentityCandidate: Sendable, Hashable {
  package let id: FilmID
  /// The folded title.
  package let titleKey: String
  package let year: Int
  package let type: MediaType
  package let mark: Mark

  package init(id: FilmID, titleKey: String, year: Int, type: MediaType, mark: Mark) {
    (self.id, self.titleKey, self.year, self.type, self.mark) = (id, titleKey, year, type, mark)
  }
}

extension CollectionStore {
  /// Returns the films of the collection whose folded titles are in `titleKeys`, whose years and types are known, and
  /// whose TMDB ids are not.
  ///
  /// Hidden films are included, because they must not be added again.
  package func identityCandidates(titleKeys: some Collection<String>) async throws -> [IdentityCandidate] {
    guard !titleKeys.isEmpty else { return [] }
    let keys = Self.jsonArray(of: titleKeys.sorted())
    return try await withListIndex(ofAllFilms: true) { db in
      let sql = """
        SELECT listIndex.id, titleKey, year, listIndex.type, isWatched
        FROM json_each(?) AS argument CROSS JOIN listIndex ON titleKey = argument.value
        WHERE year IS NOT NULL AND listIndex.type IS NOT NULL
          AND \(Self.hasNoTMDBID("listIndex.id"))
        """
      return try db.rows(sql, [keys]).compactMap { row in
        guard let type = MediaType(rawValue: try row.value("type", String.self)) else { return nil }
        return IdentityCandidate(
          id: FilmID(unchecked: try row.value("id")), titleKey: try row.value("titleKey"), year: try row.value("year"),
          type: type, mark: try row.value("isWatched", Bool.self) ? .seen : .wanted)
      }
    }
  }

  /// Returns the skipped films whose folded titles are in `titleKeys`, whose years are known, and whose TMDB ids are
  /// not.
  package func skippedFilms(titleKeys: Set<String>) async throws -> [SkippedFilm] {
    try await read(inTransaction: false) { db in
      let sql = "SELECT * FROM \(Self.effectiveSkips) AND year IS NOT NULL AND \(Self.hasNoTMDBID("skip.id"))"
      return try db.rows(sql).map(SkippedFilm.init(row:)).filter {
        titleKeys.contains(TextFolding.titleKey($0.caption?.title ?? ""))
      }
    }
  }

  /// Returns the SQL condition that no TMDB id of a film is known.
  ///
  /// `id` is an SQL expression of the film's canonical id. The known ids are this one, its aliases in the collection,
  /// and the aliases that sources have reported for these ids. A reported alias does not count if the collection has it
  /// as an alias.
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
