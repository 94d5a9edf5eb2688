package import FilmzDomain
package import Foundation
import GRDB

// The canonical ids and aliases of films.
extension CollectionStore {
  /// Returns the canonical id of each given id that is an alias; other ids are left out.
  ///
  /// The aliases are those of the collection and those that sources have reported (see
  /// ``GRDB/Database/canonicalIDs(of:includesCollected:)``).
  package func canonicalIDs(of ids: [FilmID]) async throws -> [FilmID: FilmID] {
    try await read(inTransaction: false) { try $0.canonicalIDs(of: ids) }
  }

  /// The value of the field `foundBy` of an alias that was found by title and year.
  package static let titleSource = "title"

  /// Returns the films of the collection that are known by title and year only.
  package func namedFilms() async throws -> [(id: FilmID, caption: Caption, type: MediaType?)] {
    try await read(inTransaction: false) { db in
      let sql =
        "SELECT id, title, year, type FROM main.entry WHERE \(Self.isNamed("id")) AND title IS NOT NULL ORDER BY id"
      return try db.rows(sql).map { row in
        (
          FilmID(unchecked: try row.value("id")), Caption(title: try row.value("title"), year: try row.value("year")),
          try row.value("type", String?.self).flatMap(MediaType.init(rawValue:))
        )
      }
    }
  }

  /// The number of the newest change in the journal; 0 if it is empty.
  package func newestChangeNumber() async throws -> Int {
    try await read(inTransaction: false) { try Int.fetchOne($0, sql: "SELECT max(number) FROM main.change") ?? 0 }
  }

  /// Returns the films whose entries got a title in changes with numbers above the given one.
  ///
  /// Returns `nil` if other films may have got a title as well, because steps were undone or records changed.
  package func titledFilms(after number: Int) async throws -> Set<FilmID>? {
    try await read { db in
      let others = """
        SELECT EXISTS (SELECT 1 FROM main.change
          WHERE number > ? AND subjectKind IN ('step', 'record', 'importedRecord'))
        """
      guard try !db.isTrue(others, [number]) else { return nil }
      let sql = """
        SELECT DISTINCT subject FROM main.change
        WHERE number > ? AND subjectKind = 'entry' AND fields ->> '$.title.new' IS NOT NULL
        """
      return try Set(db.texts(sql, [number]).map(FilmID.init(unchecked:)))
    }
  }

  /// Returns the entries of the films with the given ids, which are made from titles and years.
  ///
  /// `ids` is called only if the collection has films that are known by title and year only.
  package func namedEntries(_ ids: @escaping @Sendable () -> [FilmID]) async throws -> [FilmID: CollectionEntry] {
    try await read(inTransaction: false) { db in
      guard try db.isTrue("SELECT EXISTS (SELECT 1 FROM main.entry WHERE \(Self.isNamed("id")))") else { return [:] }
      return Dictionary(try Self.fetchEntries(ids(), db).map { ($0.id, $0) }) { first, _ in first }
    }
  }

  /// Returns the captions with which films known by title and year only were added, even if they have been identified
  /// or removed since; other ids are left out.
  package func recordedCaptions(of ids: [FilmID]) async throws -> [FilmID: Caption] {
    let named = ids.filter(\.isNamed)
    guard !named.isEmpty else { return [:] }
    return try await read(inTransaction: false) { db in
      let sql = """
        SELECT subject, fields ->> '$.title.new' AS title, fields ->> '$.year.new' AS year FROM main.change
        WHERE subject IN (SELECT value FROM json_each(?)) AND subjectKind = 'entry' AND kind = 'insert'
          AND title IS NOT NULL ORDER BY number
        """
      let captions = try db.rows(sql, [Self.jsonArray(of: named)]).map { row in
        (
          FilmID(unchecked: try row.value("subject")),
          Caption(title: try row.value("title"), year: try row.value("year"))
        )
      }
      return Dictionary(captions) { $1 }
    }
  }

  /// Returns the ids that the user has rejected for films known by title and year only; films without such ids are left
  /// out.
  package func rejectedIDs(for films: [FilmID]) async throws -> [FilmID: Set<FilmID>] {
    try await read(inTransaction: false) { [subjects] db in
      try Journal(db: db, subjects: subjects).rejectedIDs(for: films)
    }
  }

