package import FilmzDomain
import FilmzServices

/// The cards of a deck of films to discover, which are read from the lists of a source.
actor DiscoverFeed {
  /// The number of new cards after which no further batch is read for a page of the deck.
  ///
  /// Source: FlickSwiper (S17), as the other limits.
  private static let minimumNewCards = 5
  /// The maximum number of batches of a service that are read for a page of the deck.
  private static let maximumBatches = 5
  /// The number of consecutive batches with only films of earlier batches after which the lists are regarded as ended.
  private static let maximumRepeatedBatches = 2

  /// Returns the films that the deck shows, and those of the others about which it is uncertain whether they are films
  /// of the collection, judged by these films and those of earlier batches, `earlier`.
  typealias WithoutMarks =
    @Sendable (_ films: [Film], _ earlier: [Film]) async throws -> (
      cards: [Film], uncertain: [Film]
    )

  private let query: DiscoverQuery
  private let seed: UInt64
  private let readBatch: @Sendable (DiscoverCursor) async throws -> DiscoverBatch
  private let withoutMarks: WithoutMarks
  /// A batch that has been read and whose films are not cards yet, and its position.
  private var pendingBatch: (batch: DiscoverBatch, cursor: DiscoverCursor?)?
  /// The position of the next batch; `nil` at the end.
  private var next: DiscoverCursor?
  /// `true` if no further batches are read.
  private var hasEnded = false
  private var batchCount = 0
  private var films: [FilmID: Film] = [:]
  /// The films that are left out because they may be films of the collection; they are judged again with each batch.
  private var uncertainFilms: [Film] = []
  /// The positions of the batches that films were in; `nil` for the first batch of the lists.
  private var cursors: [FilmID: DiscoverCursor?] = [:]

  /// Creates the cards.
  ///
  /// - Parameters:
  ///   - query: The query, which determines whether batches are shuffled.
  ///   - first: The first batch.
  ///   - cursor: The position of the first batch; `nil` for the beginning of the lists.
  ///   - seed: The seed for shuffling.
  ///   - readBatch: Reads a further batch.
  ///   - withoutMarks: Returns films without those that the deck leaves out.
  init(
    _ query: DiscoverQuery, first: DiscoverBatch, at cursor: DiscoverCursor?, seed: UInt64,
    readBatch: @escaping @Sendable (DiscoverCursor) async throws -> DiscoverBatch,
    withoutMarks: @escaping WithoutMarks
  ) {
    (self.query, self.seed, self.readBatch) = (query, seed, readBatch)
    self.withoutMarks = withoutMarks
    pendingBatch = (first, cursor)
    next = first.next
  }

  /// Returns a film with the facts of its list.
  func film(_ id: FilmID) -> Film? { films[id] }

  /// Returns the position from which a card can be read again, or the position of the next batch if there is
  /// no card; `nil` for the beginning of the lists.
  func cursor(of card: FilmID?) -> DiscoverCursor? {
    guard let card else { return next }
    return cursors[card] ?? nil
  }

  /// Reads batches until there are enough new cards, and returns these; none if the lists have ended, or if
  /// too many batches in a row have no new card.
  ///
  /// - Throws: The error of a batch if there are no new cards before it; the batch is read again by the next
  ///   call.
  func nextPage() async throws -> [FilmID] {
    var page: [FilmID] = []
    var repeatedBatches = 0
    var requestedBatches = 0
    while !hasEnded, page.count < Self.minimumNewCards, requestedBatches < Self.maximumBatches {
      do {
        guard let (newFilms, cards, isLocal) = try await readCards() else { break }
        page += cards
        repeatedBatches = newFilms == 0 ? repeatedBatches + 1 : 0
        if !isLocal { requestedBatches += 1 }
      } catch  where !page.isEmpty {
        return page
      }
      if repeatedBatches == Self.maximumRepeatedBatches { next = nil }
    }
    hasEnded = page.isEmpty
    return page
  }

  /// Reads the next batch; returns `nil` at the end.
  ///
  /// - Returns: The number of films that were in no earlier batch, the cards among them and among the uncertain films,
  ///   and whether the source is a local catalog.
  private func readCards() async throws -> (newFilms: Int, cards: [FilmID], isLocal: Bool)? {
    if pendingBatch == nil, let cursor = next {
      let batch = try await readBatch(cursor)
      pendingBatch = (batch, cursor)
      next = batch.next
    }
    guard let (batch, cursor) = pendingBatch else { return nil }
    var newIDs: Set<FilmID> = []
    let newFilms = batch.films.filter { films[$0.id] == nil && newIDs.insert($0.id).inserted }
    let (cards, uncertain) = try await withoutMarks(
      uncertainFilms + inOrder(newFilms), Array(films.values))
    uncertainFilms = uncertain
    for film in newFilms {
      films[film.id] = film
      cursors[film.id] = .some(cursor)
    }
    pendingBatch = nil
    batchCount += 1
    return (newFilms.count, cards.map(\.id), cursor?.isLocal ?? batch.next?.isLocal ?? true)
  }

  /// Returns the films of a batch in the order in which they are shown.
  private func inOrder(_ films: [Film]) -> [Film] {
    guard !query.isOrdered else { return films }
    var generator = SeededGenerator(seed: seed, stream: batchCount)
    return films.shuffled(using: &generator)
  }
}

