import FilmzDomain

/// The titles of a list from a position to the end of a page, which are taken one after another.
struct TMDBListPart: Sendable {
  /// The position of the next title.
  private(set) var position: DiscoverCursor.Position
  private var titles: ArraySlice<TMDBTitle>
  private let isLastPage: Bool
  /// The number of titles on all pages, an estimate.
  let total: Int

  /// Creates the part of a page that begins at a position.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - position: The position, with the number of the page.
  ///   - needsYear: `true` to leave out titles without a valid year.
  init(_ page: TMDBPage, at position: DiscoverCursor.Position, needsYear: Bool) {
    self.position = position
    titles = page.titles.filter { !needsYear || $0.film.year != nil }.dropFirst(position.offset)
    isLastPage = page.elementCount == 0 || position.page >= page.pageCount
    total = page.total
  }

  /// Creates the end of a list.
  init(endAt position: DiscoverCursor.Position, total: Int) {
    self.position = position
    self.position.isAtEnd = true
    titles = []
    isLastPage = true
    self.total = total
  }

  var first: TMDBTitle? { titles.first }

  /// `true` if there are no titles left, but there is another page.
  var needsNextPage: Bool { titles.isEmpty && !isLastPage }

  /// The position from which to continue: the next page if there are no titles left.
  var nextPosition: DiscoverCursor.Position {
    guard titles.isEmpty else { return position }
    var next = position
    next.isAtEnd = next.isAtEnd || isLastPage
    if !isLastPage { (next.page, next.offset) = (position.page + 1, 0) }
    return next
  }

  mutating func takeFirst() -> TMDBTitle? {
    guard let title = titles.popFirst() else { return nil }
    position.offset += 1
    return title
  }
}

extension [TMDBListPart] {
  /// Takes all titles, one of each list in turn.
  mutating func takeInTurn() -> [TMDBTitle] {
    var taken: [TMDBTitle] = []
    while contains(where: { $0.first != nil }) {
      for index in indices { taken += self[index].takeFirst().map { [$0] } ?? [] }
    }
    return taken
  }

  /// Takes titles in a sort order until a list needs its next page.
  ///
  /// Each list must be sorted. Of titles that are equal in the order, the title of the earlier list is taken first.
  mutating func take(sortedBy order: DiscoverSort) -> [TMDBTitle] {
    var taken: [TMDBTitle] = []
    while !contains(where: \.needsNextPage) {
      let remaining = indices.filter { self[$0].first != nil }
      guard var best = remaining.first else { break }
      for index in remaining.dropFirst() {
        if let title = self[index].first, let other = self[best].first, title.precedes(other, in: order) {
          best = index
        }
      }
      taken += self[best].takeFirst().map { [$0] } ?? []
    }
    return taken
  }
}

extension TMDBTitle {
  /// Returns whether the title comes before another one in a sort order.
  func precedes(_ other: TMDBTitle, in order: DiscoverSort) -> Bool {
    switch order {
    case .popular: return popularity > other.popularity
    case .rated: return average > other.average
    case .az: return TextFolding.key(film.title) < TextFolding.key(other.film.title)
    case .za: return TextFolding.key(film.title) > TextFolding.key(other.film.title)
    case .newest, .oldest:
      // Titles without a date are left out of these orders.
      guard let date = film.released, let otherDate = other.film.released else { return false }
      return order == .newest ? date > otherDate : date < otherDate
    }
  }
}
