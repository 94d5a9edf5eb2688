package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation
import Synchronization

/// A deck of films to discover, on which marks are set.
package typealias DiscoverDeck = CardDeck<MarkChange>

/// The last query of `discover` in a home folder, and the position that was reached in its films.
package struct DiscoverState: Sendable, Codable {
  package var query: DiscoverQuery?
  /// The position of the batch with the card at which the last deck ended; `nil` for the beginning.
  var cursor: DiscoverCursor?
  /// `true` if the keys of the deck have been explained to the user; `nil` if they have not.
  var hasExplainedKeys: Bool?
}

/// Starts decks of films to discover, and stores the query and the position of the last one.
package struct DiscoverViewModel: ViewModel {
  let viewModels: ViewModels

  /// The number of cards after the current one that are prepared.
  private static let lookAhead = 5

  private var file: JSONFile<DiscoverState> { JSONFile(url: paths.discover) }

  // MARK: - Remembered state

  /// The stored query and position; empty if none is stored or the file is invalid.
  package var remembered: DiscoverState {
    guard let state = file.load(), state.cursor?.isValid != false else { return DiscoverState() }
    return state
  }

  /// Deletes the stored query and position, but not the fact that the keys have been explained.
  package func forget() throws {
    var state = DiscoverState()
    state.hasExplainedKeys = remembered.hasExplainedKeys
    try file.save(state)
  }

  /// Returns `true` if the keys have to be explained, and stores that they have been: only the first call in a home
  /// folder returns `true`.
  package func takeKeyExplanation() -> Bool {
    var state = remembered
    guard state.hasExplainedKeys != true else { return false }
    state.hasExplainedKeys = true
    try? file.save(state)
    return true
  }

  // MARK: - Decks

  /// A deck that has been started, with its query and the feed of its films.
  package struct Run: Sendable {
    package let query: DiscoverQuery
    package let deck: DiscoverDeck
    let feed: DiscoverFeed
  }

  /// Starts a deck; if the last deck had the same query, the new deck begins where the last one ended.
  ///
  /// Marked films are left out. If `includesMarked` is `true`, they are not, and the deck begins at the beginning of the
  /// source's lists of films. Without a seed, films are shuffled differently each time.
  package func begin(
    _ query: DiscoverQuery, includesMarked: Bool, seed: UInt64?, in context: CommandContext
  ) async throws -> SourceResult<Run> {
    let start = try await firstBatch(query, continuing: !includesMarked, in: context)
    return start.map { batch, cursor in
      let feed = DiscoverFeed(
        query, first: batch, at: cursor, seed: seed ?? .random(in: .min ... .max),
        readBatch: { try await services.discovery.batch(query, at: $0, in: context).value },
        selectCards: { try await self.selectCards($0, earlier: $1, query, includesMarked: includesMarked) })
      return Run(query: query, deck: deck(query, feed, includesMarked: includesMarked, in: context), feed: feed)
    }
  }

  /// Stores the position that was reached in a deck, and selects its last card.
  package func end(_ run: Run) async {
    var reached = remembered
    reached.query = run.query
    reached.cursor = await run.feed.cursor(of: run.deck.currentID)
    try? file.save(reached)
    if let lastCard = await run.deck.lastCard { await state.select(lastCard.id, name: lastCard.name) }
  }

  /// Returns the first batch of a deck and its position, which is `nil` for the beginning of the source's lists of films.
  private func firstBatch(
    _ query: DiscoverQuery, continuing: Bool, in context: CommandContext
  ) async throws -> SourceResult<(DiscoverBatch, DiscoverCursor?)> {
    let remembered = remembered
    if continuing, remembered.query == query, let cursor = remembered.cursor,
      await services.discovery.origin(of: query, in: context) == cursor.origin,
      let batch = try await batch(query, at: cursor, in: context)
    {
      return batch.map { ($0, cursor) }
    }
    return try await services.discovery.begin(query, in: context).map { ($0, nil) }
  }

  /// Returns the batch at a remembered position; `nil` if the lists end there now, or if the batch cannot be read.
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
      loadCard: { try await loadCard($0, from: feed, query, includesMarked: includesMarked) },
      loadFacts: { await fetchFacts(of: $0, from: feed, in: context) },
      store: { try await store($0, of: $1, continuing: $2, in: context) },
      undoStep: { try await viewModels.journal.undo(step: $0, in: context.step("undo")) },
      newestChange: { try await database.openForReading().collection.newestChange() })
  }

  // MARK: - Cards

  /// Divides films into those that are certainly not in the collection, and those that may be, under another id.
  ///
  /// Hidden films are left out, and so are marked ones, unless `includesMarked` is `true`. The films of earlier batches are
  /// needed because an entry of the collection that agrees with two films is attributed to neither.
  private func selectCards(
    _ films: [Film], earlier: [Film], _ query: DiscoverQuery, includesMarked: Bool
  ) async throws -> (cards: [Film], uncertain: [Film]) {
    let items = try await assembler.discoveredItems(films, among: earlier)
    let pairs = zip(films, items).filter {
      !$1.isHidden && !query.leavesOut($1.mark, includesMarked: includesMarked)
    }
    return (pairs.filter { $1.possibleEntry == nil }.map(\.0), pairs.filter { $1.possibleEntry != nil }.map(\.0))
  }

  /// Returns a film with its best local facts; `nil` if it is hidden, or has been marked since the batch was read.
  private func loadCard(
    _ id: FilmID, from feed: DiscoverFeed, _ query: DiscoverQuery, includesMarked: Bool
  ) async throws -> FilmItem? {
    let item = try await card(id, from: feed)
    return item?.isHidden != true && !query.leavesOut(item?.mark, includesMarked: includesMarked) ? item : nil
  }

  private func card(_ id: FilmID, from feed: DiscoverFeed) async throws -> FilmItem? {
    guard var item = try await assembler.items([(id, nil)]).first else { return nil }
    if item.film?.level != .full, let listed = await feed.film(id), listed.origin == .tmdb {
      item.film = listed.fillingGaps(from: item.film)
    }
    item.number = await state.resultSet?.number(of: item.id)
    return item
  }

  /// Waits until the next request may be sent, so that at most 20 requests are sent per second.
  private func waitForNextRequest() async throws {
    let start = viewModels.nextRequest.withLock { next in
      let start = max(next, .now)
      next = start + .milliseconds(50)
      return start
    }
    try await Task.sleep(until: start)
  }

  /// Fetches the details of a film of TMDB, and returns the film with the user's data for its canonical id, which may be
  /// known only from the details.
  ///
  /// Returns `nil` if the film is not one of TMDB, has details already, or cannot be looked up.
  private func fetchFacts(of item: FilmItem, from feed: DiscoverFeed, in context: CommandContext) async -> FilmItem? {
    guard item.film?.origin == .tmdb, item.film?.level != .full, !context.isOffline,
      (try? await waitForNextRequest()) != nil
    else { return nil }
    let film = try? await services.lookup.film(item.id, from: .source(.tmdb), in: context).value
    guard let film, film.level == .full, var item = try? await card(film.id, from: feed) else { return nil }
    // The stored facts of films of the collection lack the people.
    item.film = film
    return item
  }

  private func store(
    _ change: MarkChange, of item: FilmItem, continuing step: UUID?, in context: CommandContext
  ) async throws -> (item: FilmItem, step: UUID?) {
    let outcome = try await viewModels.collection.markInDeck(
      item, change, continuing: step, in: context.step(change.commandLine(for: item)))
    return (outcome.items.first ?? item, outcome.step)
  }
}

