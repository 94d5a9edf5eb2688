package import FilmzDomain
package import FilmzServices
package import FilmzStore
package import Foundation

/// A deck of films to discover, on which marks are set.
package typealias DiscoverDeck = CardDeck<MarkChange>

/// The last query of `discover` in a home, and the position that was reached in its films.
package struct DiscoverState: Sendable, Codable {
  package var query: DiscoverQuery?
  /// The position of the first card that has not been marked; `nil` for the beginning.
  var cursor: DiscoverCursor?
  var hasExplainedKeys: Bool?
}

/// The numbers of films of a deck that were marked.
package struct DiscoverSummary: Sendable, Equatable {
  package var counts: [Mark: Int] = [:]

  package init() {}
}

/// Starts decks of films to discover, and stores the last query and position.
package struct DiscoverViewModel: Sendable {
  /// The number of cards after the current one that are prepared.
  private static let lookAhead = 5

  private let services: FilmServices
  private let database: CollectionDatabase
  private let collection: CollectionViewModel
  private let journal: JournalViewModel
  private let state: BrowsingState
  private let file: JSONFile<DiscoverState>
  private let assembler: FilmItemAssembler
  private let pace = RequestPace()

  package init(
    services: FilmServices, database: CollectionDatabase, collection: CollectionViewModel,
    journal: JournalViewModel, state: BrowsingState, file: URL
  ) {
    (self.services, self.database, self.collection) = (services, database, collection)
    (self.journal, self.state) = (journal, state)
    self.file = JSONFile(url: file)
    assembler = FilmItemAssembler(database: database, lookup: services.lookup)
  }

  // MARK: - Remembered state

  /// The stored query and position; empty if none is stored or the file is invalid.
  package var remembered: DiscoverState {
    guard let state = file.load(), state.cursor?.isValid != false else { return DiscoverState() }
    return state
  }

  /// Deletes the stored query and position.
  package func forget() throws {
    var state = DiscoverState()
    state.hasExplainedKeys = remembered.hasExplainedKeys
    try file.save(state)
  }

  /// Returns whether the keys have not been explained in this home, and stores that they are now.
  package func takeKeyExplanation() -> Bool {
    var state = remembered
    guard state.hasExplainedKeys != true else { return false }
    state.hasExplainedKeys = true
    try? file.save(state)
    return true
  }

  // MARK: - Decks

  /// A deck and its query, from which the position is stored at the end.
  package struct Run: Sendable {
    package let query: DiscoverQuery
    package let deck: DiscoverDeck
    let feed: DiscoverFeed
  }

  /// Starts a deck, where the last one ended if its query was the same.
  ///
  /// Unless `includesMarked` is `true`, marked films are left out; otherwise, the deck starts at the
  /// beginning. Without a seed, films are shuffled differently each time.
  package func begin(
    _ query: DiscoverQuery, includesMarked: Bool, seed: UInt64?, in context: CommandContext
  ) async throws -> SourceResult<Run> {
    let start = try await firstBatch(query, continuing: !includesMarked, in: context)
    return start.map { batch, cursor in
      let feed = DiscoverFeed(
        query, first: batch, at: cursor,
        seed: seed ?? .random(in: .min ... .max),
        readBatch: { try await services.discovery.batch(query, at: $0, in: context).value },
        withoutMarks: {
          try await self.withoutMarks($0, among: $1, includesMarked: includesMarked)
        })
      return Run(
        query: query,
        deck: deck(query, feed, includesMarked: includesMarked, in: context), feed: feed)
    }
  }

  /// Stores the position that was reached in a deck, and selects its last card.
  package func end(_ run: Run) async {
    var state = remembered
    state.query = run.query
    state.cursor = await run.feed.cursor(of: run.deck.currentID)
    try? file.save(state)
    if let lastCard = await run.deck.lastCard {
      await self.state.select(lastCard.id, name: lastCard.name)
    }
  }

  /// Returns the first batch of a deck and its position, which is `nil` for the beginning of the lists.
  private func firstBatch(
    _ query: DiscoverQuery, continuing: Bool, in context: CommandContext
  ) async throws -> SourceResult<(DiscoverBatch, DiscoverCursor?)> {
    let remembered = remembered
    if continuing, remembered.query == query, let cursor = remembered.cursor,
      await services.discovery.origin(in: context) == cursor.origin,
      let batch = try await batch(query, at: cursor, in: context)
    {
      return batch.map { ($0, cursor) }
    }
    return try await services.discovery.begin(query, in: context).map { ($0, nil) }
  }

  /// Returns the batch at a remembered position; `nil` if there are no films any more, or if it cannot be
  /// read.
  private func batch(
    _ query: DiscoverQuery, at cursor: DiscoverCursor, in context: CommandContext
  ) async throws -> SourceResult<DiscoverBatch>? {
    do {
      let batch = try await services.discovery.batch(query, at: cursor, in: context)
      return batch.value.next == nil && batch.value.films.isEmpty ? nil : batch
    } catch is any UserFacingError {
      return nil
    }
  }

  private func deck(
    _ query: DiscoverQuery, _ feed: DiscoverFeed, includesMarked: Bool, in context: CommandContext
  ) -> DiscoverDeck {
    DiscoverDeck(
      films: [], lookAhead: Self.lookAhead, loadPage: { try await feed.nextPage() },
      loadCard: { try await loadCard($0, from: feed, includesMarked: includesMarked) },
      loadFacts: { await fetchFacts(of: $0, from: feed, in: context) },
      store: { try await store($0, of: $1, continuing: $2, in: context) },
      undoStep: { try await journal.undo(step: $0, in: context.step("undo")) },
      newestChange: { try await database.openForReading().collection.newestChange() })
  }

  // MARK: - Cards

  /// Returns the films that are neither marked nor hidden and cannot be films of the collection, and those that may be.
  ///
  /// Films of earlier batches are compared with the films of the collection too.
  private func withoutMarks(
    _ films: [Film], among earlier: [Film], includesMarked: Bool
  ) async throws -> (cards: [Film], uncertain: [Film]) {
    let items = try await assembler.discoveredItems(films, among: earlier)
    let pairs = zip(films, items).filter { !$1.isHidden && (includesMarked || $1.mark == nil) }
    return (
      pairs.filter { $1.possibleEntry == nil }.map(\.0),
      pairs.filter { $1.possibleEntry != nil }.map(\.0)
    )
  }

  /// Returns a film with its best local facts; `nil` if it has been marked since the batch was read.
  private func loadCard(
    _ id: FilmID, from feed: DiscoverFeed, includesMarked: Bool
  ) async throws -> FilmItem? {
    let item = try await card(id, from: feed)
    return item?.isHidden != true && (includesMarked || item?.mark == nil) ? item : nil
  }

  private func card(_ id: FilmID, from feed: DiscoverFeed) async throws -> FilmItem? {
    guard var item = try await assembler.items([(id, nil)]).first else { return nil }
    if item.film?.level != .full, let listed = await feed.film(id), listed.origin == .tmdb {
      item.film = listed.fillingGaps(from: item.film)
    }
    item.number = await state.resultSet?.number(of: item.id)
    return item
  }

  /// Fetches the details of a film of TMDB, and returns it with the data that the collection has under the ids
  /// that are known now; returns `nil` if it is not a film of TMDB, or if that fails.
  private func fetchFacts(
    of item: FilmItem, from feed: DiscoverFeed, in context: CommandContext
  ) async -> FilmItem? {
    guard item.film?.origin == .tmdb, item.film?.level != .full, !context.isOffline,
      (try? await pace.wait()) != nil
    else { return nil }
    let film = try? await services.lookup.film(item.id, from: .source(.tmdb), in: context).value
    guard let film, film.level == .full, var item = try? await card(film.id, from: feed) else {
      return nil
    }
    // The stored facts of films of the collection lack the people.
    item.film = film
    return item
  }

  private func store(
    _ change: MarkChange, of item: FilmItem, continuing step: UUID?, in context: CommandContext
  ) async throws -> (item: FilmItem, step: UUID?) {
    let outcome = try await collection.markInDeck(
      item, change, continuing: step, in: context.step(change.commandLine(for: item)))
    return (outcome.items.first ?? item, outcome.step)
  }
}

