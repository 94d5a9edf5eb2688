package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Reads a consistent state of the collection, without changing it.
  package func withImportReader<Value: Sendable>(
    _ body: @escaping @Sendable (ImportReader) throws -> Value
  ) async throws -> Value {
    try await read { [subjects] db in try body(ImportReader(db: db, subjects: subjects)) }
  }
}

/// Reads the data of the collection that an import is merged into.
package struct ImportReader {
  let db: Database
  let subjects: SubjectRegistry

  /// Returns the canonical ids of films, for those ids that are aliases.
  package func canonicalIDs(of ids: [FilmID]) throws -> [FilmID: FilmID] {
    try CollectionStore.fetchCanonicalIDs(of: ids, db)
  }

  /// Returns the canonical ids of all films of the collection that have one of IMDb, by their aliases.
  package func aliasesOfIMDbIDs() throws -> [FilmID: FilmID] {
    let sql = "SELECT id, film FROM main.alias WHERE film GLOB 'tt[0-9]*'"
    let pairs = try Row.fetchAll(db, sql: sql).cancellableMap { row in
      (FilmID(unchecked: try row.value("id")), FilmID(unchecked: try row.value("film")))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns the titles and years of all films of the collection.
  package func captions() throws -> [(id: FilmID, caption: Caption)] {
    let sql = "SELECT id, title, year FROM main.entry WHERE title IS NOT NULL"
    return try Row.fetchAll(db, sql: sql).cancellableMap { row in
      (
        FilmID(unchecked: try row.value("id")),
        Caption(title: try row.value("title"), year: try row.value("year"))
      )
    }
  }

  /// Returns those films that are in the collection.
  package func collected(_ films: [FilmID]) throws -> Set<FilmID> {
    let sql = "SELECT id FROM main.entry WHERE id IN (SELECT value FROM json_each(?))"
    let ids = try String.fetchAll(
      db.cachedStatement(sql: sql),
      arguments: [CollectionStore.jsonArray(of: films.map(\.rawValue))])
    return Set(ids.map(FilmID.init(unchecked:)))
  }

  /// Returns the films that have neither changes in the journal nor aliases.
  func unrecordedFilms(_ films: [FilmID]) throws -> Set<FilmID> {
    let hasAliases = try CollectionStore.hasAliasChanges(db)
    let aliasCondition =
      hasAliases
      ? """
      AND NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.id = value OR alias.film = value)
      """ : ""
    let sql = """
      SELECT value FROM json_each(?)
      WHERE NOT EXISTS (SELECT 1 FROM main.change WHERE subject = value)
        AND NOT EXISTS (SELECT 1 FROM main.change WHERE change.film = value)
        AND NOT EXISTS (SELECT 1 FROM main.change
          WHERE subject > value || ' ' AND subject < value || '!') \(aliasCondition)
      """
    let ids = try String.fetchAll(
      db.cachedStatement(sql: sql),
      arguments: [CollectionStore.jsonArray(of: films.map(\.rawValue))])
    return Set(ids.map(FilmID.init(unchecked:)))
  }

  /// Returns the states of films with some canonical ids; a film without changes in the journal has no state.
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
    return states
  }

  /// Returns the films of imported records by the ids of their documents.
  package func films(ofDocuments documents: [String]) throws -> [String: FilmID] {
    guard !documents.isEmpty, try CollectionStore.hasImportedRecords(db) else { return [:] }
    let sql = """
      SELECT facts ->> '$.document', id FROM main.importedRecord
      WHERE facts ->> '$.document' IN (SELECT value FROM json_each(?))
      """
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: [CollectionStore.jsonArray(of: documents)])
    var films: [String: FilmID] = [:]
    while let row = try rows.next() {
      films[try row.value(0)] = FilmID(unchecked: try row.value(1))
    }
    return films
  }

  // MARK: - Removals

  /// Adds the imported data that commands have removed.
  private func addRemovals(_ films: [FilmID], to states: inout [FilmID: ImportState]) throws {
    let aliases = try CollectionStore.fetchRecordedAliases(of: films, db)
    let ids = (films + aliases.keys).map(\.rawValue)
    for removal in try removals(of: ids) {
      let film = aliases[removal.film] ?? removal.film
      var state = states[film] ?? ImportState()
      if removal.isEntry {
        state.isRemoved = state.entry == nil
        // The data that was removed with the film stays removed if the user adds the film again.
        if let imported = state.entry?.imported {
          state.entry?.imported = imported.union(removal.imported)
        }
      } else if state.entry?.viewings.contains(where: { $0.id.uuidString == removal.subject })
        != true
      {
        state.removedViewings.append(removal.date)
      }
      states[film] = state
    }
  }

  private struct Removal {
    let subject: String
    let film: FilmID
    let isEntry: Bool
    let date: PartialDate?
    /// The values of the entry that were imported.
    let imported: ImportedValues
  }

  /// Returns the imported entries and viewings that have been removed; changes of undone steps do not count.
  private func removals(of ids: [String]) throws -> [Removal] {
    try Row.fetchAll(
      db.cachedStatement(sql: Self.removalSQL), arguments: [CollectionStore.jsonArray(of: ids)]
    ).map { row in
      Removal(
        subject: try row.value("subject"), film: FilmID(unchecked: try row.value("film")),
        isEntry: try row.value("subjectKind", String.self) == "entry",
        date: try row.value("date", String?.self).flatMap(PartialDate.init),
        imported: ImportedValues(
          elements: CollectionStore.strings(fromJSON: try row.value("imported"))))
    }
  }

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
          AND step.command LIKE 'import %' AND step.undoneAt IS NULL
        ORDER BY change.number DESC LIMIT 1) AS date,
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
        AND change.kind = 'delete' AND step.undoneAt IS NULL)
    ORDER BY removed.subject
    """

  // MARK: - Ages

  /// Returns the age of the value of a field of a subject; unknown if no change has set the field.
  ///
  /// `imported` is the day of the value in its file if it was imported; it is used for changes of earlier versions,
  /// which do not contain days.
  package func age(
    of field: String, _ subject: Change.Subject, imported: PartialDate?
  ) throws -> ValueAge {
    let newest = try FieldHistory(db: db, subjects: subjects, subject: subject)
      .settings(of: field).max { $0.position < $1.position }
    guard let newest else { return .unknown }
    if let day = newest.field.day { return PartialDate(day).map { .day($0) } ?? .unknown }
    guard try isImport(newest.record.step) else { return .moment(newest.position.clock.date) }
    return imported.map { .day($0) } ?? .unknown
  }

  private func isImport(_ step: String) throws -> Bool {
    let sql = "SELECT coalesce(command LIKE 'import %', 0) FROM main.step WHERE id = ?"
    return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [step]) ?? false
  }

  // MARK: - Subjects and lists

  /// Returns the fields of a subject, or `nil` if it does not exist.
  package func fields(of subject: Change.Subject) throws -> [String: FieldValue]? {
    guard let declaration = subjects[subject.kind] else { return nil }
    return try JournalSubjectTable(subject: declaration).fields(of: subject.id, db)
  }

  /// Returns the list into which a list of a file is imported.
  ///
  /// It is the list into which it was imported before, even if that was renamed; otherwise the list with the same name,
  /// or the one for which an exported file would be named like this one. `key` is the format and name of the list in
  /// the file; a list of filmz's own file of unmatched rows can be of any format.
  package func importedList(_ key: String, named name: String) throws -> ImportedListState {
    let sql = """
      SELECT list.id FROM main.list, json_each(list.imported)
      WHERE value = ?1 OR ?1 LIKE 'filmz %'
        AND substr(value, instr(value, ' ')) = substr(?1, instr(?1, ' '))
      ORDER BY value = ?1 DESC, createdAt LIMIT 1
      """
    let known = try String.fetchOne(db.cachedStatement(sql: sql), arguments: [key])
    if let id = known.flatMap(UUID.init(uuidString:)) {
      return .known(id, removed: try filmsRemoved(fromList: id))
    }
    if try wasImported(key) { return .removed }
    let names = try CollectionStore.fetchListNames(db)
    // Files of lists of these services are named for the lists.
    let hasFileName = ["letterboxd ", "imdb ", "trakt "].contains { key.hasPrefix($0) }
    let id = names.id(named: name) ?? (hasFileName ? names.id(ofFileNamed: name) : nil)
    return id.map { .sameName($0) } ?? .missing
  }

  /// Returns whether no list has a name, except perhaps `list`.
  package func isListNameFree(_ name: String, for list: UUID) throws -> Bool {
    let owner = try CollectionStore.fetchListNames(db).id(named: name)
    return owner == nil || owner == list
  }

  /// Returns the films of a list in their order.
  package func films(of list: UUID) throws -> [FilmID] {
    try CollectionStore.fetchPlaces(of: list, db).films
  }

  /// Returns whether a list of a file was imported by a step that is not undone.
  private func wasImported(_ key: String) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subjectKind = 'list' AND step.undoneAt IS NULL
          AND EXISTS (SELECT 1 FROM json_each(fields, '$.imported.new') WHERE value = ?))
      """
    return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [key]) ?? false
  }

  /// Returns the films that commands have removed from a list.
  private func filmsRemoved(fromList list: UUID) throws -> Set<FilmID> {
    let sql = """
      SELECT DISTINCT subject FROM main.change JOIN main.step ON step.id = change.step
      WHERE subject > ?1 || ' ' AND subject < ?1 || '!' AND subjectKind = 'listItem'
        AND kind = 'delete' AND step.undoneAt IS NULL
      """
    let subjects = try String.fetchAll(
      db.cachedStatement(sql: sql), arguments: [list.uuidString])
    let ids = subjects.compactMap { subject in
      subject.split(separator: " ").last.map { FilmID(unchecked: String($0)) }
    }
    let canonical = try CollectionStore.fetchRecordedCanonicalIDs(of: ids, db)
    return Set(ids.map { canonical[$0] ?? $0 })
  }
}

