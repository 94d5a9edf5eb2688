package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

/// Reads and changes lists of films; each change is one step of the journal.
///
/// All methods that take the name of a list throw ``StoreError/noSuchList(name:near:)``.
package struct ListViewModel: ViewModel {
  let viewModels: ViewModels

  // MARK: - Reading

  /// Returns all lists, sorted by name.
  package func all() async throws -> [FilmList] { try await database.openForReading().collection.lists() }

  /// Returns the names of all lists.
  package func names() async throws -> ListNames { try await database.openForReading().collection.listNames() }

  /// Returns the names of the lists that have any of the films, sorted.
  package func names(ofListsWith films: [FilmItem]) async throws -> [String] {
    try await database.openForReading().collection.names(ofListsWithAny: films.map(\.id))
  }

  package func list(named name: String) async throws -> FilmList {
    try await database.openForReading().collection.list(named: name).list
  }

  /// Returns the number of films of a list, including hidden ones.
  package func countAllFilms(ofListNamed name: String) async throws -> Int {
    try await database.openForReading().collection.list(named: name).films.count
  }

  /// Returns a list with its films in the order of the list, without hidden ones.
  package func films(ofListNamed name: String) async throws -> (list: FilmList, items: [FilmItem]) {
    let (list, items) = try await allFilms(ofListNamed: name)
    return (list, items.filter { !$0.isHidden })
  }

  /// Returns a list with all of its films in the order of the list, so that the order can be changed.
  ///
  /// - Throws: ``ViewModelError/listHasHiddenFilms(_:count:)``.
  package func orderedFilms(ofListNamed name: String) async throws -> (list: FilmList, items: [FilmItem]) {
    let (list, items) = try await allFilms(ofListNamed: name)
    let hidden = items.count(where: \.isHidden)
    guard hidden == 0 else { throw ViewModelError.listHasHiddenFilms(list.name, count: hidden) }
    return (list, items)
  }

  private func allFilms(ofListNamed name: String) async throws -> (list: FilmList, items: [FilmItem]) {
    let (list, films) = try await database.openForReading().collection.list(named: name)
    return (list, try await assembler.collectionItems(films))
  }

  /// Makes the films of a list the result set, in the order of the list, and returns a page of it.
  ///
  /// Without a page size, one page has all films.
  package func show(
    _ name: String, page: Int, pageSize: Int?, in context: CommandContext
  ) async throws -> (list: FilmList, page: ResultPage) {
    try await services.lookup.refillCache()
    let (list, films) = try await database.openForReading().collection.list(named: name)
    return (list, try await viewModels.search.list(films, page: page, pageSize: pageSize, in: context))
  }

  // MARK: - Changing lists

  /// Creates an empty list.
  ///
  /// - Throws: ``DomainError/invalidListName``, ``StoreError/listExists(name:)``.
  package func create(_ name: String, description: String?, in context: CommandContext) async throws -> FilmList {
    let name = try FilmList.validName(name)
    try await apply(in: context) { transaction in try transaction.createList(name, description: description) }
    return try await list(named: name)
  }

  /// Renames a list.
  ///
  /// - Throws: ``DomainError/invalidListName``, ``StoreError/listExists(name:)``.
  package func rename(_ name: String, to newName: String, in context: CommandContext) async throws -> FilmList {
    let newName = try FilmList.validName(newName)
    try await apply(in: context) { try $0.rename(try $0.list(named: name), to: newName) }
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
    try await apply(in: context) { try $0.setDescription(description, of: try $0.list(named: name)) }
    return (try await list(named: name), old.description)
  }

  /// Removes a list, whose films stay in the collection.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)`` if the list has been removed since it was read.
  package func delete(_ list: FilmList, in context: CommandContext) async throws {
    do {
      try await apply(in: context) { transaction in
        try transaction.requireList(list)
        try transaction.deleteList(list.id)
      }
    } catch let error as StoreError {
      throw error.ofDeletion
    }
  }
}

