import FilmzDomain
import FilmzViewModels
import Foundation
import Synchronization
import Testing

/// Tests with decks of invented films and a single action that stores nothing.
struct CardDeckTests {
  private static func ids(_ range: ClosedRange<Int>) -> [FilmID] {
    range.map { FilmID(unchecked: "tt000000\($0)") }
  }

  private static func item(_ id: FilmID, title: String = "early") -> FilmItem {
    FilmItem(
      id: id, film: Film(id: id, title: title, year: nil, origin: .catalog), entry: nil)
  }

  private func deck(
    _ films: ClosedRange<Int>, lookAhead: Int = 2,
    loadPage: @escaping @Sendable () async throws -> [FilmID] = { [] },
    loadCard: @escaping @Sendable (FilmID) async -> FilmItem = { Self.item($0) },
    loadFacts: @escaping @Sendable (FilmItem) async -> FilmItem? = { _ in nil }
  ) -> CardDeck<Void> {
    CardDeck(
      films: Self.ids(films), lookAhead: lookAhead, loadPage: loadPage,
      loadCard: loadCard, loadFacts: loadFacts, store: { _, item, _ in (item, nil) },
      undoStep: { _ in })
  }

  /// The pages that a deck loads, one per call of `next()`.
  private final class Pages: Sendable {
    let pages: Mutex<[[FilmID]]>

    init(_ pages: [[FilmID]]) { self.pages = Mutex(pages) }

    func next() -> [FilmID] { pages.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
  }

  @Test func pagesAreLoadedInOrderWithoutDuplicates() async throws {
    let pages = Pages([Self.ids(2...4), Self.ids(4...6)])
    let deck = deck(1...2) { pages.next() }
    var ids: [FilmID] = []
    while let item = try await deck.perform(()) { ids.append(item.id) }
    #expect(ids == Self.ids(1...6))
    #expect(await deck.remaining == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func nextPageIsLoadedInAdvance() async throws {
    let (pageRequests, continuation) = AsyncStream.makeStream(of: Void.self)
    let deck = deck(1...4) {
      continuation.yield()
      return []
    }
    _ = try await deck.perform(())
    _ = try await deck.card()
    #expect(await deck.remaining == 3)
    _ = try await deck.perform(())
    _ = try await deck.card()
    for await _ in pageRequests { break }
    #expect(await deck.remaining == 2)
  }

  /// A deck that leaves out films with an action, and further ones.
  private static func deck(leavingOut leftOut: LeftOutFilms) -> CardDeck<Void> {
    CardDeck(
      films: ids(1...3),
      loadCard: { id in leftOut.ids.withLock { $0.contains(id) } ? nil : item(id) },
      store: { _, item, _ in
        leftOut.ids.withLock { _ = $0.insert(item.id) }
        return (item, nil)
      }, undoStep: { _ in })
  }

  private final class LeftOutFilms: Sendable {
    let ids = Mutex<Set<FilmID>>([])
  }

  @Test func userGoesBackToCardsThatWouldBeLeftOut() async throws {
    let deck = Self.deck(leavingOut: LeftOutFilms())
    #expect(await !deck.goBack())
    for _ in 1...2 { try await deck.perform(()) }
    var ids: [FilmID?] = []
    while await deck.goBack() { ids.append(try await deck.card()?.item.id) }
    #expect(ids == [Self.ids(1...3)[1], Self.ids(1...3)[0]])
    #expect(try await deck.perform(())?.id == Self.ids(1...1)[0])
    #expect(try await deck.card()?.item.id == Self.ids(2...2)[0])
  }

