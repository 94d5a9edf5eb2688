package import FilmzDomain

/// The query for films to discover, and the options of their result set.
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
  /// The maximum number of films of a result set.
  static let maximumCount = 1_000_000_000
  /// The number of consecutive batches without a new film after which no more batches are requested from a service.
  ///
  /// Source: FlickSwiper, paging. For a catalog, which needs no requests, there is no limit.
  static let maximumBatchesWithoutFilm = 5
  let request: DiscoverRequest
  /// The position of the next batch; `nil` before the first batch and after the last one.
  private(set) var next: DiscoverCursor?
  /// `true` if there are no further films.
  private(set) var hasEnded = false
  /// The films to show, in order.
  var films: [Film] = []
  /// The ids of the films, including canonical ids that differ from those of the source.
  private(set) var ids: Set<FilmID> = []
  /// The number of films that were left out because they have a mark.
  private(set) var markedCount = 0
  /// The films that are left out because they may be films of the collection under another id; `nil` if there are none.
  ///
  /// They are checked again with each batch.
  var uncertainFilms: [Film]? = nil
  private var batchCount = 0
  private var batchesWithoutFilm = 0

  var query: DiscoverQuery { request.query }

  init(_ request: DiscoverRequest) { self.request = request }

  /// Returns the films to pass to ``add(_:_:next:)`` for a batch: the uncertain films so far, and the films of the
  /// batch in the order in which they are shown.
  func ordered(_ films: [Film]) -> [Film] {
    let uncertainFilms = uncertainFilms ?? []
    guard let seed = request.seed else { return uncertainFilms + films }
    var generator = SeededGenerator(seed: seed, stream: batchCount)
    return uncertainFilms + films.shuffled(using: &generator)
  }

  /// The films of all batches except those with a mark: the films to show and the uncertain ones.
  var unmarkedFilms: [Film] { films + (uncertainFilms ?? []) }

  /// Adds the films that ``ordered(_:)`` returned for a batch; `items` are their current states.
  ///
  /// Films that have been added before are left out. Unless the request includes marked films, films that have a mark
  /// and films that may be films of the collection are left out too.
  mutating func add(_ films: [Film], _ items: [FilmItem], next: DiscoverCursor?) {
    let previousCount = self.films.count
    markedCount -= uncertainFilms?.count ?? 0
    uncertainFilms = nil
    for (film, item) in zip(films, items) {
      if item.possibleEntry != nil, !request.includesMarked {
        addUncertain(film)
      } else if query.leavesOut(item.mark, includesMarked: request.includesMarked) {
        markedCount += 1
      } else if !ids.contains(film.id), !ids.contains(item.id) {
        self.films.append(film)
        ids.formUnion([film.id, item.id])
      }
    }
    self.next = next
    batchCount += 1
    batchesWithoutFilm = self.films.count == previousCount ? batchesWithoutFilm + 1 : 0
    hasEnded = next == nil || (next?.isLocal == false && batchesWithoutFilm >= Self.maximumBatchesWithoutFilm)
  }

  private mutating func addUncertain(_ film: Film) {
    let earlier = uncertainFilms ?? []
    guard !earlier.contains(where: { $0.id == film.id }) else { return }
    uncertainFilms = earlier + [film]
    markedCount += 1
  }

  /// Returns the number of films: at the end the exact one; before, the larger of the number that the source reported
  /// and the number of films that have been loaded.
  func total(reported: Int) -> Int { hasEnded ? films.count : min(max(reported, films.count), Self.maximumCount) }

  /// Returns whether both are results of the same request, so that they have the same films in the same order.
  func hasSameFilms(as other: DiscoveredFilms) -> Bool { request == other.request }

  /// Returns whether the values are consistent with each other and with the total.
  func isValid(total: Int) -> Bool {
    (hasEnded ? total == films.count : total >= films.count) && (hasEnded || next != nil) && next?.isValid != false
      && [batchCount, batchesWithoutFilm, markedCount].allSatisfy { (0...Self.maximumCount).contains($0) }
      && films.allSatisfy { $0.id.isCanonical && ids.contains($0.id) }
      && (uncertainFilms ?? []).allSatisfy(\.id.isCanonical) && Set(films.map(\.id)).count == films.count
  }
}