  /// Returns the number of films of the collection, without hidden ones, that are known by title and year only.
  package func namedFilmCount() async throws -> Int {
    try await withListIndex { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM listIndex WHERE \(Self.isNamed("id"))") ?? 0
    }
  }

  /// Returns the SQL condition that an id is that of a film known by title and year only.
  static func isNamed(_ id: String) -> String { "\(id) >= 'named:' AND \(id) < 'named;'" }

  /// Identifies films that are known by title and year only, in a step that `log` does not list.
  ///
  /// - Returns: The films that were identified.
  @discardableResult
  package func identifyNamed(
    _ films: [(alias: FilmID, film: FilmID)], at now: Date
  ) async throws -> [FilmID] {
    guard !films.isEmpty else { return [] }
    return try await apply(nil, at: now) { try $0.identifyNamed(films, foundBy: Self.titleSource) }
  }

  /// Returns whether the collection has recorded an id as an alias of a film.
  package func isAlias(_ id: FilmID, of film: FilmID) async throws -> Bool {
    try await read(inTransaction: false) { db in try db.recordedCanonicalIDs(of: [id])[id] == film }
  }

  /// Returns the aliases in the collection of films with the given canonical ids, each with the canonical id.
  package func recordedAliases(of ids: [FilmID]) async throws -> [FilmID: FilmID] {
    try await read(inTransaction: false) { try $0.recordedAliases(of: ids) }
  }

  /// Returns the aliases of a film, in alphabetical order: those of the collection, and those that sources
  /// have reported.
  package func aliases(of film: FilmID) async throws -> [FilmID] {
    let ids = try await read(inTransaction: false) { try Self.fetchIDs(of: [film], $0) }
    return ids.filter { $0 != film }.sorted()
  }
}

extension Database {
  /// Returns the canonical id of each given id that is an alias; other ids are left out.
  ///
  /// An alias of the collection takes precedence over one that a source has reported. Unless `includesCollected` is
  /// `true`, an id under which the film is in the collection or skipped is left out, even if a source has reported its
  /// canonical id.
  func canonicalIDs(of ids: [FilmID], includesCollected: Bool = false) throws -> [FilmID: FilmID] {
    let recorded = try recordedCanonicalIDs(of: ids)
    let otherIDs = recorded.isEmpty ? ids : ids.filter { recorded[$0] == nil }
    let reported = try reportedIDs(of: otherIDs, includesCollected: includesCollected)
    return recorded.merging(reported) { first, _ in first }
  }

  /// Returns the canonical id of each given id that is an alias in the collection; other ids are left out.
  func recordedCanonicalIDs(of ids: [FilmID]) throws -> [FilmID: FilmID] {
    guard !ids.isEmpty, try hasAliases else { return [:] }
    let sql = "SELECT alias.id, film FROM json_each(?) AS argument JOIN main.alias ON alias.id = argument.value"
    return try filmPairs(sql, of: ids)
  }

  /// Returns the aliases in the collection of films with the given canonical ids, each with the canonical id.
  func recordedAliases(of ids: [FilmID]) throws -> [FilmID: FilmID] {
    guard !ids.isEmpty, try hasAliases else { return [:] }
    return try filmPairs("SELECT id, film FROM main.alias WHERE film IN (SELECT value FROM json_each(?))", of: ids)
  }

  /// Returns the value of the column `film` for each `id` that a statement selects.
  ///
  /// The argument of the statement is a JSON array of `ids`.
  func filmPairs(_ sql: String, of ids: [FilmID]) throws -> [FilmID: FilmID] {
    try rows(sql, [CollectionStore.jsonArray(of: ids)]).byFilm { FilmID(unchecked: try $0.value("film")) }
  }

  /// `true` if any film has an alias.
  var hasAliases: Bool { get throws { try isTrue("SELECT EXISTS (SELECT 1 FROM main.alias)") } }

  /// `true` if there are own records.
  var hasOwnRecords: Bool { get throws { try isTrue("SELECT EXISTS (SELECT 1 FROM main.record)") } }

  /// `true` if there are imported records.
  var hasImportedRecords: Bool { get throws { try isTrue("SELECT EXISTS (SELECT 1 FROM main.importedRecord)") } }

  /// `true` if the journal contains a change of an alias, even one that was undone.
  var hasAliasChanges: Bool {
    get throws {
      try isTrue(
        "SELECT EXISTS (SELECT 1 FROM main.change INDEXED BY changeOfAlias WHERE subjectKind = 'alias')")
    }
  }
}

