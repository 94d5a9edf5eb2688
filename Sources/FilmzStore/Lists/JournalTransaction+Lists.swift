package import FilmzDomain
package import Foundation
import GRDB

// Lists of films.
extension JournalTransaction {
  /// Returns the names of all lists.
  package func listNames() throws -> ListNames { try CollectionStore.fetchListNames(db) }

  /// Returns the id of the list with a name.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)``.
  package func list(named name: String) throws -> UUID { try CollectionStore.fetchListID(named: name, db) }

  /// Creates an empty list.
  ///
  /// - Throws: ``StoreError/listExists(name:)``.
  @discardableResult
  package func createList(_ name: String, description: String? = nil) throws -> UUID {
    try requireUnusedListName(name)
    let id = UUID()
    try upsert(
      id.listSubject,
      [
        "name": .text(name),
        "description": description.map { .text($0.replacingNULCharacters) } ?? .null,
        "createdAt": .integer(now.microseconds), "changedAt": .integer(now.microseconds),
      ])
    return id
  }

  /// Renames a list, also in the filters of saved collections; the new name may differ from the old one only
  /// in case.
  ///
  /// - Throws: ``StoreError/listExists(name:)``.
  package func rename(_ list: UUID, to name: String) throws {
    try requireUnusedListName(name, except: list)
    let names = try listNames()
    try setField("name", to: .text(name), of: list)
    for collection in try CollectionStore.fetchSavedCollections(db) {
      var filter = collection.filter
      filter.lists = filter.lists.map { names.id(named: $0) == list ? name : $0 }
      // A filter cannot be stored with every name, for example one with quotation marks.
      guard filter != collection.filter, (try? FilmFilter(text: filter.text)) == filter else { continue }
      _ = try save((name: collection.name, filter: filter))
    }
  }

  /// Sets or removes the description of a list.
  package func setDescription(_ description: String?, of list: UUID) throws {
    let text = description?.replacingNULCharacters
    try setField("description", to: text.map { .text($0) } ?? .null, of: list)
  }

  /// Removes a list with its places; the films stay in the collection.
  package func deleteList(_ list: UUID) throws { try delete(list.listSubject) }

  /// Returns the films of a list in their order.
  package func films(of list: UUID) throws -> [FilmID] { try CollectionStore.fetchPlaces(of: list, db).films }

  /// Sets the films of a list and their order; films that are not in the collection must be added before.
  ///
  /// Only the places that have to be inserted, removed, or moved are changed. `films` are canonical ids without
  /// duplicates.
  package func setFilms(_ films: [FilmID], of list: UUID) throws {
    let old = try CollectionStore.fetchPlaces(of: list, db)
    guard old.films != films else { return }
    let installation = try CollectionStore.currentInstallation(db)
    let new = old.rearranged(films, by: installation, avoiding: try positionsInJournal(of: list))
    let oldPositions = Dictionary(old.map { ($0.film, $0.position) }) { first, _ in first }
    let remaining = Set(films)
    for place in old where !remaining.contains(place.film) { try delete(list.placeSubject(of: place.film)) }
    for place in new where oldPositions[place.film] != place.position {
      try upsert(
        list.placeSubject(of: place.film),
        [
          "list": .text(list.uuidString), "film": .text(place.film.rawValue),
          "position": .text(place.position),
        ])
    }
    try recordChange(of: list)
  }

  /// Returns all positions that the journal contains for films of a list.
  ///
  /// They must not be used again: an undo may restore removed films at their positions.
  private func positionsInJournal(of list: UUID) throws -> Set<String> {
    let sql = """
      SELECT DISTINCT fields ->> '$.position.new' AS position FROM main.change
      WHERE subject > ?1 || ' ' AND subject < ?1 || '!' AND subjectKind = 'listItem' AND position IS NOT NULL
      """
    return try String.fetchSet(db.cachedStatement(sql: sql), arguments: [list.uuidString])
  }

  private func setField(_ name: String, to value: FieldValue, of list: UUID) throws {
    guard let fields = try fields(of: list.listSubject), fields[name] != value else { return }
    try upsert(list.listSubject, [name: value, "changedAt": .integer(now.microseconds)])
  }

  /// Records that the films of a list have changed.
  func recordChange(of list: UUID) throws { try upsert(list.listSubject, ["changedAt": .integer(now.microseconds)]) }

  private func requireUnusedListName(_ name: String, except list: UUID? = nil) throws {
    let names = try listNames()
    guard let other = names.id(named: name), other != list else { return }
    throw StoreError.listExists(name: names.name(of: other) ?? name)
  }
}

extension UUID {
  fileprivate var listSubject: Change.Subject { .init(.list, uuidString) }

  /// Returns the subject of a film's place in the list with this id.
  fileprivate func placeSubject(of film: FilmID) -> Change.Subject {
    .init(.listItem, "\(uuidString) \(film.rawValue)")
  }
}