// The data that the merging of archives needs.
extension ImportReader {
  /// `true` if the journal has no changes.
  package var hasEmptyJournal: Bool {
    get throws {
      let sql = "SELECT NOT EXISTS (SELECT 1 FROM main.change)"
      return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
    }
  }

  /// Returns whether a subject was imported and then removed by a command.
  package func isRemoved(_ subject: Change.Subject) throws -> Bool {
    func exists(_ condition: String) -> String {
      """
      EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subject = ?1 AND subjectKind = ?2 AND step.undoneAt IS NULL AND \(condition))
      """
    }
    let sql = "SELECT \(exists("kind = 'delete'")) AND \(exists("step.command LIKE 'import %'"))"
    return try Bool.fetchOne(
      db.cachedStatement(sql: sql), arguments: [subject.id, subject.kind.rawValue]) ?? false
  }

  /// Returns whether an import has added or changed a subject.
  package func wasBrought(_ subject: Change.Subject) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subject = ? AND subjectKind = ? AND step.undoneAt IS NULL
          AND step.command LIKE 'import %')
      """
    return try Bool.fetchOne(
      db.cachedStatement(sql: sql), arguments: [subject.id, subject.kind.rawValue]) ?? false
  }

  /// Returns whether a change has removed an element of a list from a field of a subject.
  package func wasRemoved(
    _ element: String, from field: String, of subject: Change.Subject
  ) throws -> Bool {
    func contains(_ state: String) -> String {
      "EXISTS (SELECT 1 FROM json_each(fields, '$.' || ?3 || '.\(state)') WHERE value = ?4)"
    }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subject = ?1 AND subjectKind = ?2 AND step.undoneAt IS NULL
          AND \(contains("old")) AND NOT \(contains("new")))
      """
    return try Bool.fetchOne(
      db.cachedStatement(sql: sql),
      arguments: [subject.id, subject.kind.rawValue, field, element]) ?? false
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

  package init() {}
}

/// The time at which a value of the collection was set.
package enum ValueAge: Sendable, Hashable {
  /// The value was imported from a file without a day for it.
  case unknown
  /// The value was imported with a day.
  case day(PartialDate)
  case moment(Date)
}

/// The list of the collection into which a list of a file is imported.
package enum ImportedListState: Sendable, Hashable {
  /// The list was imported before; `removed` are films that commands have removed from it.
  case known(UUID, removed: Set<FilmID>)
  /// The list was not imported before, and has the same name.
  case sameName(UUID)
  /// The list was imported before, and a command has removed it.
  case removed
  case missing

  /// The list; `nil` if it has to be created.
  package var list: UUID? {
    switch self {
    case .known(let id, _), .sameName(let id): id
    case .removed, .missing: nil
    }
  }

  package var removedFilms: Set<FilmID> {
    if case .known(_, let removed) = self { removed } else { [] }
  }
}
