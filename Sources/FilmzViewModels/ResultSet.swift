package import FilmzDomain
import FilmzServices

/// The films that numbers speak of: what the last search or list found, page by page.
package struct ResultSet: Sendable {
  /// What a result set is made of.
  enum Content: Sendable {
    /// A search in one source, with the source's pages that have come so far.
    case search(SearchQuery, any FilmSource, pages: [Int: [Film]])
    /// Films of the collection in the order they had when they were listed.
    case collection([FilmID])
  }

  var content: Content
  /// How many films there are on all pages.
  package let total: Int
  /// Rows of a page, at least 1.
  package let pageSize: Int
  /// The page that is shown, from 1.
  package var page: Int

  /// How many pages there are, at least 1.
  package var pageCount: Int { max(1, (total + pageSize - 1) / pageSize) }

  /// The places of a page's films in the whole, from 0.
  func range(ofPage page: Int) -> Range<Int> {
    let start = min(total, (page - 1) * pageSize)
    return start..<min(total, start + pageSize)
  }

  /// Films at some places, as far as they have come.
  func loaded(_ places: Range<Int>) -> [(place: Int, id: FilmID, film: Film?)] {
    places.compactMap { place in
      switch content {
      case .collection(let ids): return (place, ids[place], nil)
      case .search(_, let source, let pages):
        let (page, offset) = Self.position(of: place, in: source)
        guard let films = pages[page], films.indices.contains(offset) else { return nil }
        return (place, films[offset].id, films[offset])
      }
    }
  }

  /// Pages of the source that hold some places and have not come yet.
  func missingPages(for places: Range<Int>) -> [Int] {
    guard case .search(_, let source, let pages) = content, let last = places.last else {
      return []
    }
    let first = Self.position(of: places.lowerBound, in: source).page
    return (first...Self.position(of: last, in: source).page).filter { pages[$0] == nil }
  }

  /// The film's number, if it has come.
  package func number(of id: FilmID) -> Int? {
    loaded(0..<total).first { $0.id == id }.map { $0.place + 1 }
  }

  private static func position(of place: Int, in source: any FilmSource) -> (page: Int, offset: Int)
  {
    guard let size = source.pageSize else { return (1, place) }
    return (place / size + 1, place % size)
  }
}

/// A page of a result set, ready to be shown.
package struct ResultPage: Sendable {
  /// Whether a move ran against an end of the result set.
  package enum Edge: Sendable {
    case none
    case pastEnd
    case beforeStart
  }

  package let items: [FilmItem]
  package let total: Int
  package let page: Int
  package let pageCount: Int
  package var edge = Edge.none
}