  @Test func undoShowsItsCardAfterAnEarlierOneWasLeftOut() async throws {
    let leftOut = LeftOutFilms()
    leftOut.ids.withLock { _ = $0.insert(Self.ids(1...1)[0]) }
    let deck = Self.deck(leavingOut: leftOut)
    #expect(await deck.goOn())
    for _ in 1...2 { try await deck.perform(()) }
    #expect(await !deck.goOn())
    for _ in 1...3 { #expect(await deck.goBack()) }
    #expect(try await deck.card()?.item.id == Self.ids(1...3)[1])
    #expect(try await deck.undo()?.item.id == Self.ids(3...3)[0])
    leftOut.ids.withLock { _ = $0.remove(Self.ids(3...3)[0]) }
    #expect(try await deck.card()?.item.id == Self.ids(3...3)[0])
  }

  @Test func pageErrorIsThrownOnlyWhenThePageIsNeeded() async throws {
    let deck = deck(1...1) { throw ViewModelError.nothingSelected }
    #expect(try await deck.perform(())?.id == Self.ids(1...1)[0])
    await #expect(throws: ViewModelError.nothingSelected) { try await deck.card() }
  }

  @Test(.timeLimit(.minutes(10)))
  func factsOfEachCardAreLoadedOnceAndInAdvance() async throws {
    let (factRequests, continuation) = AsyncStream.makeStream(of: FilmID.self)
    let deck = deck(
      1...5, lookAhead: 1,
      loadFacts: { item in
        continuation.yield(item.id)
        return Self.item(item.id, title: "late")
      })
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    await deck.setListener { _ in change.yield() }
    var changedCards = changes.makeAsyncIterator()
    for _ in 1...4 {
      while try await deck.card()?.item.title != "late" {
        try #require(await changedCards.next() != nil)
      }
      try await deck.perform(())
    }
    var ids: [FilmID] = []
    for await id in factRequests {
      ids.append(id)
      if ids.count == 5 { break }
    }
    #expect(ids.sorted() == Self.ids(1...5))
  }

  /// A card that is requested again and again does not keep its facts from being loaded.
  @Test(.timeLimit(.minutes(10))) func repeatedRequestsDoNotDelayFacts() async throws {
    let deck = deck(1...3, loadFacts: { Self.item($0.id, title: "late") })
    while try await deck.card()?.item.title != "late" { try Task.checkCancellation() }
  }

  /// An event that a test waits for.
  private struct Event: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func signal() { continuation.yield() }

    func wait() async { for await _ in stream { break } }
  }

  /// The second card is loaded in advance while the first one is rated, so it is loaded again; its facts arrive
  /// before that.
  @Test(.timeLimit(.minutes(10))) func cardDoesNotReplaceItsFacts() async throws {
    let loads = Mutex(0)
    let loadBegins = [Event(), Event()]
    let loadEnds = [Event(), Event()]
    let (factsBegin, factsEnd, cardChanges) = (Event(), Event(), Event())
    let deck = deck(
      1...2, lookAhead: 1,
      loadCard: { id in
        guard id == Self.ids(2...2)[0] else { return Self.item(id) }
        let load = loads.withLock { count in
          defer { count += 1 }
          return min(count, 1)
        }
        loadBegins[load].signal()
        await loadEnds[load].wait()
        return Self.item(id)
      },
      loadFacts: { item in
        guard item.id == Self.ids(2...2)[0] else { return nil }
        factsBegin.signal()
        await factsEnd.wait()
        return Self.item(item.id, title: "late")
      })
    await deck.setListener { _ in cardChanges.signal() }
    _ = try await deck.card()
    await loadBegins[0].wait()
    try await deck.perform(())
    loadEnds[0].signal()
    await factsBegin.wait()
    async let card = deck.card()
    await loadBegins[1].wait()
    factsEnd.signal()
    await cardChanges.wait()
    loadEnds[1].signal()
    #expect(try await card?.item.title == "late")
    #expect(try await deck.card()?.item.title == "late")
  }

  @Test(.timeLimit(.minutes(10))) func closingTheDeckCancelsLoading() async throws {
    let (started, startContinuation) = AsyncStream.makeStream(of: Void.self)
    let (cancelled, cancellationContinuation) = AsyncStream.makeStream(of: Void.self)
    let deck = deck(
      1...3,
      loadFacts: { _ in
        startContinuation.yield()
        do { try await Task.sleep(for: .seconds(600)) } catch { cancellationContinuation.yield() }
        return nil
      })
    _ = try await deck.card()
    for await _ in started { break }
    await deck.close()
    for await _ in cancelled { break }
  }

  @Test func undoReturnsToEachCard() async throws {
    let deck = deck(1...3)
    for _ in 1...3 { try await deck.perform(()) }
    #expect(try await deck.card() == nil)
    for number in [3, 2, 1] {
      let undone = try #require(try await deck.undo())
      #expect(undone.item.id == Self.ids(number...number)[0])
      #expect(try await deck.card()?.number == number)
    }
    #expect(try await deck.undo() == nil)
    #expect(await deck.undoEntries.isEmpty)
    #expect(await deck.remaining == 3)
  }

