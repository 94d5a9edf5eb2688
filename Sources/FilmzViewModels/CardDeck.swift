package import FilmzDomain
import FilmzServices
import FilmzStore
package import Foundation

/// A film of a deck, and its position in the deck.
package struct DeckCard: Sendable {
  package let item: FilmItem
  /// The number of the card, from 1.
  package let number: Int
  /// The number of cards loaded so far.
  package let total: Int
}

/// A sequence of films that the user goes through one by one, with an action on each that is stored
/// immediately and can be undone.
///
/// Closures provide the films and perform the actions.
package actor CardDeck<Action: Sendable> {
  /// An action that was performed, with the data that is needed to undo it.
  package struct UndoEntry: Sendable {
    package let action: Action
    /// The film before the action.
    package let before: FilmItem
    /// The film after the action.
    package let after: FilmItem
    /// `true` if the action was performed on an earlier card and did not advance the deck.
    package let isAmendment: Bool
    /// The index of the card in the deck.
    let position: Int
    /// The step in the journal; `nil` if nothing changed.
    fileprivate let step: UUID?
  }

  /// The actions that were performed and not undone, oldest first.
  package private(set) var undoEntries: [UndoEntry] = []

  private var films: [FilmID]
  /// The index of the current card; the number of cards if the deck is at its end.
  private var position = 0
  private var loadedItems: [FilmID: FilmItem] = [:]
  /// Films whose facts have been requested.
  private var filmsWithRequestedFacts: Set<FilmID> = []
  /// A number that increases whenever a card may have changed.
  ///
  /// An item that was loaded while the number increased may be outdated, and is not stored.
  private var revision = 0
  private var nextPageTask: Task<Void, any Error>?
  private var lookAheadTask: Task<Void, Never>?
  private let factQueue = FactQueue()

  private let lookAhead: Int
  private let loadPage: @Sendable () async throws -> [FilmID]
  private let loadCard: @Sendable (FilmID) async throws -> FilmItem?
  private let loadFacts: @Sendable (FilmItem) async -> Film?
  private let store: @Sendable (Action, FilmItem) async throws -> (item: FilmItem, step: UUID?)
  private let undoStep: @Sendable (UUID) async throws -> Void

  /// Creates a deck.
  ///
  /// - Parameters:
  ///   - films: The first cards.
  ///   - lookAhead: The number of cards after the current one that are loaded in advance.
  ///   - loadPage: Returns further cards, or none at the end; called when no more than `lookAhead`
  ///     cards remain, including the current one.
  ///   - loadCard: Returns the current state of a card, or `nil` if it is to be left out.
  ///   - loadFacts: Returns better facts for a card, or `nil`; called at most once for each card,
  ///     in the background.
  ///   - store: Stores an action, and returns the film with the action applied and the step in the
  ///     journal.
  ///   - undoStep: Undoes a step of the journal.
  package init(
    films: [FilmID], lookAhead: Int = 2,
    loadPage: @escaping @Sendable () async throws -> [FilmID] = { [] },
    loadCard: @escaping @Sendable (FilmID) async throws -> FilmItem?,
    loadFacts: @escaping @Sendable (FilmItem) async -> Film? = { _ in nil },
    store: @escaping @Sendable (Action, FilmItem) async throws -> (item: FilmItem, step: UUID?),
    undoStep: @escaping @Sendable (UUID) async throws -> Void
  ) {
    self.films = films
    self.lookAhead = lookAhead
    self.loadPage = loadPage
    self.loadCard = loadCard
    self.loadFacts = loadFacts
    self.store = store
    self.undoStep = undoStep
  }

  /// `true` if no cards have been loaded.
  package var isEmpty: Bool { films.isEmpty }

  /// The number of cards loaded so far, from the current one to the last one.
  package var remaining: Int { films.count - position }

  /// Returns the current card, or `nil` at the end.
  package func card() async throws -> DeckCard? {
    while try await hasCard() {
      if let item = try await item(films[position]) {
        startLookAhead()
        return DeckCard(item: item, number: position + 1, total: films.count)
      }
      films.remove(at: position)
    }
    return nil
  }

  /// Performs an action on the current card, and advances to the next card.
  ///
  /// - Returns: The film with the action applied; `nil` if the deck was already at its end.
  @discardableResult
  package func perform(_ action: Action) async throws -> FilmItem? {
    guard let card = try await card() else { return nil }
    let item = try await perform(action, on: card.item, at: card.number - 1, isAmendment: false)
    position = card.number
    return item
  }

  /// Performs another action on the card of an earlier action without changing the current card.
  package func amend(_ undoEntry: UndoEntry, with action: Action) async throws -> FilmItem {
    try await perform(action, on: undoEntry.after, at: undoEntry.position, isAmendment: true)
  }

  /// Undoes the last action, and makes its card the current one unless the action was an amendment.
  ///
  /// - Returns: The undo entry of the action, and the film after the undo; `nil` if there is
  ///   nothing to undo.
  /// - Throws: ``ViewModelError/filmChanged(title:)`` if the film was changed elsewhere; the undo
  ///   entry is removed then.
  package func undo() async throws -> (undoEntry: UndoEntry, item: FilmItem)? {
    guard let undoEntry = undoEntries.last else { return nil }
    try await reverse(undoEntry)
    undoEntries.removeLast()
    invalidateCard(films[undoEntry.position])
    let item = try await item(films[undoEntry.position]) ?? undoEntry.before
    if !undoEntry.isAmendment { position = undoEntry.position }
    return (undoEntry, item)
  }

  /// Cancels the background tasks.
  package func close() async {
    lookAheadTask?.cancel()
    nextPageTask?.cancel()
    await lookAheadTask?.value
    await factQueue.cancelAll()
  }

  // MARK: - Actions

  private func perform(
    _ action: Action, on item: FilmItem, at position: Int, isAmendment: Bool
  ) async throws -> FilmItem {
    invalidateCard(films[position])
    let (after, step) = try await store(action, item)
    invalidateCard(films[position])
    undoEntries.append(
      UndoEntry(
        action: action, before: item, after: after, isAmendment: isAmendment, position: position,
        step: step))
    return after
  }

  private func reverse(_ undoEntry: UndoEntry) async throws {
    guard let step = undoEntry.step else { return }
    do {
      try await undoStep(step)
    } catch StoreError.nothingToReverse {
      // The step has been undone by another session.
    } catch StoreError.changedSince {
      undoEntries.removeLast()
      throw ViewModelError.filmChanged(title: undoEntry.before.name)
    }
  }

  private func invalidateCard(_ id: FilmID) {
    loadedItems[id] = nil
    revision += 1
  }

  // MARK: - Cards

  /// Returns the loaded item of a card, or loads the item; returns `nil` if the card is to be left
  /// out.
  private func item(_ id: FilmID) async throws -> FilmItem? {
    if let item = loadedItems[id] { return item }
    let revision = revision
    let item = try await loadCard(id)
    if revision == self.revision { loadedItems[id] = item }
    return item
  }

  private func hasCard() async throws -> Bool {
    if position == films.count { try await addPage() }
    return position < films.count
  }

  /// Adds the next page to the deck; concurrent calls share one task.
  private func addPage() async throws {
    let task =
      nextPageTask
      ?? Task {
        defer { nextPageTask = nil }
        let page = try await loadPage()
        let existingFilms = page.isEmpty ? [] : Set(films)
        films += page.filter { !existingFilms.contains($0) }
      }
    nextPageTask = task
    try await task.value
  }

  private func startLookAhead() {
    lookAheadTask?.cancel()
    lookAheadTask = Task { await loadAhead() }
  }

  /// Loads the current card and the next `lookAhead` cards, and requests the facts of those whose
  /// facts have not been requested yet.
  private func loadAhead() async {
    if remaining <= lookAhead { try? await addPage() }
    for id in films.dropFirst(position).prefix(1 + lookAhead) {
      guard let item = try? await item(id), !Task.isCancelled,
        filmsWithRequestedFacts.insert(id).inserted
      else { continue }
      await factQueue.add([id]) { _ in await self.addFacts(to: item, of: id) }
    }
  }

  private func addFacts(to item: FilmItem, of id: FilmID) async {
    guard let film = await loadFacts(item) else { return }
    loadedItems[id]?.film = film
  }
}
