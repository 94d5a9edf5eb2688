package import FilmzDomain
import GRDB

extension ResetScope {
  /// The kinds of data, in the order in which they are named and removed.
  ///
  /// Each has the noun for one subject in messages, the kind of the subjects, and the SQL that selects their ids.
  fileprivate var data: [(noun: String, kind: Change.Subject.Kind, sql: String)] {
    let skips = "SELECT id FROM \(CollectionStore.effectiveSkips) ORDER BY skippedAt, id"
    switch self {
    case .skipped: return [("skip", .skip, skips)]
    case .watchlist:
      let wanted = "SELECT id FROM main.entry WHERE id NOT IN (SELECT film FROM main.viewing)"
      return [("wanted film", .entry, "\(wanted) ORDER BY addedAt, id")]
    case .all:
      return [
        ("film", .entry, "SELECT id FROM main.entry ORDER BY addedAt, id"),
        ("viewing", .viewing, "SELECT id FROM main.viewing ORDER BY id"),
        ("list", .list, "SELECT id FROM main.list ORDER BY createdAt, id"),
        ("own record", .record, "SELECT id FROM main.record ORDER BY id"),
        ("comment", .comment, "SELECT id FROM main.comment WHERE source IS NULL ORDER BY time, id"),
        ("skip", .skip, skips),
      ]
    }
  }
}

/// The subjects of one kind that a reset removes.
package struct ResetGroup: Sendable, Hashable {
  /// The noun for one subject, such as `film`.
  package let noun: String
  package let kind: Change.Subject.Kind
  package let ids: [String]
}

extension CollectionStore {
  /// Returns the groups of data that a reset would remove now, without empty ones.
  package func groups(of scope: ResetScope) async throws -> [ResetGroup] {
    try await read { db in
      let groups = try scope.data.map { ResetGroup(noun: $0.noun, kind: $0.kind, ids: try db.texts($0.sql)) }
      return groups.filter { !$0.ids.isEmpty }
    }
  }
}

extension JournalTransaction {
  /// Removes the subjects of a group, with their child subjects.
  ///
  /// Subjects that do not exist any more are left out; so are films with a viewing if `keepingSeenFilms` is
  /// `true`.
  package func delete(_ group: ResetGroup, keepingSeenFilms: Bool) throws {
    for id in group.ids {
      guard group.kind == .entry else {
        try delete(Change.Subject(group.kind, id))
        continue
      }
      let film = FilmID(unchecked: id)
      guard let entry = try entry(film), !keepingSeenFilms || !entry.isWatched else { continue }
      try delete(film)
    }
  }
}
