package import FilmzDomain
import FilmzServices
import FilmzStore
package import Foundation

/// A film of a deck, and where it stands in it.
package struct DeckCard: Sendable {
  package let item: FilmItem
  /// From 1.
  package let number: Int
  /// The number of cards that are known so far.
  package let total: Int
}

/// Films that are gone through one by one, with an action on each that is stored at once and can be
/// undone.
///
/// What the actions are and which films come is given by closures.
package actor CardDeck<Action: Sendable> {
  /// An action that was performed, with what is needed to undo it.
  package struct UndoEntry: Sendable {
    package let action: Action
    package let before: FilmItem
    package let after: FilmItem
    /// `true` if the action was on a card gone through before; the deck did not move with it.
    package let isAmendment: Bool
    /// The place of the card in the deck, from 0.
    let position: Int
    /// The step in the journal; `nil` if nothing changed.
    fileprivate let step: UUID?
  }

  /// The actions that were performed and not undone, oldest first.
  package private(set) var entries: [UndoEntry] = []

  private var films: [FilmID]
  private var position = 0
  private var loaded: [FilmID: FilmItem] = [:]
  /// Films whose facts were asked for.
  private var asked: Set<FilmID> = []
  /// Counts actions, so that a card loaded in the background before one is not kept after it.
  private var revision = 0
  private var nextPage: Task<Void, any Error>?
  private var lookAheadTask: Task<Void, Never>?
  private let factQueue = DetailQueue()

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
  ///   - lookAhead: The number of cards behind the present one that are loaded before they are shown.
  ///   - loadPage: Gives further cards, or none at the end; called when no more than `lookAhead` are
  ///     left.
  ///   - loadCard: Gives a card as it is now, or `nil` if it is to be left out.
  ///   - loadFacts: Gives better facts for a card, or `nil`; called once for each card, in the
  ///     background.
  ///   - store: Stores an action, and gives the card after it and the step in the journal.
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

  /// `true` if no cards are known.
  package var isEmpty: Bool { films.isEmpty }

  /// The number of cards that are known and were not gone through.
  package var remaining: Int { films.count - position }

  /// The present card, or `nil` at the end.
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

  /// Performs an action on the present card, and goes on to the next.
  ///
  /// - Returns: The card after it, or `nil` if the deck is at its end.
  @discardableResult
  package func perform(_ action: Action) async throws -> FilmItem? {
    guard let card = try await card() else { return nil }
    let item = try await perform(action, on: card.item, at: card.number - 1, isAmendment: false)
    position = card.number
    return item
  }

  /// Performs an action on the card of an earlier entry; the present card stays.
  package func amend(_ entry: UndoEntry, with action: Action) async throws -> FilmItem {
    try await perform(action, on: entry.after, at: entry.position, isAmendment: true)
  }

  /// Undoes the action that was performed last, and goes back to its card.
  ///
  /// - Returns: What was undone, and its card as it is now; `nil` if there is nothing to undo.
  /// - Throws: ``ViewModelError/filmChanged(title:)`` if the film was changed elsewhere; the entry is
  ///   dropped then.
  package func undo() async throws -> (entry: UndoEntry, item: FilmItem)? {
    guard let entry = entries.last else { return nil }
    try await reverse(entry)
    entries.removeLast()
    forget(films[entry.position])
    let item = try await item(films[entry.position]) ?? entry.before
    if !entry.isAmendment { position = entry.position }
    return (entry, item)
  }

  /// Ends what goes on in the background.
  package func close() async {
    lookAheadTask?.cancel()
    nextPage?.cancel()
    await lookAheadTask?.value
    await factQueue.cancelAll()
  }

  // MARK: - Actions

  private func perform(
    _ action: Action, on item: FilmItem, at position: Int, isAmendment: Bool
  ) async throws -> FilmItem {
    forget(films[position])
    let (after, step) = try await store(action, item)
    forget(films[position])
    entries.append(
      UndoEntry(
        action: action, before: item, after: after, isAmendment: isAmendment, position: position,
        step: step))
    return after
  }

  private func reverse(_ entry: UndoEntry) async throws {
    guard let step = entry.step else { return }
    do {
      try await undoStep(step)
    } catch StoreError.nothingToReverse {
      // It was undone elsewhere.
    } catch StoreError.changedSince {
      entries.removeLast()
      throw ViewModelError.filmChanged(title: entry.before.name)
    }
  }

  private func forget(_ id: FilmID) {
    loaded[id] = nil
    revision += 1
  }

  // MARK: - Cards

  private func item(_ id: FilmID) async throws -> FilmItem? {
    if let item = loaded[id] { return item }
    let revision = revision
    let item = try await loadCard(id)
    if revision == self.revision { loaded[id] = item }
    return item
  }

  private func hasCard() async throws -> Bool {
    if position == films.count { try await addPage() }
    return position < films.count
  }

  /// Adds the next page; callers at the same time share one.
  private func addPage() async throws {
    let page =
      nextPage
      ?? Task {
        defer { nextPage = nil }
        let page = try await loadPage()
        let known = page.isEmpty ? [] : Set(films)
        films += page.filter { !known.contains($0) }
      }
    nextPage = page
    try await page.value
  }

  private func startLookAhead() {
    lookAheadTask?.cancel()
    lookAheadTask = Task { await loadAhead() }
  }

  /// Loads the present card and those behind it, and asks for facts of each once.
  private func loadAhead() async {
    if remaining <= lookAhead { try? await addPage() }
    for id in films.dropFirst(position).prefix(1 + lookAhead) {
      guard let item = try? await item(id), !Task.isCancelled, asked.insert(id).inserted
      else { continue }
      await factQueue.add([id]) { _ in await self.addFacts(to: item, of: id) }
    }
  }

  private func addFacts(to item: FilmItem, of id: FilmID) async {
    guard let film = await loadFacts(item) else { return }
    loaded[id]?.film = film
  }
}