extension CardDeck where Action == MarkChange {
  /// The numbers of films that were marked, by their marks.
  package var summary: [Mark: Int] { Dictionary(markedFilms.compactMap(\.mark).map { ($0, 1) }, uniquingKeysWith: +) }

  /// The films that were marked, with their marks, in the order of the deck.
  package var markedFilms: [FilmItem] { Self.films(after: undoEntries.filter(\.hasChanged)) }
}

extension MarkChange {
  /// The command that makes the same change, for the journal.
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

// Films to discover, as a result set.
extension FilmSearchViewModel {
  /// Loads films to discover, stores them as the result set, and returns a page of it.
  ///
  /// Pages are numbered from 1 and have up to `pageSize` films; the films before the page are loaded too.
  ///
  /// - Throws: A ``UserFacingError``; the previous result set is kept then.
  package func discover(
    _ request: DiscoverRequest, page: Int, pageSize: Int, in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    try await searching {
      let resultSet = ResultSet(films: .discovery(DiscoveredFilms(request)), total: 0, pageSize: pageSize, page: 1)
      // The first page is loaded even if the requested one turns out not to exist.
      let loaded = try await loadFilms(at: 0..<pageSize, of: resultSet, context)
      var shownPage = try await show(page, of: loaded.value, isNew: true, context)
      if case .discovery(let discovered) = loaded.value.films { shownPage.value.markedCount = discovered.markedCount }
      return shownPage.after(loaded)
    }
  }

  /// Returns the result set after loading batches of films to discover until it has `count` films, or all of them.
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