/// The query and the options of a result set of films to discover.
package struct DiscoverRequest: Sendable, Hashable, Codable {
  package let query: DiscoverQuery
  /// `true` to include films that have a mark.
  package var includesMarked = false
  /// The seed with which the films of each batch are shuffled; `nil` for the order of the source.
  package var seed: UInt64?

  package init(_ query: DiscoverQuery) { self.query = query }
}

/// The films to discover that have been loaded from a source, and the position from which loading continues.
struct DiscoveredFilms: Sendable, Codable {
  /// The maximum number of films.
  static let maximumCount = 1_000_000_000
  /// The number of batches of a service in a row without a new film after which no more are requested.
  ///
  /// Source: FlickSwiper (S17). Batches of a catalog need no requests.
  static let maximumBatchesWithoutFilm = 5
  let request: DiscoverRequest
  /// The position after the films; `nil` before the first batch and after the last one.
  private(set) var next: DiscoverCursor?
  /// `true` if there are no further films.
  private(set) var hasEnded = false
  /// The films to show, in order.
  var films: [Film] = []
  /// The ids of the films, including canonical ids that differ from those of the source.
  private(set) var ids: Set<FilmID> = []
  /// The number of films that were left out because they have a mark.
  private(set) var markedCount = 0
  /// The films that were left out because they may be films of the collection, judged by the films loaded so far; `nil`
  /// if there are none.
  var uncertainFilms: [Film]? = nil
  private var batchCount = 0
  private var batchesWithoutFilm = 0

  var query: DiscoverQuery { request.query }

  init(_ request: DiscoverRequest) { self.request = request }

  /// Returns the films to be added with a batch: the uncertain ones, which are judged again together with the batch,
  /// and those of the batch, in the order in which they are shown.
  func ordered(_ films: [Film]) -> [Film] {
    let uncertainFilms = uncertainFilms ?? []
    guard let seed = request.seed else { return uncertainFilms + films }
    var generator = SeededGenerator(seed: seed, stream: batchCount)
    return uncertainFilms + films.shuffled(using: &generator)
  }

  /// The films of all batches except for those with a mark.
  var unmarkedFilms: [Film] { films + (uncertainFilms ?? []) }

  /// Adds the films of a batch, of which `items` are the current states, in the order of ``ordered(_:)``.
  ///
  /// Leaves out films that have been added before. Unless the request includes marked films, also leaves out
  /// films that have a mark and films that may be a film of the collection.
  mutating func add(_ films: [Film], _ items: [FilmItem], next: DiscoverCursor?) {
    let previousCount = self.films.count
    markedCount -= uncertainFilms?.count ?? 0
    uncertainFilms = nil
    for (film, item) in zip(films, items) {
      if item.possibleEntry != nil, !request.includesMarked {
        addUncertain(film)
      } else if item.mark != nil, !request.includesMarked {
        markedCount += 1
      } else if !ids.contains(film.id), !ids.contains(item.id) {
        self.films.append(film)
        ids.formUnion([film.id, item.id])
      }
    }
    self.next = next
    batchCount += 1
    batchesWithoutFilm = self.films.count == previousCount ? batchesWithoutFilm + 1 : 0
    hasEnded = next == nil || (next?.isLocal == false && hasOnlyEmptyBatches)
  }

  private mutating func addUncertain(_ film: Film) {
    let earlier = uncertainFilms ?? []
    guard !earlier.contains(where: { $0.id == film.id }) else { return }
    uncertainFilms = earlier + [film]
    markedCount += 1
  }

  private var hasOnlyEmptyBatches: Bool { batchesWithoutFilm >= Self.maximumBatchesWithoutFilm }

  /// Returns the number of films: the exact one at the end, before that the one that the source reported or,
  /// if more films have been loaded, their number.
  func total(reported: Int) -> Int {
    hasEnded ? films.count : min(max(reported, films.count), Self.maximumCount)
  }

  /// Returns whether both have the same films in the same order, because they are of the same request.
  func hasSameFilms(as other: DiscoveredFilms) -> Bool { request == other.request }

  /// Returns whether the values are consistent with each other and with the total.
  func isValid(total: Int) -> Bool {
    (hasEnded ? total == films.count : total >= films.count)
      && (hasEnded || next != nil)
      && next?.isValid != false
      && [batchCount, batchesWithoutFilm, markedCount].allSatisfy {
        (0...Self.maximumCount).contains($0)
      }
      && films.allSatisfy { $0.id.isCanonical && ids.contains($0.id) }
      && (uncertainFilms ?? []).allSatisfy(\.id.isCanonical)
      && Set(films.map(\.id)).count == films.count
  }
}

/// A random number generator with the same numbers for the same seed.
///
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (2014), SplitMix64.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the generator of one of several sequences of numbers for the same seed.
  init(seed: UInt64, stream: Int) {
    state = seed
    for _ in 0..<2 { state = next() &+ UInt64(truncatingIfNeeded: stream) }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
