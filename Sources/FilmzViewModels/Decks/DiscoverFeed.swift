import FilmzDomain

/// Reads the films of a discover deck from the lists of a source, batch by batch, and chooses those that become cards.
actor DiscoverFeed {
  /// The number of new cards after which no further batch is read for a page of the deck.
  ///
  /// Source of this and the other limits: FlickSwiper, paging.
  private static let minimumNewCards = 5
  /// The maximum number of batches of a service that are read for a page of the deck.
  private static let maximumBatches = 5
  /// The number of consecutive batches without a new film after which the lists are regarded as ended.
  private static let maximumRepeatedBatches = 2

  /// Divides films into those that become cards, and uncertain ones, which are left out for now because they may be
  /// films of the collection under another id.
  ///
  /// `earlier` has the films of earlier batches: an entry of the collection that agrees with two films is attributed to
  /// neither.
  typealias CardSelection =
    @Sendable (_ films: [Film], _ earlier: [Film]) async throws -> (cards: [Film], uncertain: [Film])

  private let query: DiscoverQuery
  private let seed: UInt64
  private let readBatch: @Sendable (DiscoverCursor) async throws -> DiscoverBatch
  private let selectCards: CardSelection
  /// A batch that has been read, but whose cards have not been selected, and its position.
  private var pendingBatch: (batch: DiscoverBatch, cursor: DiscoverCursor?)?
  /// The position of the next batch; `nil` at the end.
  private var next: DiscoverCursor?
  /// `true` if no further batches are read.
  private var hasEnded = false
  private var batchCount = 0
  /// The films of all batches, by id.
  private var films: [FilmID: Film] = [:]
  /// The films that were uncertain in earlier batches; ``selectCards`` gets them again with the next batch.
  private var uncertainFilms: [Film] = []
  /// The positions of the batches of the films; the position is `nil` for the first batch of the lists.
  private var cursors: [FilmID: DiscoverCursor?] = [:]

  /// Creates the feed.
  ///
  /// - Parameters:
  ///   - query: The query, which determines whether batches are shuffled.
  ///   - first: The first batch.
  ///   - cursor: The position of the first batch; `nil` for the beginning of the lists.
  ///   - seed: The seed for shuffling.
  ///   - readBatch: Reads a further batch.
  ///   - selectCards: Selects the films that become cards.
  init(
    _ query: DiscoverQuery, first: DiscoverBatch, at cursor: DiscoverCursor?, seed: UInt64,
    readBatch: @escaping @Sendable (DiscoverCursor) async throws -> DiscoverBatch, selectCards: @escaping CardSelection
  ) {
    (self.query, self.seed, self.readBatch) = (query, seed, readBatch)
    self.selectCards = selectCards
    pendingBatch = (first, cursor)
    next = first.next
  }

  /// Returns a film with the facts that its batch had.
  func film(_ id: FilmID) -> Film? { films[id] }

  /// Returns the position of the batch that had a card, or of the next batch if `card` is `nil`; `nil` for the
  /// beginning of the lists.
  func cursor(of card: FilmID?) -> DiscoverCursor? {
    guard let card else { return next }
    return cursors[card] ?? nil
  }

  /// Reads batches until there are enough new cards, and returns these; returns none if the lists have ended, or if
  /// too many batches have no new card.
  ///
  /// - Throws: The error of reading a batch, unless there are new cards of earlier batches; the next call reads the batch
  ///   again.
  func nextPage() async throws -> [FilmID] {
    var page: [FilmID] = []
    var repeatedBatches = 0
    var requestedBatches = 0
    while !hasEnded, page.count < Self.minimumNewCards, requestedBatches < Self.maximumBatches {
      do {
        guard let (newFilmCount, cards, isLocal) = try await readCards() else { break }
        page += cards
        repeatedBatches = newFilmCount == 0 ? repeatedBatches + 1 : 0
        if !isLocal { requestedBatches += 1 }
      } catch  where !page.isEmpty {
        return page
      }
      if repeatedBatches == Self.maximumRepeatedBatches { next = nil }
    }
    hasEnded = page.isEmpty
    return page
  }

  /// Reads the next batch, and selects cards among its films and the uncertain ones.
  ///
  /// - Returns: The number of films that were in no earlier batch, the new cards, and whether the source is a local
  ///   catalog; `nil` at the end of the lists.
  private func readCards() async throws -> (newFilmCount: Int, cards: [FilmID], isLocal: Bool)? {
    if pendingBatch == nil, let cursor = next {
      let batch = try await readBatch(cursor)
      pendingBatch = (batch, cursor)
      next = batch.next
    }
    guard let (batch, cursor) = pendingBatch else { return nil }
    var newIDs: Set<FilmID> = []
    let newFilms = batch.films.filter { films[$0.id] == nil && newIDs.insert($0.id).inserted }
    let (cards, uncertain) = try await selectCards(uncertainFilms + inOrder(newFilms), Array(films.values))
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

/// A random number generator that returns the same numbers for the same seed.
///
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (2014), SplitMix64.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; different streams give different sequences of numbers for the same seed.
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
