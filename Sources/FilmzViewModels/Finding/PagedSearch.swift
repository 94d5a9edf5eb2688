import FilmzDomain

extension ResultSet {
  /// A search in one source, with the pages of the source that have been loaded.
  struct PagedSearch: Sendable, Codable {
    /// The maximum number of pages that are requested at once.
    static let maximumRequests = 4
    /// The number of empty pages in a row after which no more films are expected.
    static let maximumEmptyPages = 10
    /// The maximum number of pages of a source, and of films on a page.
    private static let maximumCount = 1000

    let query: SearchQuery
    let origin: Film.Origin
    /// The number of films on a full page of the source; `nil` if page 1 has all films.
    let pageSize: Int?
    /// The revision of a catalog; `nil` for other sources.
    var revision: String? = nil
    /// The loaded pages by page number, from 1.
    private(set) var pages: [Int: [Film]]
    /// The number of pages of a source whose pages have various lengths; `nil` for other sources, whose
    /// pages are full except for the last one.
    ///
    /// Pages of various lengths are loaded in order, because the numbers of their films depend on the
    /// pages before them. A film that is on several of them is only part of the first one.
    private(set) var pageCount: Int? = nil
    /// `true` if the total that the source reported is an estimate; `nil` if it is not.
    private(set) var isTotalEstimated: Bool? = nil
    /// The reason why each loaded film was found; `nil` if it is not known for any of them.
    private(set) var matches: [FilmID: SearchMatch]? = nil
    /// The person whose films are the first results; `nil` if there is none.
    private(set) var person: NamedPerson? = nil

    init(
      query: SearchQuery, origin: Film.Origin, pageSize: Int?, revision: String? = nil,
      pages: [Int: [Film]]
    ) {
      (self.query, self.origin, self.pageSize, self.revision) = (query, origin, pageSize, revision)
      self.pages = pages
    }
  }
}

extension ResultSet {
  /// The result set with the facts that may be stored without a limit of time: of films with facts of TMDB,
  /// id, title, year, and type.
  ///
  /// TMDB's other facts are in the film cache, which deletes them in time.
  package var storable: ResultSet {
    var resultSet = self
    switch films {
    case .search(var search):
      search.removeFactsOfTMDB()
      resultSet.films = .search(search)
    case .discovery(var discovered):
      discovered.films = discovered.films.map(\.withoutFactsOfTMDB)
      discovered.uncertainFilms = discovered.uncertainFilms?.map(\.withoutFactsOfTMDB)
      resultSet.films = .discovery(discovered)
    case .collection, .published: break
    }
    return resultSet
  }
}

extension Film {
  /// The film with the facts that may be stored without a limit of time.
  ///
  /// The details of any service may have been merged with TMDB's.
  fileprivate var withoutFactsOfTMDB: Film {
    guard origin == .tmdb || level == .full else { return self }
    return Film(id: id, title: title, year: year, type: type, origin: origin)
  }
}

extension ResultSet.PagedSearch {
  /// Removes the facts of films of TMDB, and of films with details of a service.
  fileprivate mutating func removeFactsOfTMDB() {
    pages = pages.mapValues { $0.map(\.withoutFactsOfTMDB) }
  }

  /// Adds a page that was loaded.
  ///
  /// Services do not report why they found a film. They search titles, so the title is the reason.
  mutating func add(_ page: SearchPage, number: Int) {
    if number == 1 || pageCount != nil { setPageCount(page, number: number) }
    let films = pageCount == nil ? page.films : filmsNotLoaded(page.films)
    pages[number] = films
    let isShort = pageCount.map { number < $0 && films.count < pageSize ?? 0 } ?? false
    if page.isTotalEstimated == true || isShort { isTotalEstimated = true }
    let titleMatches =
      query.text.isEmpty
      ? [:] : Dictionary(films.map { ($0.id, SearchMatch.title) }) { first, _ in first }
    if matches == nil { matches = [:] }
    matches?.merge(page.matches ?? titleMatches) { _, new in new }
    person = page.person ?? person
  }

  /// Sets the number of pages to the one that the source reports with a page.
  ///
  /// If it reports none after the first page, it has no further pages.
  private mutating func setPageCount(_ page: SearchPage, number: Int) {
    let reported = page.pageCount ?? (number == 1 ? nil : number)
    pageCount = reported.map { min(max(1, $0), Self.maximumCount) }
  }

