package import FilmzDomain
import FilmzServices
package import Foundation

/// A sequence of films that are shown one by one; the user's actions on them are stored immediately, and can be undone.
///
/// Closures load the films and store the actions.
package actor CardDeck<Action: Sendable> {
  /// The actions that were performed and not undone, oldest first.
  package internal(set) var undoEntries: [UndoEntry] = []

  var films: [FilmID]
  /// The index of the current card; the number of cards if the deck is at its end.
  var position = 0
  private var loadedItems: [FilmID: FilmItem] = [:]
  /// Films whose facts have been requested.
  private var filmsWithRequestedFacts: Set<FilmID> = []
  /// A number that increases whenever a card may have changed.
  ///
  /// An item is not kept if the number increased while it was loaded, because it may be outdated.
  private var revision = 0
  private var nextPageTask: Task<Void, any Error>?
  private var lookAheadTask: Task<Void, Never>?
  /// The position for which the running `lookAheadTask` loads cards.
  private var lookAheadPosition: Int?
  private let factQueue = FactQueue()
  private var listener: (@Sendable (Event) -> Void)?
  /// The error of loading the next page until it is passed to a listener; otherwise `nil`.
  private var unreportedPageError: (any Error)?
  /// `true` if loading the next page has failed since the last page was loaded.
  private var hasPageFailed = false

  private let lookAhead: Int
  private let loadPage: @Sendable () async throws -> [FilmID]
  private let loadCard: @Sendable (FilmID) async throws -> FilmItem?
  private let loadFacts: @Sendable (FilmItem) async -> FilmItem?
  let store: Store
  let undoStep: @Sendable (UUID) async throws -> Void
  private let newestChange: @Sendable () async throws -> Int64
  /// The number of the newest change of the collection when the loaded items were last known to be current.
  private var knownChange: Int64?
  /// The card that the user sees, with its id in the deck; `nil` if another card has become the current one.
  var shownCard: (id: FilmID, item: FilmItem)?

  /// Creates a deck.
  ///
  /// - Parameters:
  ///   - films: The first cards.
  ///   - lookAhead: The number of cards after the current one that are loaded in advance.
  ///   - loadPage: Returns further cards, or none at the end; called when no more than `lookAhead`
  ///     cards remain, including the current one.
  ///   - loadCard: Returns the current state of a card, or `nil` if it is to be left out.
  ///   - loadFacts: Returns a card with more facts, or `nil` if there are none; called in the background, and at most
  ///     once for each card.
  ///   - store: Stores an action.
  ///   - undoStep: Undoes a step of the journal.
  ///   - newestChange: Returns the number of the collection's newest change; cards are loaded again when it differs.
  package init(
    films: [FilmID], lookAhead: Int = 2, loadPage: @escaping @Sendable () async throws -> [FilmID] = { [] },
    loadCard: @escaping @Sendable (FilmID) async throws -> FilmItem?,
    loadFacts: @escaping @Sendable (FilmItem) async -> FilmItem? = { _ in nil }, store: @escaping Store,
    undoStep: @escaping @Sendable (UUID) async throws -> Void,
    newestChange: @escaping @Sendable () async throws -> Int64 = { 0 }
  ) {
    (self.films, self.lookAhead, self.loadPage) = (films, lookAhead, loadPage)
    (self.loadCard, self.loadFacts, self.store) = (loadCard, loadFacts, store)
    (self.undoStep, self.newestChange) = (undoStep, newestChange)
  }

  /// `true` if the deck has no cards so far.
  package var isEmpty: Bool { films.isEmpty }

  /// The number of cards from the current one to the last one, without those of pages that are not loaded.
  package var remaining: Int { films.count - position }

  /// The id of the current card in the deck, which may have become an alias since; `nil` at the end.
  package var currentID: FilmID? { position < films.count ? films[position] : nil }

  /// `true` after the last card that is loaded.
  package var needsPage: Bool { position == films.count }

  /// The film of the card that was returned last; `nil` if no card has been returned.
  package private(set) var lastCard: FilmItem?

  /// Sets the function that is called when a background task changes the deck; `nil` for none.
  ///
  /// After this method has returned, the previous function is not called any more.
  package func setListener(_ listener: (@Sendable (Event) -> Void)?) {
    self.listener = listener
    reportPageError()
  }

  /// Returns the current card, or `nil` at the end.
  package func card() async throws -> DeckCard? {
    try await dropOutdatedItems()
    while try await hasCard() {
      if let item = try await item(films[position]) ?? lastEntry?.after {
        startLookAhead()
        lastCard = item
        shownCard = (films[position], item)
        return DeckCard(item: item, number: position + 1, total: films.count)
      }
      // The positions of undo entries must remain valid.
      if undoEntries.contains(where: { $0.position > position }) { position += 1 } else { films.remove(at: position) }
    }
    return nil
  }

  /// The last action on the current card; `nil` if there was none.
  ///
  /// After an action, a card to which the user comes back is shown even if `loadCard` leaves it out.
  private var lastEntry: UndoEntry? { undoEntries.last { $0.position == position } }

  /// Makes the card before the current one the current card, and changes nothing; returns `false` at the first card.
  package func goBack() -> Bool {
    guard position > 0 else { return false }
    (position, shownCard) = (position - 1, nil)
    return true
  }

  /// Makes the card after the current one the current card, and changes nothing; returns `false` at the end.
  package func goOn() -> Bool {
    guard position < films.count else { return false }
    (position, shownCard) = (position + 1, nil)
    return true
  }

  /// Cancels the background tasks.
  package func close() async {
    lookAheadTask?.cancel()
    nextPageTask?.cancel()
    await lookAheadTask?.value
    lookAheadPosition = nil
    await factQueue.cancelAll()
  }

  // MARK: - Cards

  /// Loads the current card again when it is shown next.
  package func reloadCard() { if let currentID { invalidateCard(currentID) } }

  func invalidateCard(_ id: FilmID) {
    loadedItems[id] = nil
    revision += 1
  }

  /// Drops the loaded items if the collection has changed, also by another program or by sync.
  private func dropOutdatedItems() async throws {
    let newestChange = try await newestChange()
    guard newestChange != knownChange else { return }
    knownChange = newestChange
    loadedItems = [:]
    revision += 1
  }

  /// Returns the item of a card, which is loaded if necessary; `nil` if the card is to be left out.
  func item(_ id: FilmID) async throws -> FilmItem? {
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

  /// Starts loading the next cards.
  ///
  /// If a task is already loading those of the current position, it continues: calls in quick succession would otherwise
  /// cancel it again and again.
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
      guard let item = try? await item(id), !Task.isCancelled, filmsWithRequestedFacts.insert(id).inserted
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

  /// Loads more facts for a card.
  ///
  /// A card that is not the current one is then loaded again, because these facts may be a reason to leave it out.
  private func addFacts(to item: FilmItem, of id: FilmID) async {
    guard isOrWillBeVisible(id) else {
      // The user has passed the card before the request began.
      filmsWithRequestedFacts.remove(id)
      return
    }
    let revision = revision
    guard let newItem = await loadFacts(item) else { return }
    if currentID == id, revision == self.revision {
      loadedItems[id] = newItem
    } else {
      loadedItems[id] = nil
      // Repeats the loading if an action invalidates items while this one is loaded.
      while loadedItems[id] == nil, (try? await self.item(id)) != nil {}
      loadedItems[id]?.film = newItem.film
    }
    if let index = films.firstIndex(of: id), (position - 1...position).contains(index) {
      let item = loadedItems[id] ?? newItem
      if index == position { shownCard = (id, item) }
      listener?(.cardChanged(DeckCard(item: item, number: index + 1, total: films.count)))
    }
  }

  /// Returns whether the user sees a card or will see it: the previous, the current, or a later card.
  ///
  /// The previous card stays on the screen while a question about it is open.
  private func isOrWillBeVisible(_ id: FilmID) -> Bool { films.firstIndex(of: id).map { $0 >= position - 1 } ?? false }
}

extension CardDeck {
  /// An action that was performed, with the data for undoing it.
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
    let step: UUID?

    /// `true` if the action changed the collection.
    package var hasChanged: Bool { step != nil }
  }

  /// Returns the films of the actions, in the order of the deck, each in its state after the last action on it.
  static func films(after entries: [UndoEntry]) -> [FilmItem] {
    let items = Dictionary(entries.map { ($0.position, $0.after) }) { $1 }
    return items.sorted { $0.key < $1.key }.map(\.value)
  }

  /// A change of the deck in the background.
  package enum Event: Sendable {
    /// The facts of the current card, or of the card before it, have changed.
    case cardChanged(DeckCard)
    /// The next page could not be loaded; it is requested again with the next card.
    case pageFailed(any Error)
  }

  /// Stores an action on a film, and returns the film after the action and the step of the journal, `nil` if nothing
  /// changed.
  ///
  /// The action becomes a part of the step `step` if it is given.
  package typealias Store =
    @Sendable (_ action: Action, _ item: FilmItem, _ step: UUID?) async throws -> (item: FilmItem, step: UUID?)
}

