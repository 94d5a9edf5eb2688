package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Runs a closure that reads a consistent state of the collection for an import.
  package func withImportReader<Value: Sendable>(
    _ body: @escaping @Sendable (ImportReader) throws -> Value
  ) async throws -> Value {
    try await read { [subjects] db in try body(ImportReader(db: db, subjects: subjects, batch: ChangeBatch())) }
  }
}

/// Reads the data of the collection that an import is merged into.
package struct ImportReader {
  let db: Database
  let subjects: SubjectRegistry
  let batch: ChangeBatch

  var journal: Journal { Journal(db: db, subjects: subjects) }

  /// Begins the merging of a batch of films; each film may only be changed once until the next call.
  package func beginBatch(_ states: [FilmID: ImportState]) {
    batch.begin(
      states.values.compactMap(\.entry).flatMap { entry in [entry.id.rawValue] + entry.viewings.map(\.id.uuidString) })
  }

  /// Returns the canonical id of each given id that is an alias; other ids are left out.
  package func canonicalIDs(of ids: [FilmID]) throws -> [FilmID: FilmID] { try db.canonicalIDs(of: ids) }

  /// Returns all aliases in the collection of films with IMDb ids, each with the IMDb id.
  package func aliasesOfIMDbIDs() throws -> [FilmID: FilmID] {
    let sql = "SELECT id, film FROM main.alias WHERE film GLOB 'tt[0-9]*'"
    let pairs = try Row.fetchAll(db, sql: sql).cancellableMap { row in
      (FilmID(unchecked: try row.value("id")), FilmID(unchecked: try row.value("film")))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns the captions of the films of the collection, or only of those with canonical ids of TMDB.
  package func captions(onlyOfTMDB: Bool = false) throws -> [(id: FilmID, caption: Caption)] {
    let condition = onlyOfTMDB ? " AND id GLOB 'tmdb:*'" : ""
    let sql = "SELECT id, title, year FROM main.entry WHERE title IS NOT NULL\(condition)"
    return try Row.fetchAll(db, sql: sql).cancellableMap { row in
      (FilmID(unchecked: try row.value("id")), Caption(title: try row.value("title"), year: try row.value("year")))
    }
  }

  /// Returns whether the collection has films that are known by title and year only.
  package func hasNamedFilms() throws -> Bool {
    try db.isTrue("SELECT EXISTS (SELECT 1 FROM main.entry WHERE \(CollectionStore.isNamed("id")))")
  }

  /// Returns those of the given films that are in the collection.
  package func collected(_ films: [FilmID]) throws -> Set<FilmID> {
    let sql = "SELECT id FROM main.entry WHERE id IN (SELECT value FROM json_each(?))"
    return Set(try db.filmIDs(sql, [CollectionStore.jsonArray(of: films)]))
  }

  /// Returns those of the given films that have neither changes in the journal nor aliases.
  func unrecordedFilms(_ films: [FilmID]) throws -> Set<FilmID> {
    let hasAliases = try db.hasAliasChanges
    let aliasCondition =
      hasAliases
      ? "AND NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.id = value OR alias.film = value)" : ""
    let sql = """
      SELECT value FROM json_each(?)
      WHERE NOT EXISTS (SELECT 1 FROM main.change WHERE subject = value)
        AND NOT EXISTS (SELECT 1 FROM main.change WHERE change.film = value)
        AND NOT EXISTS (SELECT 1 FROM main.change
          WHERE subject > value || ' ' AND subject < value || '!') \(aliasCondition)
      """
    return Set(try db.filmIDs(sql, [CollectionStore.jsonArray(of: films)]))
  }

  /// Returns the states of films with the given canonical ids; a film without changes in the journal has no state.
  package func states(of films: [FilmID]) throws -> [FilmID: ImportState] {
    let unrecorded = try unrecordedFilms(films)
    let recorded = films.filter { !unrecorded.contains($0) }
    guard !recorded.isEmpty else { return [:] }
    var states = Dictionary(recorded.map { ($0, ImportState()) }) { first, _ in first }
    for entry in try CollectionStore.fetchEntries(recorded, db) {
      states[entry.id, default: ImportState()].entry = entry
    }
    for film in try CollectionStore.fetchSkips(recorded, db).keys {
      states[film, default: ImportState()].isSkipped = true
    }
    try addRemovals(recorded, to: &states)
    for (alias, film) in try db.recordedAliases(of: recorded) { states[film]?.aliases.insert(alias) }
    return states
  }

  /// Returns the canonical id of the film of each viewing of which the journal has changes.
  ///
  /// Unless `includesUndone` is `true`, changes of undone steps do not count.
  package func filmsOfViewings(_ ids: [UUID], includesUndone: Bool) throws -> [UUID: FilmID] {
    guard !ids.isEmpty else { return [:] }
    let sql = """
      SELECT DISTINCT subject, coalesce(alias.film, change.film) FROM json_each(?1) AS argument
      CROSS JOIN main.change ON subject = argument.value LEFT JOIN main.alias ON alias.id = change.film
      WHERE subjectKind = 'viewing' AND change.film IS NOT NULL
        AND (?2 OR NOT EXISTS (SELECT 1 FROM main.step WHERE id = change.step AND undoneAt IS NOT NULL))
      """
    let json = CollectionStore.jsonArray(of: ids.map(\.uuidString))
    let pairs = try db.rows(sql, [json, includesUndone]).compactMap { row in
      let film: String = try row.value(1)
      return try UUID(uuidString: row.value(0)).map { ($0, FilmID(unchecked: film)) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns the films of the collection that were imported with an id made from their title and year
  /// (``ImportedValues/Value/name(_:)``), by this id; of several films, the one with the first id.
  package func films(importedAs names: [FilmID]) throws -> [FilmID: FilmID] {
    guard !names.isEmpty else { return [:] }
    let sql = """
      SELECT name.value AS id, min(entry.id) AS film FROM main.entry, json_each(entry.imported) AS name
      WHERE entry.imported LIKE '%"named:%' AND name.value IN (SELECT value FROM json_each(?)) GROUP BY 1
      """
    return try db.filmPairs(sql, of: names)
  }

  /// Returns the films of imported records by the ids of their documents.
  package func films(ofDocuments documents: [String]) throws -> [String: FilmID] {
    guard !documents.isEmpty, try db.hasImportedRecords else { return [:] }
    let sql = """
      SELECT facts ->> '$.document', id FROM main.importedRecord
      WHERE facts ->> '$.document' IN (SELECT value FROM json_each(?))
      """
    let rows = try db.rowCursor(sql, [CollectionStore.jsonArray(of: documents)])
    var films: [String: FilmID] = [:]
    while let row = try rows.next() { films[try row.value(0)] = FilmID(unchecked: try row.value(1)) }
    return films
  }

  // MARK: - Removals

  /// Adds the imported films and viewings that commands have removed to the states of the films.
  private func addRemovals(_ films: [FilmID], to states: inout [FilmID: ImportState]) throws {
    let aliases = try db.recordedAliases(of: films)
    let ids = (films + aliases.keys).map(\.rawValue)
    for row in try db.rows(Self.removalSQL, [CollectionStore.jsonArray(of: ids)]) {
      let recordedFilm = FilmID(unchecked: try row.value("film"))
      let film = aliases[recordedFilm] ?? recordedFilm
      var state = states[film] ?? ImportState()
      let subject: String = try row.value("subject")
      if try row.value("subjectKind", String.self) == "entry" {
        state.isRemoved = state.entry == nil
        // The data that was removed with the film stays removed if the user adds the film again.
        if let imported = state.entry?.imported {
          let removed = CollectionStore.strings(fromJSON: try row.value("imported"))
          state.entry?.imported = imported.union(ImportedValues(elements: removed))
        }
      } else if state.entry?.viewings.contains(where: { $0.id.uuidString == subject }) != true {
        let date = try row.value("date", String?.self).flatMap(PartialDate.init)
        state.removedViewings.append(date)
      }
      states[film] = state
    }
  }

  /// The SQL of the imported entries and viewings that have been removed; changes of undone steps do not count.
  ///
  /// A viewing that an import has replaced counts, too, unless it was only made for a rating or a mark.
  private static let removalSQL = """
    WITH film AS (SELECT value AS id FROM json_each(?1)),
    removed AS (
      SELECT subject, subjectKind, coalesce(film, subject) AS film FROM main.change
        WHERE subject IN (SELECT id FROM film) AND subjectKind = 'entry' AND kind = 'delete'
      UNION SELECT subject, subjectKind, film FROM main.change
        WHERE film IN (SELECT id FROM film) AND subjectKind = 'viewing' AND kind = 'delete')
    SELECT removed.*, (SELECT fields ->> '$.date.new' FROM main.change
          JOIN main.step ON step.id = change.step
        WHERE change.subject = removed.subject AND fields ->> '$.date.new' IS NOT NULL
          AND step.undoneAt IS NULL
        ORDER BY step.command LIKE 'import %' DESC, change.number DESC LIMIT 1) AS date,
      (SELECT json_group_array(DISTINCT value)
        FROM main.change JOIN main.step ON step.id = change.step,
          json_each(fields, '$.imported.old')
        WHERE change.subject = removed.subject AND change.subjectKind = 'entry'
          AND change.kind = 'delete' AND step.undoneAt IS NULL) AS imported
    FROM removed WHERE EXISTS (
      SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
      WHERE change.subject = removed.subject AND change.subjectKind = removed.subjectKind
        AND change.kind <> 'delete' AND step.undoneAt IS NULL
        AND (step.command LIKE 'import %' OR json_array_length(fields, '$.imported.new') > 0))
    AND EXISTS (
      SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
      WHERE change.subject = removed.subject AND change.subjectKind = removed.subjectKind
        AND change.kind = 'delete' AND step.undoneAt IS NULL
        AND (coalesce(step.command, '') NOT LIKE 'import %' OR fields ->> '$.imported.old' LIKE '%"subject"%'))
    ORDER BY removed.subject
    """

  // MARK: - Ages

  /// Returns the age of the value of a subject's field; ``ValueAge/unknown`` if no change has set the field.
  ///
  /// `imported` is the day of the value in its file if it was imported; it is used for changes of earlier versions,
  /// which do not contain days.
  package func age(of field: String, _ subject: Change.Subject, imported: PartialDate?) throws -> ValueAge {
    let newest = try assignments(of: field, subject).max { $0.position < $1.position }
    guard let newest else { return .unknown }
    if let day = newest.field.day { return PartialDate(day).map { .day($0) } ?? .unknown }
    guard try isImport(newest.record.step) else { return .moment(newest.position.clock.date) }
    return imported.map { .day($0) } ?? .unknown
  }

  private func isImport(_ step: String) throws -> Bool {
    try db.isTrue("SELECT coalesce(command LIKE 'import %', 0) FROM main.step WHERE id = ?", [step])
  }

  // MARK: - Subjects and lists

  /// Returns the fields of a subject, or `nil` if it does not exist.
  package func fields(of subject: Change.Subject) throws -> [String: FieldValue]? {
    guard let declaration = subjects[subject.kind] else { return nil }
    return try declaration.storedFields(of: subject.id, db)
  }

  /// Returns the list into which a list of a file is imported.
  ///
  /// This is the list into which it was imported before, even if the user has renamed that list. Otherwise it is the
  /// list with the same name, or the list whose exported file would have this name.
  ///
  /// - Parameters:
  ///   - key: The format and the address or name of the list in the file; the format `filmz`, that of files of
  ///     unmatched rows, matches every format.
  ///   - formerKey: The format and the name, by which earlier versions recognized a list with an address.
  ///   - name: The name of the list.
  ///   - isDistinct: `true` if a list that was imported under another key of the same format is another list.
  /// - Returns: The list, or the reason why there is none.
  /// - Throws: A ``StoreError``.
  package func importedList(
    _ key: String, formerly formerKey: String? = nil, named name: String, isDistinct: Bool = false
  ) throws -> ImportedListState {
    for (key, isFormer) in [(key, false)] + (formerKey.map { [($0, true)] } ?? []) {
      let id = try list(importedAs: key, isFormer: isFormer)
      if let id { return .known(id, removed: try filmsRemoved(fromList: id)) }
      let isOfOther = try isFormer && list(importedAs: key, isFormer: false) != nil
      if try !isOfOther && wasListImported(key, isFormer: isFormer) { return .removed }
    }
    let names = try CollectionStore.fetchListNames(db)
    // These services name the file of a list after the list.
    let hasFileName = ["letterboxd ", "imdb ", "trakt "].contains { key.hasPrefix($0) }
    let id = names.id(named: name) ?? (hasFileName ? names.id(ofFileNamed: name) : nil)
    guard let id, try !isDistinct || !hasKey(id, ofFormatOf: key) else { return .missing }
    return .sameName(id)
  }

  /// Returns the list that was imported under a key; for a former key, only a list without a key with an address.
  private func list(importedAs key: String, isFormer: Bool) throws -> UUID? {
    let sql = """
      SELECT list.id FROM main.list, json_each(list.imported)
      WHERE (value = ?1 OR ?1 LIKE 'filmz %' AND substr(value, instr(value, ' ')) = substr(?1, instr(?1, ' ')))
        AND NOT (?2 AND \(Self.hasAddress("list.imported")))
      ORDER BY value = ?1 DESC, createdAt LIMIT 1
      """
    return try db.text(sql, [key, isFormer]).flatMap(UUID.init(uuidString:))
  }

  /// Returns the condition that a set of keys contains one with an address.
  private static func hasAddress(_ keys: String) -> String {
    "EXISTS (SELECT 1 FROM json_each(\(keys)) WHERE value LIKE '% http%')"
  }

  /// Returns whether a list was imported under a key of the same format.
  private func hasKey(_ list: UUID, ofFormatOf key: String) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.list, json_each(list.imported)
        WHERE list.id = ?1 AND substr(value, 1, instr(?2, ' ')) = substr(?2, 1, instr(?2, ' ')))
      """
    return try db.isTrue(sql, [list.uuidString, key])
  }

  /// Returns whether a name is the name of `list` or of no list.
  package func isListNameFree(_ name: String, for list: UUID) throws -> Bool {
    let owner = try CollectionStore.fetchListNames(db).id(named: name)
    return owner == nil || owner == list
  }

  /// Returns the films of a list in their order.
  package func films(of list: UUID) throws -> [FilmID] { try CollectionStore.fetchPlaces(of: list, db).films }

  /// Returns whether a list of a file was imported by a step that is not undone.
  private func wasListImported(_ key: String, isFormer: Bool) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subjectKind = 'list' AND step.undoneAt IS NULL
          AND EXISTS (SELECT 1 FROM json_each(fields, '$.imported.new') WHERE value = ?1)
          AND NOT (?2 AND \(Self.hasAddress("fields, '$.imported.new'"))))
      """
    return try db.isTrue(sql, [key, isFormer])
  }

  /// Returns the films that commands have removed from a list.
  private func filmsRemoved(fromList list: UUID) throws -> Set<FilmID> {
    let sql = """
      SELECT DISTINCT subject FROM main.change JOIN main.step ON step.id = change.step
      WHERE subject > ?1 || ' ' AND subject < ?1 || '!' AND subjectKind = 'listItem'
        AND kind = 'delete' AND step.undoneAt IS NULL
      """
    let subjects = try db.texts(sql, [list.uuidString])
    let ids = subjects.compactMap { subject in
      subject.split(separator: " ").last.map { FilmID(unchecked: String($0)) }
    }
    let canonical = try db.recordedCanonicalIDs(of: ids)
    return Set(ids.map { canonical[$0] ?? $0 })
  }
}

// The data that the merging of archives needs.
extension ImportReader {
  /// `true` if the journal has no changes.
  package var hasEmptyJournal: Bool { get throws { try db.isTrue("SELECT NOT EXISTS (SELECT 1 FROM main.change)") } }

  /// Returns the id of the row with the data that was recorded under the id of a viewing.
  package func idOfRow(ofViewing id: String) throws -> String {
    try journal.subjectOfRow(Change.Subject(.viewing, id)).id
  }

  /// Returns whether a subject was imported and then removed by a command.
  package func isRemoved(_ subject: Change.Subject) throws -> Bool {
    try hasChange(of: subject, where: "kind = 'delete'") && wasImported(subject)
  }

  /// Returns whether an import has added or changed a subject.
  package func wasImported(_ subject: Change.Subject) throws -> Bool {
    try hasChange(of: subject, where: "step.command LIKE 'import %'")
  }

  /// Returns whether a change has removed an element of a list from a field of a subject.
  package func wasRemoved(_ element: String, from field: String, of subject: Change.Subject) throws -> Bool {
    func contains(_ state: String) -> String {
      "EXISTS (SELECT 1 FROM json_each(fields, '$.' || ?3 || '.\(state)') WHERE value = ?4)"
    }
    return try hasChange(of: subject, where: "\(contains("old")) AND NOT \(contains("new"))", [field, element])
  }

  /// Returns whether a step that is not undone has a change of a subject that satisfies an SQL condition.
  ///
  /// The arguments of the condition are numbered from `?3`.
  private func hasChange(
    of subject: Change.Subject, where condition: String, _ arguments: StatementArguments = []
  ) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subject = ?1 AND subjectKind = ?2 AND step.undoneAt IS NULL AND \(condition))
      """
    return try db.isTrue(sql, [subject.id, subject.kind.rawValue] + arguments)
  }
}

/// The state of a film in the collection before an import.
package struct ImportState: Sendable {
  package var entry: CollectionEntry?
  package var isSkipped = false
  /// `true` if the film was imported and then removed by a command.
  package var isRemoved = false
  /// The dates of viewings that were imported and then removed by commands; `nil` is an unknown date.
  package var removedViewings: [PartialDate?] = []
  /// The other ids of the film in the collection.
  package var aliases: Set<FilmID> = []

  package init() {}
}

/// The time at which a value of the collection was set, as far as it is known.
package enum ValueAge: Sendable, Hashable {
  /// The value was imported from a file without a day for it.
  case unknown
  /// The value was imported with a day.
  case day(PartialDate)
  /// The value was set by a command.
  case moment(Date)
}

/// The list of the collection into which a list of a file is imported.
package enum ImportedListState: Sendable, Hashable {
  /// The list was imported before; commands have removed the films `removed` from it.
  case known(UUID, removed: Set<FilmID>)
  /// The list was not imported before, but has the same name.
  case sameName(UUID)
  /// The list was imported before, and a command has removed it.
  case removed
  /// There is no such list.
  case missing

  /// The list; `nil` if it has to be created.
  package var list: UUID? {
    switch self {
    case .known(let id, _), .sameName(let id): id
    case .removed, .missing: nil
    }
  }

  package var isSameName: Bool { if case .sameName = self { true } else { false } }

  package var removedFilms: Set<FilmID> { if case .known(_, let removed) = self { removed } else { [] } }
}
