package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

/// Reads and changes the lists of films; a command changes a list in one step of the journal.
///
/// All functions that take the name of a list throw ``StoreError/noSuchList(name:near:)``.
package struct ListViewModel: Sendable {
  private let services: FilmServices
  let database: CollectionDatabase
  private let search: FilmSearchViewModel
  let writer: CollectionWriter

  init(
    services: FilmServices, database: CollectionDatabase, search: FilmSearchViewModel,
    writer: CollectionWriter
  ) {
    self.services = services
    self.database = database
    self.search = search
    self.writer = writer
  }

  // MARK: - Reading

  /// Returns all lists, sorted by name.
  package func all() async throws -> [FilmList] {
    try await database.openForReading().collection.lists()
  }

  /// Returns the names of all lists.
  package func names() async throws -> ListNames {
    try await database.openForReading().collection.listNames()
  }

  /// Returns the names of the lists that have any of the films, sorted.
  package func names(ofListsWith films: [FilmItem]) async throws -> [String] {
    try await database.openForReading().collection.names(ofListsWithAny: films.map(\.id))
  }

  package func list(named name: String) async throws -> FilmList {
    try await database.openForReading().collection.list(named: name).list
  }

  /// Returns the number of films of a list, with those that the kids filter hides.
  package func countAllFilms(ofListNamed name: String) async throws -> Int {
    try await database.openForReading().collection.list(named: name).films.count
  }

  /// Returns a list with its films in their order, without those that the kids filter hides.
  package func films(ofListNamed name: String) async throws -> (list: FilmList, items: [FilmItem]) {
    let (list, items) = try await allFilms(ofListNamed: name)
    return (list, items.filter { !$0.isHidden })
  }

  /// Returns a list with its films in their order, which can be changed.
  ///
  /// - Throws: ``ViewModelError/listHasHiddenFilms(_:count:)``.
  package func orderedFilms(
    ofListNamed name: String
  ) async throws -> (list: FilmList, items: [FilmItem]) {
    let (list, items) = try await allFilms(ofListNamed: name)
    let hidden = items.count(where: \.isHidden)
    guard hidden == 0 else { throw ViewModelError.listHasHiddenFilms(list.name, count: hidden) }
    return (list, items)
  }

  private func allFilms(
    ofListNamed name: String
  ) async throws -> (list: FilmList, items: [FilmItem]) {
    let (list, films) = try await database.openForReading().collection.list(named: name)
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    return (list, try await assembler.collectionItems(films))
  }

  /// Makes the films of a list the result set, in their order, and returns a page of it.
  ///
  /// Without a page size, one page has all films.
  package func show(
    _ name: String, page: Int, pageSize: Int?, in context: CommandContext
  ) async throws -> (list: FilmList, page: ResultPage) {
    try await services.cache.refill()
    let (list, films) = try await database.openForReading().collection.list(named: name)
    return (list, try await search.list(films, page: page, pageSize: pageSize, in: context))
  }

  // MARK: - Changing lists

  /// Creates an empty list.
  ///
  /// - Throws: ``DomainError/invalidListName``, ``StoreError/listExists(name:)``.
  package func create(
    _ name: String, description: String?, in context: CommandContext
  ) async throws -> FilmList {
    let name = try FilmList.validName(name)
    try await change(in: context) { transaction in
      try transaction.createList(name, description: description)
    }
    return try await list(named: name)
  }

  /// Renames a list.
  ///
  /// - Throws: ``DomainError/invalidListName``, ``StoreError/listExists(name:)``.
  package func rename(
    _ name: String, to newName: String, in context: CommandContext
  ) async throws -> FilmList {
    let newName = try FilmList.validName(newName)
    try await change(in: context) { transaction in
      try transaction.rename(try transaction.list(named: name), to: newName)
    }
    return try await list(named: newName)
  }

  /// Sets or removes the description of a list.
  ///
  /// - Throws: ``StoreError/nothingToRemove(_:title:)``.
  /// - Returns: The list after the change, and the description before it.
  package func describe(
    _ name: String, _ description: String?, in context: CommandContext
  ) async throws -> (list: FilmList, oldDescription: String?) {
    let old = try await list(named: name)
    if description == nil, old.description == nil {
      throw StoreError.nothingToRemove("description", title: "the list \"\(old.name)\"")
    }
    try await change(in: context) { transaction in
      try transaction.setDescription(description, of: try transaction.list(named: name))
    }
    return (try await list(named: name), old.description)
  }

  /// Removes a list, whose films stay in the collection.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)`` if it has been removed in the meantime.
  package func delete(_ list: FilmList, in context: CommandContext) async throws {
    try await change(in: context) { transaction in
      try transaction.requireList(list)
      try transaction.deleteList(list.id)
    }
  }

  private func change(
    in context: CommandContext, _ body: @escaping @Sendable (JournalTransaction) throws -> Void
  ) async throws {
    let stores = try await database.openForWriting(at: context.now)
    try await stores.collection.apply(context.line, at: context.now) { try body($0) }
  }
}
