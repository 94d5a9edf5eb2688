import FilmzDomain
import FilmzServices

/// The cards of a deck of films to discover, which are read from the lists of a source.
actor DiscoverFeed {
  /// The number of new cards after which no further batch is read for a page of the deck.
  ///
  /// Source: FlickSwiper (S17), as the other limits.
  private static let minimumNewCards = 5
  /// The maximum number of batches of a service that are read for a page of the deck.
  private static let maximumBatches = 5
  /// The number of batches in a row with nothing but films that were in earlier ones after which the lists
  /// count as read to their end.
  private static let maximumRepeatedBatches = 2

  /// Returns films without those that the deck leaves out, and those of the latter that may be films of the collection
  /// as far as these and the films of earlier batches, `earlier`, tell.
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
  /// The films that are left out because they may be films of the collection, unless a later batch shows another one
  /// that may be.
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
    self.query = query
    self.seed = seed
    self.readBatch = readBatch
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
  /// - Returns: The number of films that were in no earlier batch, those of them and of the uncertain ones that are
  ///   cards, and whether the source is a local catalog.
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
