package import FilmzDomain
import FilmzServices
import FilmzStore
package import Foundation

/// A sequence of films that the user goes through one by one, with an action on each that is stored
/// immediately and can be undone.
///
/// Closures provide the films and perform the actions.
package actor CardDeck<Action: Sendable> {
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
  /// The position for which the running `lookAheadTask` loads cards.
  private var lookAheadPosition: Int?
  private let factQueue = FactQueue()
  private var listener: (@Sendable (Event) -> Void)?
  /// The error of the next page, if it has not been passed to a listener yet.
  private var unreportedPageError: (any Error)?
  /// `true` if the next page could not be loaded since the last page.
  private var hasPageFailed = false

  private let lookAhead: Int
  private let loadPage: @Sendable () async throws -> [FilmID]
  private let loadCard: @Sendable (FilmID) async throws -> FilmItem?
  private let loadFacts: @Sendable (FilmItem) async -> FilmItem?
  private let store: Store
  private let undoStep: @Sendable (UUID) async throws -> Void

  /// Creates a deck.
  ///
  /// - Parameters:
  ///   - films: The first cards.
  ///   - lookAhead: The number of cards after the current one that are loaded in advance.
  ///   - loadPage: Returns further cards, or none at the end; called when no more than `lookAhead`
  ///     cards remain, including the current one.
  ///   - loadCard: Returns the current state of a card, or `nil` if it is to be left out.
  ///   - loadFacts: Returns a card with better facts, or `nil`; called at most once for each card,
  ///     in the background.
  ///   - store: Stores an action.
  ///   - undoStep: Undoes a step of the journal.
  package init(
    films: [FilmID], lookAhead: Int = 2,
    loadPage: @escaping @Sendable () async throws -> [FilmID] = { [] },
    loadCard: @escaping @Sendable (FilmID) async throws -> FilmItem?,
    loadFacts: @escaping @Sendable (FilmItem) async -> FilmItem? = { _ in nil },
    store: @escaping Store,
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

  /// The id under which the current card was loaded; `nil` at the end.
  package var currentID: FilmID? { position < films.count ? films[position] : nil }

  /// `true` if the next card has to be loaded with the next page.
  package var needsPage: Bool { position == films.count }

  /// The card that was current last; `nil` if there has been none.
  package private(set) var lastCard: FilmItem?

  /// Sets the function that is called for changes of the deck in the background; `nil` for none.
  ///
  /// After this method has returned, the previous function is not called any more.
  package func setListener(_ listener: (@Sendable (Event) -> Void)?) {
    self.listener = listener
    reportPageError()
  }

  /// Returns the current card, or `nil` at the end.
  package func card() async throws -> DeckCard? {
    while try await hasCard() {
      if let item = try await item(films[position]) {
        startLookAhead()
        lastCard = item
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

  /// Performs another action on the film of the last action, as part of the same step of the journal.
  ///
  /// If the last action changed nothing, this action is a step of its own.
  ///
  /// - Returns: The film with both actions applied; `nil` if there is no last action.
  @discardableResult
  package func complete(with action: Action) async throws -> FilmItem? {
    guard let last = undoEntries.last else { return nil }
    invalidateCard(films[last.position])
    let (after, newStep) = try await store(action, last.after, last.step)
    invalidateCard(films[last.position])
    undoEntries[undoEntries.count - 1] = UndoEntry(
      action: action, before: last.before, after: after, isAmendment: last.isAmendment,
      position: last.position, step: last.step ?? newStep)
    return after
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
    lookAheadPosition = nil
    await factQueue.cancelAll()
  }

  // MARK: - Actions

  private func perform(
    _ action: Action, on item: FilmItem, at position: Int, isAmendment: Bool
  ) async throws -> FilmItem {
    invalidateCard(films[position])
    let (after, step) = try await store(action, item, nil)
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

  /// Returns the item of a card, which is loaded if necessary; `nil` if the card is to be left out.
  private func item(_ id: FilmID) async throws -> FilmItem? {
    if let item = loadedItems[id] { return item }
    let revision = revision
    let item = try await loadCard(id)
    // Another task may have loaded the card meanwhile, with better facts.
    if let loadedItem = loadedItems[id] { return loadedItem }
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
        hasPageFailed = false
        let existingFilms = page.isEmpty ? [] : Set(films)
        films += page.filter { !existingFilms.contains($0) }
      }
    nextPageTask = task
    try await task.value
  }

  /// Starts loading the next cards, unless a task does so for the current position already: requests in quick
  /// succession would cancel it each time.
  private func startLookAhead() {
    guard lookAheadPosition != position else { return }
    lookAheadTask?.cancel()
    lookAheadPosition = position
    lookAheadTask = Task {
      await loadAhead()
      if !Task.isCancelled { lookAheadPosition = nil }
    }
  }

  /// Loads the current card and the next `lookAhead` cards, and requests the facts of those whose
  /// facts have not been requested yet.
  private func loadAhead() async {
    for id in films.dropFirst(position).prefix(1 + lookAhead) {
      guard let item = try? await item(id), !Task.isCancelled,
        filmsWithRequestedFacts.insert(id).inserted
      else { continue }
      await factQueue.add([id]) { _ in await self.addFacts(to: item, of: id) }
    }
    if remaining <= lookAhead, !Task.isCancelled { await addPageAhead() }
  }

  /// Adds the next page; an error is reported once to the listener.
  private func addPageAhead() async {
    do {
      try await addPage()
    } catch {
      guard !hasPageFailed, !Task.isCancelled else { return }
      hasPageFailed = true
      unreportedPageError = error
      reportPageError()
    }
  }

  private func reportPageError() {
    guard let listener, let error = unreportedPageError else { return }
    unreportedPageError = nil
    listener(.pageFailed(error))
  }

  /// Adds better facts to a card; a later card is loaded again, because it may have to be left out now.
  private func addFacts(to item: FilmItem, of id: FilmID) async {
    guard isShown(id) else {
      // The user is faster than the service, and this card has been passed.
      filmsWithRequestedFacts.remove(id)
      return
    }
    let revision = revision
    guard let newItem = await loadFacts(item) else { return }
    if currentID == id, revision == self.revision {
      loadedItems[id] = newItem
    } else {
      loadedItems[id] = nil
      // An item is not kept if an action on any card invalidates it while it is loaded.
      while loadedItems[id] == nil, (try? await self.item(id)) != nil {}
      loadedItems[id]?.film = newItem.film
    }
    if let index = films.firstIndex(of: id), (position - 1...position).contains(index) {
      let item = loadedItems[id] ?? newItem
      listener?(.cardChanged(DeckCard(item: item, number: index + 1, total: films.count)))
    }
  }

  /// Returns whether a card is the current one, a later one, or the one before, which remains on the screen
  /// while a question about it is open.
  private func isShown(_ id: FilmID) -> Bool {
    films.firstIndex(of: id).map { $0 >= position - 1 } ?? false
  }
}
