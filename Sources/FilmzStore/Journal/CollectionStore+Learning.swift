package import FilmzDomain
package import Foundation
import GRDB

// Aliases that sources report about films of the collection.
extension CollectionStore {
  /// Returns the further ids of a film that the collection should record as aliases, and those that it must not record.
  ///
  /// Ids that are already aliases of any film are left out. If the film has no changes in the journal, ids without
  /// changes there are left out, too.
  package func unlearnedAliases(of film: Film) async throws -> UnlearnedAliases {
    let ids = film.otherIDs.filter { $0.ranksBelow(film.id) }
    guard !ids.isEmpty else { return UnlearnedAliases() }
    return try await read { try UnlearnedAliases(of: film.id, ids, $0) }
  }

  /// Records further ids of a film, those of ``unlearnedAliases(of:)``, in a step that `log` does not list.
  ///
  /// Writes nothing if `ids` is empty. May be called again with the same ids.
  ///
  /// - Parameters:
  ///   - ids: The ids to record.
  ///   - film: The film's canonical id.
  ///   - source: The name of the source that reported the ids.
  ///   - now: The time of the step.
  /// - Returns: The ids that were recorded; another process may have changed the collection since they were
  ///   determined.
  /// - Throws: A ``StoreError`` if the collection cannot be read or written.
  @discardableResult
  package func learnAliases(
    _ ids: [FilmID], of film: FilmID, foundBy source: String, at now: Date
  ) async throws -> [FilmID] {
    guard !ids.isEmpty else { return [] }
    return try await apply(nil, at: now) { transaction in try transaction.learnAliases(ids, of: film, foundBy: source) }
  }
}

extension JournalTransaction {
  /// Records further ids of films of the collection from files.
  ///
  /// IMDb ids are not recorded as aliases, because a film has only one IMDb id: files that give it two are wrong.
  ///
  /// - Parameters:
  ///   - films: The canonical id of each film, and all ids that a file gives it.
  ///   - source: The name of the source of the ids.
  /// - Throws: A ``StoreError``, `CancellationError`.
  package func learnAliases(_ films: [(film: FilmID, ids: [FilmID])], foundBy source: String) throws {
    let targets = films.map { film, ids in film.imdbID == nil ? ids.first { $0.imdbID != nil } ?? film : film }
    let others = films.flatMap(\.ids).filter { $0.imdbID == nil }
    let unrecorded = try importReader.unrecordedFilms(others)
    let known = try db.recordedCanonicalIDs(of: targets + others)
    var uniqueIDs: Set<FilmID> = []
    var new: [NewSubject] = []
    var recorded: [(film: FilmID, id: FilmID)] = []
    for (target, (film, ids)) in zip(targets, films) {
      for id in ids where id.imdbID == nil && known[id] == nil && id.ranksBelow(target) {
        guard uniqueIDs.insert(id).inserted else { continue }
        if unrecorded.contains(id), known[target] == nil, target == film {
          let fields: [String: FieldValue] = ["film": .text(target.rawValue), "foundBy": .text(source)]
          new.append((.init(.alias, id.rawValue), fields))
        } else {
          recorded.append((target, id))
        }
      }
    }
    try insertUnrecorded(new)
    invalidateCaches()
    for (film, id) in recorded {
      try Task.checkCancellation()
      try learnAliases([id], of: film, foundBy: source)
    }
  }

  /// Records those further ids of a film that the collection should record as aliases, and returns these.
  @discardableResult
  fileprivate func learnAliases(_ ids: [FilmID], of film: FilmID, foundBy source: String) throws -> [FilmID] {
    let unlearned = try UnlearnedAliases(of: film, ids, db)
    for id in unlearned.ids { try identify(film, id, foundBy: source) }
    return unlearned.ids
  }
}

/// The ids of a film that a source has reported and that are not aliases in the collection.
package struct UnlearnedAliases: Sendable, Hashable {
  /// The ids to record.
  ///
  /// Of these ids and the canonical id, at most one is in the collection or skipped.
  package var ids: [FilmID] = []
  /// The ids under which the collection has or skips another film; only the user can decide that both are the same
  /// film.
  package var conflicts: [FilmID] = []
}

extension UnlearnedAliases {
  /// Divides further ids of a film into those to record and those that conflict; all of them rank below `film`.
  init(of film: FilmID, _ otherIDs: [FilmID], _ db: Database) throws {
    let canonical = try db.recordedCanonicalIDs(of: [film] + otherIDs)
    let target = canonical[film] ?? film
    var isMarked = try Self.isMarked(target, db)
    let isRecorded = try isMarked || Self.hasChanges([film, target], db)
    for id in otherIDs where canonical[id] == nil {
      if try Self.isMarked(id, db) {
        if isMarked { conflicts.append(id) } else { ids.append(id) }
        isMarked = true
      } else if try isRecorded || Self.hasChanges([id], db) {
        ids.append(id)
      }
    }
  }

  /// Returns whether a film is in the collection or skipped.
  private static func isMarked(_ id: FilmID, _ db: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.entry WHERE id = ?1) OR EXISTS (SELECT 1 FROM main.skip WHERE id = ?1)"
    return try db.isTrue(sql, [id.rawValue])
  }

  /// Returns whether the journal has a change that names a film by one of the given ids.
  private static func hasChanges(_ ids: [FilmID], _ db: Database) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change WHERE subject = ?1)
        OR EXISTS (SELECT 1 FROM main.change WHERE film = ?1)
        OR EXISTS (SELECT 1 FROM main.change WHERE subject > ?1 || ' ' AND subject < ?1 || '!')
      """
    return try ids.contains { id in try db.isTrue(sql, [id.rawValue]) }
  }
}