  @Test func completionIsUndoneWithTheAction() async throws {
    let steps = Mutex<[UUID?]>([])
    let undone = Mutex<[UUID]>([])
    let deck = CardDeck<String>(
      films: Self.ids(1...2), loadCard: { Self.item($0) },
      store: { action, item, step in
        steps.withLock { $0.append(step) }
        return (item, action == "nothing" ? nil : step ?? UUID())
      }, undoStep: { step in undone.withLock { $0.append(step) } })
    #expect(try await deck.extendLastStep(with: "early") == nil)
    try await deck.perform("seen")
    try await deck.extendLastStep(with: "rating")
    try await deck.extendLastStep(with: "other rating")
    #expect(await deck.undoEntries.map(\.action) == ["other rating"])
    #expect(try await deck.card()?.number == 2)
    let recorded = steps.withLock { $0 }
    let step = try #require(recorded[1])
    #expect(recorded == [nil, step, step])
    #expect(try await deck.undo() != nil)
    #expect(undone.withLock { $0 } == [step])
    #expect(try await deck.card()?.number == 1)
    // The action changes nothing, so the completion is the step.
    try await deck.perform("nothing")
    try await deck.extendLastStep(with: "rating")
    #expect(await deck.undoEntries.first?.hasChanged == true)
  }

  @Test(.timeLimit(.minutes(10))) func listenerHearsOfNewFactsAndOfPageFailures() async throws {
    let (gate, gateContinuation) = AsyncStream.makeStream(of: Void.self)
    let deck = deck(
      1...2, loadPage: { throw ViewModelError.nothingSelected },
      loadFacts: { item in
        guard item.id == Self.ids(1...1)[0] else { return nil }
        for await _ in gate { break }
        return Self.item(item.id, title: "late")
      })
    let (events, continuation) = AsyncStream.makeStream(of: CardDeck<Void>.Event.self)
    _ = try await deck.card()
    await deck.setListener { continuation.yield($0) }
    gateContinuation.yield()
    var hasFailed = false
    var title: String?
    for await event in events {
      switch event {
      case .cardChanged(let card): title = card.item.title
      case .pageFailed: hasFailed = true
      }
      if hasFailed, title != nil { break }
    }
    #expect(title == "late")
  }

  @Test func amendmentKeepsTheCurrentCard() async throws {
    let deck = deck(1...3)
    try await deck.perform(())
    let first = try #require(await deck.undoEntries.first)
    #expect(try await deck.amend(first, with: ()).id == Self.ids(1...1)[0])
    #expect(try await deck.card()?.number == 2)
    #expect(try await deck.undo()?.undoEntry.isAmendment == true)
    #expect(try await deck.card()?.number == 2)
    #expect(try await deck.undo()?.undoEntry.isAmendment == false)
    #expect(try await deck.card()?.number == 1)
  }

  // MARK: - Changes by other programs

  /// The collection that other programs change.
  private struct SharedCollection: Sendable {
    var rating: Rating?
    var newestChange: Int64 = 0
  }

  private static func item(_ id: FilmID, rating: Rating?) -> FilmItem {
    var item = item(id)
    item.entry = CollectionEntry(id: id, caption: nil, addedAt: Date(timeIntervalSince1970: 0))
    item.entry?.rating = rating
    return item
  }

  @Test func outdatedCardIsNotActedOnAndShownAgain() async throws {
    let collection = Mutex(SharedCollection())
    let deck = CardDeck<Void>(
      films: Self.ids(1...3),
      loadCard: { Self.item($0, rating: collection.withLock(\.rating)) },
      store: { _, item, _ in (item, UUID()) }, undoStep: { _ in },
      newestChange: { collection.withLock(\.newestChange) })
    #expect(try await deck.card()?.item.entry?.rating == nil)
    collection.withLock { $0 = SharedCollection(rating: Rating(tenths: 50), newestChange: 7) }
    await #expect(throws: ViewModelError.filmChanged(title: "early")) { try await deck.perform(()) }
    #expect(await deck.undoEntries.isEmpty)
    let card = try await deck.card()
    #expect(card?.number == 1 && card?.item.entry?.rating == Rating(tenths: 50))
    #expect(try await deck.perform(()) != nil)
    #expect(try await deck.card()?.item.entry?.rating == Rating(tenths: 50))
  }

  /// filmz itself may find a better id or title for the film of the card.
  @Test func cardWithABetterIDIsNotOutdated() async throws {
    let newestChange = Mutex<Int64>(0)
    let (deckID, betterID) = (Self.ids(1...1)[0], FilmID(unchecked: "tt9000001"))
    let deck = CardDeck<Void>(
      films: [deckID],
      loadCard: { _ in
        let change = newestChange.withLock { $0 }
        return Self.item(change == 0 ? deckID : betterID, rating: Rating(tenths: 50))
      },
      store: { _, item, _ in (item, UUID()) }, undoStep: { _ in },
      newestChange: { newestChange.withLock { $0 } })
    #expect(try await deck.card()?.item.id == deckID)
    newestChange.withLock { $0 = 1 }
    #expect(try await deck.perform(())?.id == betterID)
  }
}
