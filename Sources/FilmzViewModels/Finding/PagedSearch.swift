import FilmzDomain
import FilmzServices

extension ResultSet {
  /// A search in one source, with the pages of the source that have been loaded.
  ///
  /// A page of the source is not a page that is shown. Most sources have full pages except for the last one; those with
  /// a ``pageCount`` have pages of various lengths.
  struct PagedSearch: Sendable, Codable {
    /// The maximum number of pages that are requested at once.
    static let maximumRequests = 4
    /// The number of consecutive empty pages after which no more films are expected.
    static let maximumEmptyPages = 10
    /// The maximum number of pages of a source, and of films on a page.
    private static let maximumCount = 1000

    let query: SearchQuery
    let origin: Film.Origin
    /// The number of films on a full page of the source; `nil` if page 1 has all films.
    let pageSize: Int?
    /// The revision of the catalog that was searched; `nil` for other sources.
    var revision: String? = nil
    /// The loaded pages by page number, from 1.
    private(set) var pages: [Int: [Film]]
    /// The user's films that precede those of the source, which are not in ``pages``; `nil` if there are none.
    private(set) var ownFilms: [Film]? = nil
    /// The number of films of a service that were left out of the loaded pages because they are ``ownFilms``.
    private(set) var duplicateCount: Int? = nil
    /// The number of pages of a source whose pages have various lengths; `nil` for other sources.
    ///
    /// Pages of various lengths are loaded in order, because the numbers of their films depend on the
    /// pages before them. A film that several pages have is kept only on the first one.
    private(set) var pageCount: Int? = nil
    /// `true` if the total that the source reported is an estimate; `nil` if it is not.
    private(set) var isTotalEstimated: Bool? = nil
    /// The reasons why loaded films were found, by film; `nil` before a page has been added.
    private(set) var matches: [FilmID: SearchMatch]? = nil
    /// The person whose films the results begin with; `nil` if they begin with other films.
    private(set) var person: NamedPerson? = nil

    init(query: SearchQuery, origin: Film.Origin, pageSize: Int?, revision: String? = nil, pages: [Int: [Film]]) {
      (self.query, self.origin, self.pageSize, self.revision) = (query, origin, pageSize, revision)
      self.pages = pages
    }

    /// Creates a search whose films follow films of the user; no page has been added.
    init(_ firstPage: FirstPage, after own: [OwnFilm] = []) {
      var query = firstPage.query
      query.excludedFilms = []
      query.neededFilms = nil
      self.init(
        query: query, origin: firstPage.origin, pageSize: firstPage.pageSize, revision: firstPage.revision, pages: [:])
      guard !own.isEmpty else { return }
      ownFilms = own.map(\.film)
      matches = Dictionary(own.map { ($0.film.id, $0.match) }) { first, _ in first }
    }

    /// The query for the pages of the source, which omits ``ownFilms``.
    var sourceQuery: SearchQuery {
      var query = query
      query.omittedFilms = ownFilms?.map(\.id)
      return query
    }

    var ownCount: Int { ownFilms?.count ?? 0 }

    /// `true` if pages of a service that have not been loaded may have ``ownFilms``, so that the total is not known.
    var mayHaveDuplicates: Bool { pageCount != nil && duplicateCount ?? 0 < ownCount }
  }
}

extension ResultSet {
  /// The result set with only those facts that may be stored without a time limit: films that may have facts of TMDB
  /// are reduced to id, title, year, and type.
  ///
  /// TMDB's other facts are in the film cache, which deletes them when they expire.
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
  /// The film without facts that may be TMDB's: the details of other services may have been merged with TMDB's.
  fileprivate var withoutFactsOfTMDB: Film {
    guard origin == .tmdb || level == .full else { return self }
    return Film(id: id, title: title, year: year, type: type, origin: origin)
  }
}

extension ResultSet.PagedSearch {
  fileprivate mutating func removeFactsOfTMDB() {
    pages = pages.mapValues { $0.map(\.withoutFactsOfTMDB) }
    ownFilms = ownFilms?.map(\.withoutFactsOfTMDB)
  }

  /// Adds a page that was loaded, from which `duplicates` films were left out.
  ///
  /// Services do not report why they found a film. They search titles, so the title is the reason.
  mutating func add(_ page: SearchPage, number: Int, duplicates: Int = 0) {
    if number == 1 || pageCount != nil { setPageCount(page, number: number) }
    let films = pageCount == nil ? page.films : filmsNotLoaded(page.films)
    pages[number] = films
    if ownFilms != nil { duplicateCount = (duplicateCount ?? 0) + duplicates }
    let isShort = pageCount.map { number < $0 && films.count + duplicates < pageSize ?? 0 } ?? false
    if page.isTotalEstimated == true || isShort { isTotalEstimated = true }
    let titleMatches =
      query.text.isEmpty ? [:] : Dictionary(films.map { ($0.id, SearchMatch.title) }) { first, _ in first }
    if matches == nil { matches = [:] }
    matches?.merge(page.matches ?? titleMatches) { _, new in new }
    person = page.person ?? person
  }