extension Journal {
  /// Returns the ids that the user has rejected for films known by title and year only; films without such ids are left
  /// out.
  fileprivate func rejectedIDs(for films: [FilmID]) throws -> [FilmID: Set<FilmID>] {
    let changes = try changes(of: films.map(\.rawValue)).filter { $0.change.subject.kind == .alias }
    let changed = Set(changes.map { FilmID(unchecked: $0.change.subject.id) })
    let rejected = try changed.map { ($0, try state(of: $0).rejectedIDs(for: $0)) }
    return Dictionary(uniqueKeysWithValues: rejected.filter { !$1.isEmpty })
  }

  /// Returns the ids that the user has rejected for films that are known by title and year only, and have no other id.
  func rejectionsWithoutAlias() throws -> [FilmID: Set<FilmID>] {
    guard try db.hasAliasChanges else { return [:] }
    let sql = """
      SELECT DISTINCT subject FROM main.change INDEXED BY changeOfAlias
      WHERE subjectKind = 'alias' AND \(CollectionStore.isNamed("subject"))
        AND NOT EXISTS (SELECT 1 FROM main.alias WHERE id = subject)
      """
    return try rejectedIDs(for: db.texts(sql, []).map(FilmID.init(unchecked:)))
  }
}

extension JournalTransaction {
  /// Records that two ids identify the same film, which merges the user's data of both.
  ///
  /// `source` is the name of the source that reported this, or `nil` if the user did. A source does not
  /// change an alias that the user has specified. Returns the resulting canonical id of the film.
  @discardableResult
  package func identify(_ first: FilmID, _ second: FilmID, foundBy source: String? = nil) throws -> FilmID {
    let (alias, film) = first.ranksBelow(second) ? (first, second) : (second, first)
    if alias.isNamed { return try identifyNamed(alias, film, foundBy: source) }
    let subject = Change.Subject(.alias, alias.rawValue)
    let old = try fields(of: subject)
    let mustKeepUserAlias = source != nil && old.map { $0["foundBy"] == .null } ?? false
    let isSameFilm = try old?["film"] == .text(canonicalID(of: film).rawValue)
    let isRecorded = isSameFilm && (source != nil || old?["foundBy"] == .null)
    guard alias != film, !mustKeepUserAlias, !isRecorded else { return try canonicalID(of: film) }
    if source == nil { try recordEntryUpdates(of: [alias, film]) }
    let new: [String: FieldValue] = ["film": .text(film.rawValue), "foundBy": source.map(FieldValue.text) ?? .null]
    try record(old == nil ? .insert : .update, subject, from: old ?? [:], to: new)
    return try canonicalID(of: film)
  }

  /// Records that a film known by title and year only is a film with another id.
  ///
  /// A source does not change an identification, and does not give a film an id that the user has rejected.
  private func identifyNamed(_ alias: FilmID, _ film: FilmID, foundBy source: String?) throws -> FilmID {
    guard source == nil else {
      try identifyNamed([(alias, film)], foundBy: source)
      return try canonicalID(of: alias)
    }
    let subject = Change.Subject(.alias, alias.rawValue)
    let old = try fields(of: subject)
    let canonical = try canonicalID(of: film)
    guard alias != film, old?["foundBy"] != .null || old?["film"] != .text(canonical.rawValue) else { return canonical }
    try recordEntryUpdates(of: [alias, film])
    let rejected = try journal.state(of: alias).rejectedIDs(for: alias)
    let others = rejected.subtracting([film, canonical])
    if others != rejected { try reject(others, insteadOf: rejected, subject) }
    try record(.insert, subject, from: [:], to: ["film": .text(film.rawValue), "foundBy": .null])
    return try canonicalID(of: film)
  }

