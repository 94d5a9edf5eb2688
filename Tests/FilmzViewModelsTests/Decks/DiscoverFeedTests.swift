import FilmzDomain
import Synchronization
import Testing

@testable import FilmzViewModels

/// The cards of a deck, which are read in batches; films are numbers, of which some are marked.
struct DiscoverFeedTests {
  private static func film(_ number: Int) -> Film {
    Film(id: FilmID(tmdb: .movie, number), title: "\(number)", year: nil, origin: .tmdb)
  }

  /// Returns the cards of each page until there are none, as numbers, and the number of batches that were read
  /// before each page ended.
  private static func pages(
    of batches: [[Int]], marked: Set<Int> = [], query: DiscoverQuery = ordered, seed: UInt64 = 1
  ) async throws -> (pages: [[Int]], readBatches: [Int]) {
    let readBatches = Mutex(1)
    @Sendable func batch(_ index: Int) -> DiscoverBatch {
      var next: DiscoverCursor?
      if index + 1 < batches.count {
        next = DiscoverCursor(.tmdb)
        next?.films.page = index + 2
      }
      return (films: batches[index].map(film), next: next, total: 100)
    }
    let feed = DiscoverFeed(
      query, first: batch(0), at: nil, seed: seed,
      readBatch: { cursor in
        readBatches.withLock { $0 += 1 }
        return batch(cursor.films.page - 1)
      },
      selectCards: { films, _ in (films.filter { !marked.contains(Int($0.title) ?? 0) }, []) })
    var result: (pages: [[Int]], readBatches: [Int]) = ([], [])
    while case let page = try await feed.nextPage(), !page.isEmpty {
      result.pages.append(page.compactMap { $0.tmdb?.number })
      result.readBatches.append(readBatches.withLock { $0 })
    }
    return result
  }

  private static var ordered: DiscoverQuery {
    var query = DiscoverQuery(.netflix)
    query.sort = .newest
    return query
  }

  @Test(
    "a page of the deck has at least five new cards, of at most five batches (S17)",
    arguments: [
      ([Array(1...6), Array(7...12)], [], [Array(1...6), Array(7...12)], [1, 2]),
      ([[1, 2], [3, 4], [5, 6], [7]], [], [Array(1...6), [7]], [3, 4]),
      ([Array(1...6), Array(7...12)], Set(2...6), [[1] + Array(7...12)], [2]),
      // Films that an earlier batch had are left out.
      ([[1, 2, 3], [3, 2, 4], [5, 6]], [], [[1, 2, 3, 4, 5, 6]], [3]),
      // Empty batches are not the end as long as others follow.
      ([[], [1], [], [2]], [], [[1, 2]], [4]),
      // Two batches in a row with nothing new are the end.
      ([[1], [1], [1], [2]], [], [[1]], [3]), ([[1], [1], [2], [3]], [], [[1, 2, 3]], [4]),
      // After five batches without a new card, the deck ends.
      ([[1], [2], [3], [4], [5], [6]], Set(1...5), [], []),
      ([[]], [], [], []),
    ] as [([[Int]], Set<Int>, [[Int]], [Int])])
  func pagesHaveEnoughNewCards(
    batches: [[Int]], marked: Set<Int>, pages: [[Int]], readBatches: [Int]
  ) async throws {
    let result = try await Self.pages(of: batches, marked: marked)
    #expect(result.pages == pages)
    #expect(result.readBatches == readBatches)
  }

  @Test func failedBatchesAreReadAgainAndLoseNoCards() async throws {
    let failures = Mutex(1)
    var second = DiscoverCursor(.tmdb)
    second.films.page = 2
    let feed = DiscoverFeed(
      Self.ordered, first: (films: [Self.film(1), Self.film(2)], next: second, total: 9),
      at: nil, seed: 1,
      readBatch: { _ in
        if failures.withLock({ count in
          count -= 1
          return count >= 0
        }) {
          throw ViewModelError.nothingSelected
        }
        return (films: [Self.film(3)], next: nil, total: 9)
      },
      selectCards: { films, _ in
        if failures.withLock({ $0 }) == -1 {
          failures.withLock { $0 = -2 }
          throw ViewModelError.nothingSelected
        }
        return (films, [])
      })
    // The cards before the failure are returned, and the position is still that of the failed batch.
    #expect(try await feed.nextPage().count == 2)
    #expect(await feed.cursor(of: nil) == second)
    await #expect(throws: ViewModelError.nothingSelected) { try await feed.nextPage() }
    #expect(try await feed.nextPage().compactMap { $0.tmdb?.number } == [3])
    #expect(try await feed.nextPage().isEmpty)
  }

  /// The film 1 may be a film of the collection, until the film 3 may be it as well.
  @Test func filmIsACardWhenItsNamesakeComes() async throws {
    var second = DiscoverCursor(.tmdb)
    second.films.page = 2
    let feed = DiscoverFeed(
      Self.ordered, first: (films: [Self.film(1), Self.film(2)], next: second, total: 9),
      at: nil, seed: 1,
      readBatch: { _ in
        (films: [Self.film(1), Self.film(3), Self.film(4)], next: nil, total: 9)
      },
      selectCards: { films, _ in
        let hasNamesake = films.contains { $0.title == "3" }
        return (
          films.filter { $0.title != "1" || hasNamesake },
          films.filter { $0.title == "1" && !hasNamesake }
        )
      })
    #expect(try await feed.nextPage().compactMap { $0.tmdb?.number } == [2, 1, 3, 4])
    #expect(try await feed.nextPage().isEmpty)
  }

  @Test func nothingIsReadAfterFiveBatchesWithoutNewCards() async throws {
    let readBatches = Mutex(0)
    let feed = DiscoverFeed(
      Self.ordered, first: (films: [Self.film(1)], next: DiscoverCursor(.tmdb), total: 9),
      at: DiscoverCursor(.tmdb), seed: 1,
      readBatch: { cursor in
        let number = readBatches.withLock { count in
          count += 1
          return count
        }
        return (films: [Self.film(number + 1)], next: cursor, total: 9)
      }, selectCards: { _, _ in ([], []) })
    for _ in 1...3 { #expect(try await feed.nextPage().isEmpty) }
    #expect(readBatches.withLock { $0 } == 4)
  }

  @Test(
    "batches are shuffled except in the orders that users ask for (S19)",
    arguments: [
      (DiscoverMethod.popular, nil, nil, true), (.trending, nil, nil, true),
      (.trending, .movie, nil, false), (.netflix, .series, nil, true),
      (.netflix, nil, .popular, true), (.netflix, nil, .az, false), (.topRated, nil, .rated, false),
    ] as [(DiscoverMethod, MediaType?, DiscoverSort?, Bool)])
  func batchesAreShuffled(
    method: DiscoverMethod, type: MediaType?, sort: DiscoverSort?, isShuffled: Bool
  ) async throws {
    var query = DiscoverQuery(method)
    (query.type, query.sort) = (type, sort)
    let numbers = Array(1...20)
    let cards = try await Self.pages(of: [numbers], query: query).pages.flatMap(\.self)
    #expect((cards == numbers) == !isShuffled)
    #expect(cards.sorted() == numbers)
    let same = try await Self.pages(of: [numbers], query: query).pages.flatMap(\.self)
    let other = try await Self.pages(of: [numbers], query: query, seed: 2).pages.flatMap(\.self)
    #expect(cards == same)
    #expect((cards == other) == !isShuffled)
  }
}