  /// Returns the films without those that are on a loaded page, and without repeated ones.
  private func filmsNotLoaded(_ films: [Film]) -> [Film] {
    var ids = Set(pages.values.joined().map(\.id))
    return films.filter { ids.insert($0.id).inserted }
  }

  // MARK: - Numbers of films

  /// The number of films that have been loaded.
  var loadedCount: Int { pages.values.reduce(0) { $0 + $1.count } }

  /// `true` if all pages of various lengths have been loaded, or if the last ones that were loaded are empty.
  var hasEnded: Bool {
    guard let pageCount, pages.count < pageCount else { return pageCount != nil }
    let lastPages = pages.count - Self.maximumEmptyPages + 1..<pages.count + 1
    return lastPages.lowerBound > 0 && lastPages.allSatisfy { pages[$0]?.isEmpty == true }
  }

  /// The number of films if all missing pages of various lengths are full.
  var maximumTotal: Int {
    loadedCount + max(0, (pageCount ?? 0) - pages.count) * (pageSize ?? 0)
  }

  /// Returns the number of films on pages of various lengths: the exact one at the end, before that the
  /// reported one or, if more films have been loaded, their number.
  mutating func total(reported: Int) -> Int {
    guard !hasEnded else { return loadedCount }
    if loadedCount > reported { isTotalEstimated = true }
    return max(reported, loadedCount)
  }

  /// The loaded pages in order, each with the index of its first film in the result set.
  var loadedPages: [(start: Int, films: [Film])] {
    var nextStart = 0
    return pages.keys.sorted().map { number in
      let films = pages[number] ?? []
      let start = pageCount == nil ? (number - 1) * (pageSize ?? 0) : nextStart
      nextStart += films.count
      return (start, films)
    }
  }

  // MARK: - Missing pages

  /// Returns the numbers of the pages to load next for films at the indices; empty if they have been loaded.
  func missingPages(for indices: Range<Int>) -> [Int] {
    if let pageCount { return missingPages(upTo: indices.upperBound, pageCount: pageCount) }
    guard let pageSize else { return pages[1] == nil ? [1] : [] }
    let pages = indices.lowerBound / pageSize + 1...(indices.upperBound - 1) / pageSize + 1
    return pages.filter { self.pages[$0] == nil }
  }

  /// Returns the next pages of various lengths, as many as are needed if they have as many films as the
  /// loaded pages on average.
  private func missingPages(upTo end: Int, pageCount: Int) -> [Int] {
    let missingCount = end - loadedCount
    guard missingCount > 0, !hasEnded else { return [] }
    let average = (loadedCount + pages.count - 1) / max(1, pages.count)
    let neededCount = average == 0 ? Self.maximumRequests : (missingCount + average - 1) / average
    let lastPage = min(pageCount, pages.count + min(neededCount, Self.maximumRequests))
    return Array(pages.count + 1...lastPage)
  }

  // MARK: - Validation

  /// Returns whether the pages are consistent with each other and with the total.
  ///
  /// If the source is a service with full pages, the total must be at most 1,000.
  func isValid(total: Int) -> Bool {
    guard pages.values.joined().allSatisfy(\.id.isCanonical) else { return false }
    guard let pageSize else { return pages.keys.elementsEqual([1]) && pages[1]?.count == total }
    guard (1...Self.maximumCount).contains(pageSize) else { return false }
    if let pageCount { return isValid(total: total, pageCount: pageCount) }
    guard revision != nil || total <= 1000 else { return false }
    let pageCount = max(1, (total + pageSize - 1) / pageSize)
    return pages.allSatisfy { page, films in
      // A source may have fewer pages than it reported at first.
      (1...max(Self.maximumCount, pageCount)).contains(page) && films.count <= pageSize
    }
  }

  /// Returns whether pages of various lengths are consistent with each other and with the total.
  private func isValid(total: Int, pageCount: Int) -> Bool {
    let numbers = 1...Self.maximumCount
    return numbers.contains(pageCount) && numbers.contains(pages.count)
      && pages.keys.sorted() == Array(1...pages.count)
      && pages.values.allSatisfy { $0.count <= Self.maximumCount }
      && Set(pages.values.joined().map(\.id)).count == loadedCount
      && (hasEnded ? total == loadedCount : total >= loadedCount)
  }
}