  /// Records that films known by title and year only are films with other ids, which a source has found.
  ///
  /// Films that are identified already, and ids that the user has rejected for a film, are left out.
  ///
  /// - Returns: The films that were identified.
  @discardableResult
  package func identifyNamed(_ films: [(alias: FilmID, film: FilmID)], foundBy source: String?) throws -> [FilmID] {
    let known = try db.recordedCanonicalIDs(of: films.flatMap { [$0.alias, $0.film] })
    let rejected = try journal.rejectedIDs(for: films.map(\.alias))
    var identified: [FilmID: RecordedChange] = [:]
    for (alias, film) in films where known[alias] == nil && identified[alias] == nil && alias.ranksBelow(film) {
      guard rejected[alias]?.isDisjoint(with: [film, known[film] ?? film]) != false else { continue }
      var fields = ["film": Change.FieldChange(old: .null, new: .text(film.rawValue))]
      if let source { fields["foundBy"] = Change.FieldChange(old: .null, new: .text(source)) }
      let change = Change(kind: .insert, subject: Change.Subject(.alias, alias.rawValue), fields: fields)
      identified[alias] = try writer.write(change, film: nil)
    }
    try journal.updateTables(after: identified.values)
    invalidateCaches()
    return identified.keys.sorted()
  }

  /// Records that the user has rejected a film's id for the films known by title and year only that were identified
  /// with it.
  ///
  /// `film` is the canonical id. Returns these films, which have their own ids again; empty if there are none.
  package func rejectIdentifications(with film: FilmID) throws -> [FilmID] {
    let aliases = try db.recordedAliases(of: [film]).keys.filter(\.isNamed).sorted()
    for alias in aliases {
      let state = try journal.state(of: alias)
      let rejected = state.rejectedIDs(for: alias)
      let canonical = try db.recordedCanonicalIDs(of: Array(state.suggestedIDs(for: alias)))
      let wrong = state.suggestedIDs(for: alias).filter { (canonical[$0] ?? $0) == film }
      try reject(rejected.union(wrong).union([film]), insteadOf: rejected, Change.Subject(.alias, alias.rawValue))
    }
    return aliases
  }

  /// Records that the user has rejected ids for a film known by title and year only, except the id that the user has
  /// chosen for it.
  package func addRejections(_ ids: Set<FilmID>, of alias: FilmID) throws {
    let subject = Change.Subject(.alias, alias.rawValue)
    let present = try fields(of: subject)
    let chosen = present?["foundBy"] == .null ? present?["film"]?.text.map(FilmID.init(unchecked:)) : nil
    let rejected = try journal.state(of: alias).rejectedIDs(for: alias)
    let new = rejected.union(ids.subtracting([chosen].compactMap(\.self)))
    if new != rejected { try reject(new, insteadOf: rejected, subject) }
  }

  /// Reverts a change of an alias by new changes, which keep the identifications of all other steps.
  ///
  /// `current` has the fields of the alias; it is `nil` if there is no such alias.
  func restoreIdentification(before record: RecordedChange, _ current: [String: FieldValue]?) throws {
    let (change, subject) = (record.change, record.change.subject)
    let alias = FilmID(unchecked: subject.id)
    if let field = change.fields["rejected"], change.kind == .update {
      let rejected = try journal.state(of: alias).rejectedIDs(for: alias)
      let inverse = Change.FieldChange(old: field.new, new: field.old)
      let restored = inverse.applied(to: .list(rejected.map(\.rawValue))).elements
      return try reject(Set(restored.map(FilmID.init(unchecked:))), insteadOf: rejected, subject)
    }
    guard change.kind != .delete else {
      return current == nil ? try upsert(subject, change.fields.mapValues(\.old)) : ()
    }
    guard change.fields["film"] != nil else { return }
    let others = try journal.state(of: alias).identifications(of: alias, exceptOfStep: record.step)
    if alias.isNamed || others.isEmpty {
      try delete(subject)
      for fields in others { try self.record(.insert, subject, from: [:], to: fields) }
    } else if let newest = others.last, current != nil {
      try upsert(subject, newest)
    }
  }

  /// Records which ids the user has rejected for a film known by title and year only.
  private func reject(_ new: Set<FilmID>, insteadOf old: Set<FilmID>, _ subject: Change.Subject) throws {
    func value(_ ids: Set<FilmID>) -> FieldValue { .list(ids.map(\.rawValue).sorted()) }
    try record(.update, subject, from: ["rejected": value(old)], to: ["rejected": value(new)])
  }

  /// Records an empty update of the entries of the given films.
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

  /// Returns the canonical id of a film; aliases that only sources have reported are ignored.
  package func canonicalID(of id: FilmID) throws -> FilmID { try db.recordedCanonicalIDs(of: [id])[id] ?? id }
}
