package import FilmzDomain
import GRDB

/// A kind of data that a reset removes.
struct ResettableData {
  /// The noun for one subject in messages.
  let noun: String
  let kind: Change.Subject.Kind
  /// The SQL that selects the ids of the subjects.
  let sql: String

  static let films = Self(
    noun: "film", kind: .entry, sql: "SELECT id FROM main.entry ORDER BY addedAt, id")
  static let wantedFilms = Self(
    noun: "wanted film", kind: .entry,
    sql: """
      SELECT id FROM main.entry WHERE id NOT IN (SELECT film FROM main.viewing) ORDER BY addedAt, id
      """)
  static let viewings = Self(
    noun: "viewing", kind: .viewing, sql: "SELECT id FROM main.viewing ORDER BY id")
  static let lists = Self(
    noun: "list", kind: .list, sql: "SELECT id FROM main.list ORDER BY createdAt, id")
  static let records = Self(
    noun: "own record", kind: .record, sql: "SELECT id FROM main.record ORDER BY id")
  static let comments = Self(
    noun: "comment", kind: .comment,
    sql: "SELECT id FROM main.comment WHERE source IS NULL ORDER BY time, id")
  static let skips = Self(
    noun: "skip", kind: .skip,
    sql: "SELECT id FROM \(CollectionStore.effectiveSkips) ORDER BY skippedAt, id")
}

extension ResetScope {
  /// The kinds of data, in the order in which they are named and removed.
  fileprivate var data: [ResettableData] {
    switch self {
    case .skipped: [.skips]
    case .watchlist: [.wantedFilms]
    case .all: [.films, .viewings, .lists, .records, .comments, .skips]
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
  /// Returns the data that a reset removes now, without empty groups.
  package func groups(of scope: ResetScope) async throws -> [ResetGroup] {
    try await read { db in
      try scope.data.map {
        ResetGroup(noun: $0.noun, kind: $0.kind, ids: try String.fetchAll(db, sql: $0.sql))
      }.filter { !$0.ids.isEmpty }
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