extension FilmItem {
  /// Returns whether the user's data in both states of a film are equal, except for the data that filmz completes by
  /// itself.
  func hasSameUserData(as other: FilmItem) -> Bool {
    entry.map(\.withoutFoundValues) == other.entry.map(\.withoutFoundValues) && (skip == nil) == (other.skip == nil)
  }
}

extension CollectionEntry {
  /// The entry without the values that change when a canonical id or a title becomes known.
  fileprivate var withoutFoundValues: CollectionEntry {
    var entry = CollectionEntry(id: FilmID(unchecked: ""), caption: nil, addedAt: addedAt)
    entry.rating = rating
    entry.audience = audience
    entry.recommendedBy = recommendedBy
    entry.notes = notes
    entry.tags = tags
    entry.platform = platform
    entry.viewings = viewings.map { viewing in
      var copy = Viewing(id: viewing.id, film: entry.id, date: viewing.date)
      copy.rating = viewing.rating
      copy.note = viewing.note
      copy.tags = viewing.tags
      return copy
    }
    return entry
  }
}

/// A film of a deck, and its position in the deck.
package struct DeckCard: Sendable {
  package let item: FilmItem
  /// The number of the card, from 1.
  package let number: Int
  /// The number of cards, without those of pages that are not loaded.
  package let total: Int
}