extension CardDeck where Action == MarkChange {
  /// The numbers of films that were marked, by their marks.
  package var summary: DiscoverSummary {
    var summary = DiscoverSummary()
    for item in markedFilms { if let mark = item.mark { summary.counts[mark, default: 0] += 1 } }
    return summary
  }

  /// The films that were marked, with their marks, in the order of the deck.
  package var markedFilms: [FilmItem] {
    let changed = undoEntries.filter(\.hasChanged)
    let items = Dictionary(changed.map { ($0.position, $0.after) }) { $1 }
    return items.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension MarkChange {
  /// The command that does the same.
  fileprivate func commandLine(for item: FilmItem) -> String {
    if let list { return "list add \"\(list)\" \(item.id) --create" }
    switch mark {
    // The rating may be given later as part of the same step.
    case .seen: return "seen \(item.id)"
    case .wanted: return "watchlist add \(item.id)"
    case .skipped: return "skip \(item.id)"
    }
  }
}

/// Spreads requests over time: at most 20 begin within a second.
private actor RequestPace {
  private static let interval = Duration.milliseconds(50)

  private var nextStart = ContinuousClock.now

  /// Waits until the next request may begin.
  func wait() async throws {
    let start = max(nextStart, .now)
    nextStart = start + Self.interval
    try await Task.sleep(until: start)
  }
}

// Films to discover, as a result set.
extension FilmSearchViewModel {
  /// A page of films to discover.
  package struct DiscoveredPage: Sendable {
    package let page: ResultPage
    /// The number of films that were left out because they have a mark.
    package let markedCount: Int
  }

  /// Loads films to discover, stores them as the result set, and returns a page of it.
  ///
  /// Pages are numbered from 1 and have up to `pageSize` films; the films before the page are loaded too.
  ///
  /// - Throws: A ``UserFacingError``; the previous result set is kept then.
  package func discover(
    _ request: DiscoverRequest, page: Int, pageSize: Int, in context: CommandContext
  ) async throws -> SourceResult<DiscoveredPage> {
    try await searching {
      let resultSet = ResultSet(
        films: .discovery(DiscoveredFilms(request)), total: 0, pageSize: pageSize, page: 1)
      // The first page is loaded even if the requested one turns out not to exist.
      let loaded = try await loadFilms(at: 0..<pageSize, of: resultSet, context)
      let shownPage = try await show(page, of: loaded.value, isNew: true, context)
      var markedCount = 0
      if case .discovery(let discovered) = loaded.value.films {
        markedCount = discovered.markedCount
      }
      return shownPage.after(loaded).map { DiscoveredPage(page: $0, markedCount: markedCount) }
    }
  }

  /// Returns the result set after loading batches until it has `count` films, or all of them.
  func loadFilms(
    _ count: Int, of discovered: DiscoveredFilms, in resultSet: ResultSet, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    var discovered = discovered
    var loaded = SourceResult(value: resultSet)
    while discovered.films.count < count, !discovered.hasEnded {
      try Task.checkCancellation()
      let batch =
        if let cursor = discovered.next {
          try await services.discovery.batch(discovered.query, at: cursor, in: context)
        } else {
          try await services.discovery.begin(discovered.query, in: context)
        }
      let films = discovered.ordered(batch.value.films)
      let items = try await assembler.discoveredItems(films, among: discovered.films)
      discovered.add(films, items, next: batch.value.next)
      loaded = loaded.after(batch)
      loaded.value.total = discovered.total(reported: batch.value.total)
    }
    loaded.value.films = .discovery(discovered)
    loaded.value.page = min(resultSet.page, loaded.value.pageCount)
    return loaded
  }
}