  /// Sets ``pageCount`` to the number of pages that the source reported with a page.
  ///
  /// If the source reported no number with a page after page 1, that page counts as the last one.
  private mutating func setPageCount(_ page: SearchPage, number: Int) {
    let reportedCount = page.pageCount ?? (number == 1 ? nil : number)
    pageCount = reportedCount.map { min(max(1, $0), Self.maximumCount) }
  }

  /// Returns the films without duplicates, and without the user's films and those on loaded pages.
  private func filmsNotLoaded(_ films: [Film]) -> [Film] {
    var ids = Set(allFilms.map(\.id))
    return films.filter { ids.insert($0.id).inserted }
  }

  // MARK: - Numbers of films

  /// The user's films and the loaded ones, in order.
  var allFilms: [Film] { (ownFilms ?? []) + pages.keys.sorted().flatMap { pages[$0] ?? [] } }

  /// The number of the user's films and of the loaded ones.
  var loadedCount: Int { pages.values.reduce(ownCount) { $0 + $1.count } }

  /// `true` if the source has pages of various lengths, and either all have been loaded, or the last
  /// ``maximumEmptyPages`` that were loaded are empty.
  var hasEnded: Bool {
    guard let pageCount, pages.count < pageCount else { return pageCount != nil }
    let lastPages = pages.count - Self.maximumEmptyPages + 1..<pages.count + 1
    return lastPages.lowerBound > 0 && lastPages.allSatisfy { pages[$0]?.isEmpty == true }
  }

  /// The number of films of the user and of the source if all missing pages are full; only for pages of various lengths.
  var maximumTotal: Int { loadedCount + max(0, (pageCount ?? 0) - pages.count) * (pageSize ?? 0) }

  /// Returns the number of films of a source with pages of various lengths.
  ///
  /// If ``hasEnded`` is `true`, this is the number of loaded films; otherwise, it is the reported number, or the number
  /// of loaded films if that is greater.
  mutating func total(reported: Int) -> Int {
    guard !hasEnded else { return loadedCount }
    if loadedCount > reported { isTotalEstimated = true }
    return max(reported, loadedCount)
  }

  /// The user's films and the loaded pages in order, each with the index of its first film in the result set.
  var loadedPages: [(start: Int, films: [Film])] {
    var nextStart = ownCount
    return [(0, ownFilms ?? [])]
      + pages.keys.sorted().map { number in
        let films = pages[number] ?? []
        let start = pageCount == nil ? ownCount + (number - 1) * (pageSize ?? 0) : nextStart
        nextStart += films.count
        return (start, films)
      }
  }

  // MARK: - Missing pages

  /// Returns the numbers of the pages to load next for films at the indices; empty if they have been loaded.
  func missingPages(for indices: Range<Int>) -> [Int] {
    if let pageCount { return missingPages(upTo: indices.upperBound, pageCount: pageCount) }
    guard let pageSize else { return pages[1] == nil ? [1] : [] }
    guard indices.upperBound > ownCount else { return [] }
    let first = max(0, indices.lowerBound - ownCount) / pageSize + 1
    let pages = first...(indices.upperBound - ownCount - 1) / pageSize + 1
    return pages.filter { self.pages[$0] == nil }
  }

  /// Returns the numbers of the pages to load next from a source with pages of various lengths.
  ///
  /// The number of pages for the films up to `end` is estimated from the mean number of films on the loaded pages; it
  /// is at most ``maximumRequests``.
  private func missingPages(upTo end: Int, pageCount: Int) -> [Int] {
    let missingCount = end - loadedCount
    guard missingCount > 0, !hasEnded else { return [] }
    let average = (loadedCount - ownCount + pages.count - 1) / max(1, pages.count)
    let neededCount = average == 0 ? Self.maximumRequests : (missingCount + average - 1) / average
    let lastPage = min(pageCount, pages.count + min(neededCount, Self.maximumRequests))
    return Array(pages.count + 1...lastPage)
  }

  // MARK: - Validation

  /// Returns whether the pages are consistent with each other and with the total.
  ///
  /// If the source is a service with full pages, the total must be at most 1,000.
  func isValid(total: Int) -> Bool {
    guard allFilms.allSatisfy(\.id.isCanonical) else { return false }
    if let pageCount, ownCount > 0 || pageSize != nil { return isValid(total: total, pageCount: pageCount) }
    guard let pageSize else { return pages.keys.elementsEqual([1]) && loadedCount == total }
    guard (1...Self.maximumCount).contains(pageSize) else { return false }
    guard revision != nil || total <= 1000 else { return false }
    let pageCount = max(1, (total - ownCount + pageSize - 1) / pageSize)
    return pages.allSatisfy { page, films in
      // A loaded page may be after the last one, because the total has become smaller since.
      (1...max(Self.maximumCount, pageCount)).contains(page) && films.count <= pageSize
    }
  }

  /// Returns whether pages of various lengths are consistent with each other and with the total.
  private func isValid(total: Int, pageCount: Int) -> Bool {
    let numbers = 1...Self.maximumCount
    return numbers.contains(pageCount) && numbers.contains(pages.count) && pages.keys.sorted() == Array(1...pages.count)
      && pages.values.allSatisfy { $0.count <= Self.maximumCount }
      && Set(allFilms.map(\.id)).count == loadedCount
      && (hasEnded ? total == loadedCount : total >= loadedCount)
  }
}
