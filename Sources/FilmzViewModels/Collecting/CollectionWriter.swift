import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

/// Changes films of the collection; all changes of a call are one step of the journal.
struct CollectionWriter: ViewModel {
  let viewModels: ViewModels

  /// Sets a property of the entries of films in one step; `nil` removes the value.
  ///
  /// To set a value, films that are not in the collection are added. To remove it, films without a value are refused.
  func set<Value: Sendable>(
    _ keyPath: any WritableKeyPath<CollectionEntry, Value?> & Sendable, to value: Value?,
    named name: String, of items: [FilmItem], in context: CommandContext, finish: @escaping Finish = { _, _ in }
  ) async throws -> ChangeOutcome {
    var outcome = try await changeAndSelect(items, in: context, finish: finish) { transaction, item in
      if value == nil {
        try transaction.requireEntry(of: item)
        guard try transaction.entry(item.id)?[keyPath: keyPath] != nil else {
          throw StoreError.nothingToRemove(name, title: item.caption)
        }
      }
      try transaction.update(try transaction.ensureEntry(of: item).id) { $0[keyPath: keyPath] = value }
    }
    outcome.allowsRefusals = value == nil
    return outcome
  }

  /// A function that makes further changes, or adds to the outcome, after all films of a step have been changed.
  typealias Finish = @Sendable (JournalTransaction, inout ChangeOutcome) throws -> Void

  /// Changes films in one step; if only one film was changed, selects it.
  ///
  /// After `body` has been called for each film, `finish` is called once.
  func changeAndSelect(
    _ items: [FilmItem], in context: CommandContext, finish: @escaping Finish = { _, _ in },
    _ body: @escaping @Sendable (JournalTransaction, FilmItem) throws -> Void
  ) async throws -> ChangeOutcome {
    let outcome = try await change(items, in: context, finish: finish, body)
    if outcome.changedItems.count == 1, let film = outcome.changedItems.first {
      await state.select(film.id, name: film.name)
    }
    return outcome
  }

  /// Changes films like ``changeAndSelect(_:in:finish:_:)``; errors say that data could not be deleted.
  func deleteAndSelect(
    _ items: [FilmItem], in context: CommandContext, finish: @escaping Finish = { _, _ in },
    _ body: @escaping @Sendable (JournalTransaction, FilmItem) throws -> Void
  ) async throws -> ChangeOutcome {
    do {
      return try await changeAndSelect(items, in: context, finish: finish, body)
    } catch let error as StoreError {
      throw error.ofDeletion
    }
  }

  /// Changes films in one step, and starts fetching the facts about films that were added, or skipped without
  /// a title.
  ///
  /// Films with a ``FilmItem/refusal`` are refused. The changes become a part of the step `step` if it is given. After
  /// `body` has been called for each film, `finish` is called once.
  func change(
    _ items: [FilmItem], continuing step: UUID? = nil, in context: CommandContext,
    finish: @escaping Finish = { _, _ in }, _ body: @escaping @Sendable (JournalTransaction, FilmItem) throws -> Void
  ) async throws -> ChangeOutcome {
    try await viewModels.identification.identify(items.filter { $0.refusal == nil }, in: context)
    let (step, outcome) = try await apply(in: context, continuing: step) { transaction in
      let items = try transaction.canonicalItems(items)
      var outcome = ChangeOutcome(items: items)
      for index in items.indices {
        let item = items[index]
        outcome.before[item.id] = try transaction.entry(item.id)
        outcome.marksBefore[item.id] = try transaction.mark(of: item.id)
        outcome.refusals[item.id] =
          try item.refusal?.message
          ?? transaction.attempt(withoutSavepoint: items.count == 1) { try body(transaction, item) }?.message
        try transaction.completeCaption(of: item)
        outcome.items[index].entry = try transaction.entry(item.id)
        outcome.items[index].skip = outcome.items[index].entry == nil ? try transaction.skip(of: item.id) : nil
        let wasAdded = outcome.before[item.id] == nil && outcome.items[index].entry != nil
        if wasAdded { outcome.added.insert(item.id) }
      }
      try finish(transaction, &outcome)
      outcome.step = transaction.stepID
      return (transaction.stepID, outcome)
    }
    let addedFilms = outcome.items.compactMap { outcome.added.contains($0.id) ? $0.film : nil }
    if !addedFilms.isEmpty { await services.lookup.storeFacts(ofAddedFilms: addedFilms) }
    if let step, !outcome.added.isEmpty || outcome.items.contains(where: \.isSkippedWithoutTitle) {
      await viewModels.collection.fetchFacts(of: outcome, continuing: step, in: context)
    }
    return outcome
  }
}

extension JournalTransaction {
  /// Returns the items with their current canonical ids, and without duplicates.
  ///
  /// An id may have become an alias of another one since the films were looked up.
  fileprivate func canonicalItems(_ items: [FilmItem]) throws -> [FilmItem] {
    var uniqueIDs: Set<FilmID> = []
    return try items.compactMap { item in
      var item = item
      item.id = try canonicalID(of: item.id)
      return uniqueIDs.insert(item.id).inserted ? item : nil
    }
  }
}

// Operations on the entries of film items.
extension JournalTransaction {
  /// Returns a new entry for a film without inserting it.
  func newEntry(for item: FilmItem) -> CollectionEntry {
    let caption = item.title.map { Caption(title: $0, year: item.year) }
    var entry = CollectionEntry(id: item.id, caption: caption, addedAt: now)
    entry.platform = item.platform
    return entry
  }

  /// Returns the entry of a film, inserting a new one if the film is not in the collection.
  func ensureEntry(of item: FilmItem) throws -> CollectionEntry {
    if let entry = try entry(item.id) { return entry }
    let entry = newEntry(for: item)
    try insert(entry)
    return entry
  }

  /// Checks that a film is in the collection.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  func requireEntry(of item: FilmItem) throws {
    guard try entry(item.id) != nil else { throw StoreError.notInCollection(title: item.name) }
  }

  /// Returns a viewing of a film; `number` is the position of the viewing, from 1, in the order of dates.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``, ``ViewModelError/noSuchViewing(_:count:title:)``.
  func viewing(_ number: Int, of item: FilmItem) throws -> Viewing {
    try requireEntry(of: item)
    let viewings = try entry(item.id)?.viewingsByDate ?? []
    guard viewings.indices.contains(number - 1) else {
      throw ViewModelError.noSuchViewing(number, count: viewings.count, title: item.name)
    }
    return viewings[number - 1]
  }

  /// Sets the caption of an entry that has none.
  ///
  /// Does nothing if the step has no change so far, or if the film's facts are unknown.
  func completeCaption(of item: FilmItem) throws {
    guard stepID != nil, let film = item.film, let entry = try entry(item.id), entry.caption == nil else { return }
    try update(item.id) { $0.caption = Caption(title: film.title, year: film.year) }
  }
}
