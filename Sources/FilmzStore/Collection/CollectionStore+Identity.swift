package import FilmzDomain
import Foundation
import GRDB

// The canonical ids and aliases of films.
extension CollectionStore {
  /// Returns the canonical id of each given id that is an alias; other ids are left out.
  ///
  /// The aliases are those of the collection and those that sources have reported (see
  /// ``fetchCanonicalIDs(of:includesCollected:_:)``).
  package func canonicalIDs(of ids: [FilmID]) async throws -> [FilmID: FilmID] {
    try await read(inTransaction: false) { try Self.fetchCanonicalIDs(of: ids, $0) }
  }

  /// Returns whether the collection has recorded an id as an alias of a film.
  package func isAlias(_ id: FilmID, of film: FilmID) async throws -> Bool {
    try await read(inTransaction: false) { db in
      try Self.fetchRecordedCanonicalIDs(of: [id], db)[id] == film
    }
  }

  /// Returns the aliases of a film, in alphabetical order: those of the collection, and those that sources
  /// have reported.
  package func aliases(of film: FilmID) async throws -> [FilmID] {
    try await read(inTransaction: false) { db in
      let sql = """
        WITH own AS (SELECT id FROM main.alias WHERE film = ?1)
        SELECT id FROM own
        UNION SELECT known.id FROM cache.alias AS known
          WHERE known.film IN (SELECT ?1 UNION ALL SELECT id FROM own)
            AND NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.id = known.id)
            AND NOT EXISTS (SELECT 1 FROM main.entry WHERE entry.id = known.id)
        ORDER BY id
        """
      return try String.fetchAll(db.cachedStatement(sql: sql), arguments: [film.rawValue])
        .map(FilmID.init(unchecked:))
    }
  }

  /// Returns the canonical id of each given id that is an alias; other ids are left out.
  ///
  /// An alias of the collection takes precedence over one that a source has reported. Unless `includesCollected` is
  /// `true`, an id under which the film is in the collection or skipped is no alias, even if a source has reported its
  /// canonical id.
  static func fetchCanonicalIDs(
    of ids: [FilmID], includesCollected: Bool = false, _ db: Database
  ) throws -> [FilmID: FilmID] {
    let recorded = try fetchRecordedCanonicalIDs(of: ids, db)
    let otherIDs = recorded.isEmpty ? ids : ids.filter { recorded[$0] == nil }
    let reported = try FilmCache.fetchReportedIDs(
      of: otherIDs, includesCollected: includesCollected, db)
    return recorded.merging(reported) { first, _ in first }
  }

  /// Returns the canonical id of each given id that is an alias in the collection; other ids are left out.
  static func fetchRecordedCanonicalIDs(of ids: [FilmID], _ db: Database) throws
    -> [FilmID: FilmID]
  {
    guard !ids.isEmpty, try hasAliases(db) else { return [:] }
    let sql = """
      SELECT alias.id, film FROM json_each(?) AS argument JOIN main.alias ON alias.id = argument.value
      """
    return try fetchPairs(sql, of: ids, db)
  }

  /// Returns the aliases in the collection of films with some canonical ids, each with the canonical id.
  static func fetchRecordedAliases(of ids: [FilmID], _ db: Database) throws -> [FilmID: FilmID] {
    guard !ids.isEmpty, try hasAliases(db) else { return [:] }
    let sql = "SELECT id, film FROM main.alias WHERE film IN (SELECT value FROM json_each(?))"
    return try fetchPairs(sql, of: ids, db)
  }

  /// Returns the values of the columns `id` and `film` that a statement selects.
  ///
  /// The argument of the statement is a JSON array of `ids`.
  static func fetchPairs(_ sql: String, of ids: [FilmID], _ db: Database) throws
    -> [FilmID: FilmID]
  {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: sql), arguments: [jsonArray(of: ids.map(\.rawValue))])
    let pairs = try rows.map {
      (FilmID(unchecked: try $0.value("id")), FilmID(unchecked: try $0.value("film")))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns whether any film has an alias.
  static func hasAliases(_ db: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.alias)"
    return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
  }

  /// Returns whether there are own records.
  static func hasOwnRecords(_ db: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.record)"
    return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
  }

  /// Returns whether there are imported records.
  static func hasImportedRecords(_ db: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.importedRecord)"
    return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
  }

  /// Returns whether the journal contains a change of an alias, even one that was undone.
  static func hasAliasChanges(_ db: Database) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change INDEXED BY changeOfAlias WHERE subjectKind = 'alias')
      """
    return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
  }
}

extension JournalTransaction {
  /// Records that two ids identify the same film, which merges the user's data of both.
  ///
  /// `source` is the name of the source that reported this, or `nil` if the user did. A source does not
  /// change an alias that the user has specified. Returns the resulting canonical id of the film.
  @discardableResult
  package func identify(_ first: FilmID, _ second: FilmID, foundBy source: String? = nil) throws
    -> FilmID
  {
    let (alias, film) = first.ranksBelow(second) ? (first, second) : (second, first)
    let subject = Change.Subject(.alias, alias.rawValue)
    let old = try fields(of: subject)
    let mustKeepUserAlias = source != nil && old.map { $0["foundBy"] == .null } ?? false
    let isRecorded =
      try old?["film"] == .text(canonicalID(of: film).rawValue)
      && (source != nil || old?["foundBy"] == .null)
    guard alias != film, !mustKeepUserAlias, !isRecorded else { return try canonicalID(of: film) }
    if source == nil { try recordEntryUpdates(of: [alias, film]) }
    let new: [String: FieldValue] = [
      "film": .text(film.rawValue), "foundBy": source.map(FieldValue.text) ?? .null,
    ]
    try record(old == nil ? .insert : .update, subject, from: old ?? [:], to: new)
    return try canonicalID(of: film)
  }

  /// Records an empty update of the entries of some films.
  ///
  /// An alias that the user specifies counts as a change of both films. Because of this update, merging
  /// changes from another computer that removed one of the films earlier does not remove it here.
  private func recordEntryUpdates(of ids: [FilmID]) throws {
    for id in try Set(ids.map(canonicalID(of:))).sorted() {
      let subject = Change.Subject(.entry, id.rawValue)
      guard try fields(of: subject) != nil else { continue }
      let entryIDs = try usesAliases(id) ? liveIDs(subject, of: id) : [id.rawValue]
      for id in entryIDs.sorted() { try append(Change(kind: .update, subject: .init(.entry, id))) }
    }
  }

  package func canonicalID(of id: FilmID) throws -> FilmID {
    try CollectionStore.fetchRecordedCanonicalIDs(of: [id], db)[id] ?? id
  }
}
