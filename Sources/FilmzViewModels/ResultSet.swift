package import FilmzDomain

/// The films that numbers speak of: what the last search or list found, page by page.
package struct ResultSet: Sendable, Codable {
  /// What a result set is made of.
  enum Content: Sendable, Codable {
    case search(Search)
    /// Films of the collection in the order they had when they were listed.
    case collection([FilmID])
  }

  /// A search in one source, with the source's pages that have come so far.
  struct Search: Sendable, Codable {
    let query: SearchQuery
    let origin: Film.Origin
    /// Films on one page of the source; `nil` if one page holds all.
    let pageSize: Int?
    /// The revision of a catalog; `nil` for other sources.
    var revision: String? = nil
    /// From page 1 on.
    var pages: [Int: [Film]]

    /// Whether the pages fit together, and the films of a source that has pages are at most 1,000.
    fileprivate func isSound(total: Int) -> Bool {
      guard pages.values.joined().allSatisfy(\.id.isCanonical) else { return false }
      guard let pageSize else { return pages.keys.elementsEqual([1]) && pages[1]?.count == total }
      guard (1...1000).contains(pageSize), total <= 1000 else { return false }
      return pages.allSatisfy { page, films in
        (1...1000).contains(page) && films.count <= pageSize
      }
    }

    /// Where the film of a place stands in the source.
    func position(of place: Int) -> (page: Int, offset: Int) {
      guard let pageSize else { return (1, place) }
      return (place / pageSize + 1, place % pageSize)
    }
  }

  var content: Content
  /// How many films there are on all pages; it shrinks where a source ends before what it said.
  package internal(set) var total: Int
  /// Rows of a page, at least 1.
  package let pageSize: Int
  /// The page that is shown, from 1.
  package internal(set) var page: Int

  /// How many pages there are, at least 1.
  package var pageCount: Int { max(1, (total + pageSize - 1) / pageSize) }

  /// What was searched for, if it was a search: the text, or the filters where there was none.
  package var searchText: String? {
    guard case .search(let search) = content else { return nil }
    return search.query.text.isEmpty ? search.query.filter.text : search.query.text
  }

  /// Whether what was read from a file can be worked with.
  var isSound: Bool {
    guard (1...1_000_000_000).contains(pageSize), (0...1_000_000_000).contains(total),
      (1...pageCount).contains(page)
    else { return false }
    switch content {
    case .search(let search): return search.isSound(total: total)
    case .collection(let ids): return ids.count == total && ids.allSatisfy(\.isCanonical)
    }
  }

  /// Takes note that a source ends before what it said; the position moves along.
  mutating func shrink(to total: Int) {
    self.total = min(self.total, total)
    page = min(page, pageCount)
  }

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
      case .search(let search):
        let (page, offset) = search.position(of: place)
        guard let films = search.pages[page], films.indices.contains(offset) else { return nil }
        return (place, films[offset].id, films[offset])
      }
    }
  }

  /// Pages of the source that hold some places and have not come yet.
  func missingPages(for places: Range<Int>) -> [Int] {
    guard case .search(let search) = content, let last = places.last else { return [] }
    let first = search.position(of: places.lowerBound).page
    return (first...search.position(of: last).page).filter { search.pages[$0] == nil }
  }

  /// The film's number, if it has come.
  package func number(of id: FilmID) -> Int? {
    switch content {
    case .collection(let ids): return ids.firstIndex(of: id).map { $0 + 1 }
    case .search(let search):
      for page in search.pages.keys.sorted() {
        guard let offset = search.pages[page]?.firstIndex(where: { $0.id == id }) else { continue }
        return (page - 1) * (search.pageSize ?? 0) + offset + 1
      }
      return nil
    }
  }
}

extension ResultSet {
  /// What a move beyond an end of the result set shows: nothing.
  func edge(_ edge: ResultPage.Edge) -> ResultPage {
    ResultPage(items: [], total: total, page: page, pageCount: pageCount, edge: edge)
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
  /// Films of the collection that a list left out because their facts are not known.
  package var withoutFacts = 0
}