/// The result of a change to the films of a list.
package struct ListChange: Sendable {
  /// The name of the list.
  package let name: String
  package let outcome: ChangeOutcome
  /// The places of all films of the list after the change, from 1.
  package let places: [FilmID: Int]
}

// Changes the films of a list.
extension ListViewModel {
  /// Adds films to a list; films that the list has already keep their places.
  ///
  /// Films that are not in the collection are added to it too. ``ChangeOutcome/placed`` has the films that were
  /// added to the list.
  ///
  /// - Parameters:
  ///   - items: The films, in the order in which they are added.
  ///   - name: The name of the list.
  ///   - place: The place before which the films are inserted, from 1; `nil` for the end.
  ///   - creates: `true` to create the list if it does not exist.
  ///   - context: The context of the command.
  /// - Returns: The change.
  /// - Throws: ``ViewModelError/noSuchPlace(_:last:list:)``.
  package func add(_ items: [FilmItem], to name: String, before place: Int?, creates: Bool, in context: CommandContext)
    async throws -> ListChange
  {
    let finish: CollectionWriter.Finish = { transaction, outcome in
      let films = outcome.changedItems.map(\.id)
      let list = try transaction.list(named: name, creates: creates)
      outcome.placed = try transaction.add(films, to: list, before: place)
    }
    let outcome = try await writer.changeAndSelect(items, in: context, finish: finish) { transaction, item in
      _ = try transaction.ensureEntry(of: item)
    }
    return try await change(outcome, ofListNamed: name)
  }

  /// Removes films from a list; films that the list does not have are refused.
  package func remove(_ items: [FilmItem], from name: String, in context: CommandContext) async throws -> ListChange {
    let finish: CollectionWriter.Finish = { transaction, outcome in
      let list = try transaction.list(named: name)
      let films = try transaction.films(of: list)
      let presentFilms = Set(films)
      let listName = try transaction.listNames().name(of: list) ?? name
      for item in outcome.items where !presentFilms.contains(item.id) {
        let error = ViewModelError.notInList(title: item.caption, list: listName)
        outcome.refusals[item.id] = error.message
      }
      let removed = Set(outcome.changedItems.map(\.id))
      try transaction.setFilms(films.filter { !removed.contains($0) }, of: list)
    }
    var outcome = try await writer.changeAndSelect(items, in: context, finish: finish) { _, _ in }
    outcome.allowsRefusals = true
    return try await change(outcome, ofListNamed: name)
  }

  /// Moves the films at some places before another place, without changing their order.
  ///
  /// - Parameters:
  ///   - places: The places, from 1.
  ///   - place: The place before which the films are moved; `nil` for the end.
  ///   - name: The name of the list.
  ///   - context: The context of the command.
  /// - Returns: The change; its films are those at the places.
  /// - Throws: ``ViewModelError/noSuchPlace(_:last:list:)``,
  ///   ``ViewModelError/listHasHiddenFilms(_:count:)``.
  package func move(
    _ places: ClosedRange<Int>, before place: Int?, in name: String, _ context: CommandContext
  ) async throws -> ListChange {
    let (list, items) = try await orderedFilms(ofListNamed: name)
    let films = items.map(\.id)
    for number in [places.lowerBound, places.upperBound, place ?? 1]
    where !(1...max(1, films.count)).contains(number) || films.isEmpty {
      throw ViewModelError.noSuchPlace(number, last: films.count, list: list.name)
    }
    let newFilms = films.moving(places, before: place)
    let edit = ListEdit(from: films, to: newFilms)
    let movedItems = Array(items[places.lowerBound - 1..<places.upperBound])
    let finish: CollectionWriter.Finish = { transaction, outcome in
      try transaction.apply(edit, to: list)
      if !edit.isEmpty { outcome.placed = Set(outcome.items.map(\.id)) }
    }
    let outcome = try await writer.changeAndSelect(movedItems, in: context, finish: finish) { _, _ in }
    return try await change(outcome, ofListNamed: name)
  }

