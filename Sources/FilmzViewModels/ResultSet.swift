package import FilmzDomain

/// The films that the last search or list found, which the user can refer to by number.
package struct ResultSet: Sendable, Codable {
  /// The films of a result set.
  enum Films: Sendable, Codable {
    case search(PagedSearch)
    /// Films of the collection in the order in which they were listed.
    case collection([FilmID])
  }

  /// A search in one source, with the pages of the source that have been loaded.
  struct PagedSearch: Sendable, Codable {
    let query: SearchQuery
    let origin: Film.Origin
    /// The number of films on a page of the source; `nil` if page 1 has all films.
    let pageSize: Int?
    /// The revision of a catalog; `nil` for other sources.
    var revision: String? = nil
    /// The loaded pages by page number, from 1.
    var pages: [Int: [Film]]
    /// Why the loaded films were found; `nil` if this is not known for any of them.
    private(set) var matches: [FilmID: SearchMatch]? = nil
    /// The person whose films are the first results; `nil` if there is none.
    private(set) var person: NamedPerson? = nil

    /// Adds a page that was loaded.
    ///
    /// Services do not tell why they found a film. They search titles, so the title is the reason.
    mutating func add(_ page: SearchPage, number: Int) {
      pages[number] = page.films
      let titleMatches =
        query.text.isEmpty
        ? [:] : Dictionary(page.films.map { ($0.id, SearchMatch.title) }) { first, _ in first }
      if matches == nil { matches = [:] }
      matches?.merge(page.matches ?? titleMatches) { _, new in new }
      person = page.person ?? person
    }

    init(
      query: SearchQuery, origin: Film.Origin, pageSize: Int?, revision: String? = nil,
      pages: [Int: [Film]]
    ) {
      self.query = query
      self.origin = origin
      self.pageSize = pageSize
      self.revision = revision
      self.pages = pages
    }

    /// Returns whether the pages are consistent with each other and with the total.
    ///
    /// If the source is a service, the total must be at most 1,000.
    fileprivate func isValid(total: Int) -> Bool {
      guard pages.values.joined().allSatisfy(\.id.isCanonical) else { return false }
      guard let pageSize else { return pages.keys.elementsEqual([1]) && pages[1]?.count == total }
      guard (1...1000).contains(pageSize), revision != nil || total <= 1000 else { return false }
      let pageCount = max(1, (total + pageSize - 1) / pageSize)
      return pages.allSatisfy { page, films in
        // A source may have fewer pages than it reported at first.
        (1...max(1000, pageCount)).contains(page) && films.count <= pageSize
      }
    }

    /// Returns the page of the source that contains the film at an index, and the film's offset in
    /// that page.
    func location(ofFilmAt index: Int) -> (page: Int, offset: Int) {
      guard let pageSize else { return (1, index) }
      return (index / pageSize + 1, index % pageSize)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case films = "content"
    case total, pageSize, page
  }

  var films: Films
  /// The number of films on all pages; it is reduced if a source has fewer films than it reported.
  package internal(set) var total: Int
  /// The number of films on a page that is shown, at least 1.
  package let pageSize: Int
  /// The page that is shown, from 1.
  package internal(set) var page: Int

  /// The number of pages, at least 1.
  package var pageCount: Int { max(1, (total + pageSize - 1) / pageSize) }

  /// The number of films that have been loaded.
  package var loadedCount: Int {
    switch films {
    case .collection(let ids): ids.count
    case .search(let search): search.pages.values.reduce(0) { $0 + $1.count }
    }
  }

  /// The text of the search, or its filters if it has no text; `nil` for a list.
  package var searchText: String? {
    guard case .search(let search) = films else { return nil }
    return search.query.text.isEmpty ? search.query.filter.text : search.query.text
  }

  /// `true` if the values are consistent; values that were read from a file may not be.
  var isValid: Bool {
    guard (1...1_000_000_000).contains(pageSize), (0...1_000_000_000).contains(total),
      (1...pageCount).contains(page)
    else { return false }
    switch films {
    case .search(let search): return search.isValid(total: total)
    case .collection(let ids): return ids.count == total && ids.allSatisfy(\.isCanonical)
    }
  }

  /// Returns why a loaded film was found; `nil` for a list, and if this is not known.
  func match(of id: FilmID) -> SearchMatch? {
    guard case .search(let search) = films else { return nil }
    return search.matches?[id]
  }

  /// Returns the person whose films a page begins with; `nil` if it begins with other films.
  func person(onPage page: Int) -> NamedPerson? {
    guard case .search(let search) = films, let person = search.person,
      range(ofPage: page).lowerBound < person.filmCount
    else { return nil }
    return person
  }

  /// Reduces the total because the source has fewer films than it reported.
  ///
  /// If the current page is then beyond the end, the last page becomes the current page.
  mutating func reduceTotal(to total: Int) {
    self.total = min(self.total, total)
    page = min(page, pageCount)
  }

  /// Returns whether two result sets are of the same search in the same source, or are the same list.
  func hasSameFilms(as other: ResultSet) -> Bool {
    switch (films, other.films) {
    case (.search(let search), .search(let otherSearch)):
      search.query == otherSearch.query && search.origin == otherSearch.origin
    case (.collection(let ids), .collection(let otherIDs)): ids == otherIDs
    default: false
    }
  }

  /// Returns the indices of a page's films in the result set, from 0.
  func range(ofPage page: Int) -> Range<Int> {
    let start = min(total, (page - 1) * pageSize)
    return start..<min(total, start + pageSize)
  }

  /// Returns the films at the indices, without those that have not been loaded.
  func loadedFilms(at indices: Range<Int>) -> [(index: Int, id: FilmID, film: Film?)] {
    indices.compactMap { index in
      switch films {
      case .collection(let ids): return (index, ids[index], nil)
      case .search(let search):
        let (page, offset) = search.location(ofFilmAt: index)
        guard let films = search.pages[page], films.indices.contains(offset) else { return nil }
        return (index, films[offset].id, films[offset])
      }
    }
  }

  /// Returns the numbers of those pages of the source that have not been loaded and contain films
  /// at the indices.
  func missingPages(for indices: Range<Int>) -> [Int] {
    guard case .search(let search) = films, let lastIndex = indices.last else { return [] }
    let firstPage = search.location(ofFilmAt: indices.lowerBound).page
    let lastPage = search.location(ofFilmAt: lastIndex).page
    return (firstPage...lastPage).filter { search.pages[$0] == nil }
  }

  /// Returns the number of a film, from 1, or `nil` if no loaded film has this id.
  package func number(of id: FilmID) -> Int? {
    switch films {
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
  /// The loaded films of a search, in order; empty for a list, whose facts are not part of the result set.
  var loadedSearchFilms: [Film] {
    guard case .search(let search) = films else { return [] }
    return search.pages.keys.sorted().flatMap { search.pages[$0] ?? [] }
  }

  /// Returns the empty page for a request of a page beyond an end of the result set.
  func emptyPage(_ outOfRange: ResultPage.OutOfRange) -> ResultPage {
    ResultPage(items: [], total: total, page: page, pageCount: pageCount, outOfRange: outOfRange)
  }
}

/// A page of a result set, with the numbers that are shown with it.
package struct ResultPage: Sendable {
  /// Whether a requested page exists and, if not, beyond which end of the result set it is.
  package enum OutOfRange: Sendable, Equatable {
    /// The requested page exists.
    case none
    /// There is no next page.
    case pastEnd
    /// A page was requested by its number, and there are fewer pages.
    case noSuchPage(Int)
    case beforeStart
  }

  package internal(set) var items: [FilmItem]
  /// The number of films on all pages.
  package let total: Int
  /// The number of this page or, if the requested page does not exist, of the current page.
  package let page: Int
  package let pageCount: Int
  package var outOfRange = OutOfRange.none
  /// The person whose films the page begins with; `nil` if it begins with other films.
  package var person: NamedPerson?
  /// The number of films that a list left out because the facts to filter by are unknown.
  package var filmsWithoutFacts = 0
}
