package import FilmzDomain
import Foundation
import GRDB

extension CollectionStore {
  /// Returns all lists, sorted by name.
  package func lists() async throws -> [FilmList] { try await withListIndex { try Self.fetchLists($0) } }

  /// Returns the list with a name, and the canonical ids of its films in their order.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)``.
  package func list(named name: String) async throws -> (list: FilmList, films: [FilmID]) {
    try await withListIndex { db in
      let id = try Self.fetchListID(named: name, db)
      guard let list = try Self.fetchLists(db, id).first else { throw StoreError.noSuchList(name: name, near: []) }
      return (list, try Self.fetchPlaces(of: id, db).films)
    }
  }

  /// Returns the sorted names of the lists that contain at least one of the given films.
  package func names(ofListsWithAny films: [FilmID]) async throws -> [String] {
    try await read { db in
      let sql = "SELECT DISTINCT list FROM main.listItem WHERE film IN (SELECT value FROM json_each(?))"
      let ids = try db.texts(sql, [Self.jsonArray(of: films)])
      guard !ids.isEmpty else { return [] }
      let names = try Self.fetchListNames(db)
      return ids.compactMap { UUID(uuidString: $0).flatMap(names.name(of:)) }
        .sorted { $0.lowercased() < $1.lowercased() }
    }
  }

  /// Returns the names of all lists.
  package func listNames() async throws -> ListNames {
    try await read(inTransaction: false) { try Self.fetchListNames($0) }
  }

  // MARK: - Within a transaction

  static func fetchListNames(_ db: Database) throws -> ListNames {
    let rows = try db.rows("SELECT id, name, createdAt FROM main.list")
    return ListNames(
      try rows.compactMap { row in
        try UUID(uuidString: row.value("id")).map { id in
          (id, try row.value("name"), Date(microseconds: try row.value("createdAt")))
        }
      })
  }

  /// Returns the id of the list with a name.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)``.
  static func fetchListID(named name: String, _ db: Database) throws -> UUID {
    let names = try fetchListNames(db)
    if let id = names.id(named: name) { return id }
    throw StoreError.noSuchList(name: name, near: SpellingDistance.names(near: name, among: Set(names.all)))
  }

  /// Returns the ids of the lists that contain a film.
  static func fetchListIDs(containing film: FilmID, _ db: Database) throws -> [UUID] {
    let sql = "SELECT list FROM main.listItem WHERE film = ?"
    return try db.texts(sql, [film.rawValue]).compactMap(UUID.init(uuidString:))
  }

  /// Returns the places of a list in their order.
  static func fetchPlaces(of list: UUID, _ db: Database) throws -> [ListPlace] {
    let sql = "SELECT film, position FROM main.listItem WHERE list = ? ORDER BY position, film"
    let rows = try db.rowCursor(sql, [list.uuidString])
    var places: [ListPlace] = []
    while let row = try rows.next() {
      places.append(.init(film: FilmID(unchecked: try row.value(0)), position: try row.value(1)))
    }
    return places
  }

  /// Returns all lists, or only the one with an id, sorted by name.
  private static func fetchLists(_ db: Database, _ id: UUID? = nil) throws -> [FilmList] {
    let names = try fetchListNames(db)
    let sql = """
      SELECT list.*, films, seen, EXISTS (
        SELECT 1 FROM main.publication WHERE list = list.id AND NOT isWithdrawn) AS isPublished
      FROM main.list JOIN listIndexLists USING (id)
      WHERE ?1 IS NULL OR id = ?1 ORDER BY sortkey(name), createdAt, id
      """
    return try db.rows(sql, [id?.uuidString]).compactMap { row in
      guard let id = UUID(uuidString: try row.value("id")), let name = names.name(of: id) else { return nil }
      return FilmList(
        id: id, name: name, description: try row.value("description"),
        createdAt: Date(microseconds: try row.value("createdAt")),
        changedAt: Date(microseconds: try row.value("changedAt")), filmCount: try row.value("films"),
        seenCount: try row.value("seen"), isPublished: try row.value("isPublished"))
    }
  }
}