  /// Applies the changes that the user made in an editor to the current state of a list.
  ///
  /// - Parameters:
  ///   - edit: The changes.
  ///   - list: The list that was edited.
  ///   - items: All films of the list before and after the changes; added films that are not in the collection are also
  ///     added to it.
  ///   - context: The context of the command.
  /// - Returns: The change; its films are those that were added, moved, or removed.
  /// - Throws: ``StoreError/noSuchList(name:near:)`` if the list has been removed.
  package func apply(
    _ edit: ListEdit, to list: FilmList, items: [FilmItem], in context: CommandContext
  ) async throws -> ListChange {
    let itemsByID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    let placed = Set(edit.added + edit.moved)
    let changedFilms = edit.films.filter(placed.contains) + edit.removed
    let addedFilms = Set(edit.added)
    let changedItems = changedFilms.compactMap { itemsByID[$0] }
    let finish: CollectionWriter.Finish = { transaction, outcome in
      try transaction.apply(edit, to: list)
      outcome.placed = placed
    }
    let outcome = try await writer.changeAndSelect(changedItems, in: context, finish: finish) { transaction, item in
      if addedFilms.contains(item.id) { _ = try transaction.ensureEntry(of: item) }
    }
    // The list may have been renamed while it was edited.
    let name = try await names().name(of: list.id) ?? list.name
    return try await change(outcome, ofListNamed: name)
  }

  /// Returns the change of a list, with the places that the films have now.
  private func change(_ outcome: ChangeOutcome, ofListNamed name: String) async throws -> ListChange {
    let (list, films) = try await database.openForReading().collection.list(named: name)
    let places = Dictionary(films.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    return ListChange(name: list.name, outcome: outcome, places: places)
  }
}

extension JournalTransaction {
  /// Returns the id of the list with a name; with `creates`, a list that does not exist is created.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)``, ``DomainError/invalidListName``.
  func list(named name: String, creates: Bool) throws -> UUID {
    guard creates else { return try list(named: name) }
    return try listNames().id(named: name) ?? createList(try FilmList.validName(name))
  }

  /// Adds films of the collection to a list, and returns those that the list did not have before.
  ///
  /// - Throws: ``ViewModelError/noSuchPlace(_:last:list:)``.
  func add(_ films: [FilmID], to list: UUID, before place: Int?) throws -> Set<FilmID> {
    let old = try self.films(of: list)
    if let place, !(1...old.count + 1).contains(place) {
      let name = try listNames().name(of: list) ?? ""
      throw ViewModelError.noSuchPlace(place, last: old.count + 1, list: name)
    }
    try setFilms(old.inserting(films, before: place), of: list)
    return Set(films).subtracting(old)
  }

  /// Applies changes to the current state of a list.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)`` if the list has been removed.
  fileprivate func apply(_ edit: ListEdit, to list: FilmList) throws {
    try requireList(list)
    try setFilms(try films(of: list.id).applying(edit), of: list.id)
  }

  /// Checks that a list exists.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)``.
  func requireList(_ list: FilmList) throws {
    guard try listNames().name(of: list.id) != nil else { throw StoreError.noSuchList(name: list.name, near: []) }
  }
}

extension [FilmItem] {
  /// Returns the films as plain text that the user can send to others.
  ///
  /// It has a header, an empty line, and a line for each of the first 50 films with title, year, and the user's rating in
  /// stars. Source: contract, Lists.
  ///
  /// - Parameter name: The name of the list that the header names; `nil` if the films are not those of a list.
  /// - Returns: The text.
  package func sharedText(listName name: String?) -> String {
    let header = [name, count.counted("film")].compactMap(\.self).joined(separator: " · ")
    let films = prefix(50).map { item in
      let caption = item.caption.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "• \(caption)" + (item.entry?.rating.map { " \($0.stars)" } ?? "")
    }
    let rest = count - films.count
    let lines = films + (rest > 0 ? ["…and \(rest) more"] : [])
    return ([header] + (lines.isEmpty ? [] : [""]) + lines).joined(separator: "\n")
  }
}
