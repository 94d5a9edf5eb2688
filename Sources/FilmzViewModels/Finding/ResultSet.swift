package import FilmzDomain

/// The films that the last search or list found, which the user can refer to by number.
package struct ResultSet: Sendable, Codable {
  /// The films of a result set.
  enum Films: Sendable, Codable {
    case search(PagedSearch)
    case discovery(DiscoveredFilms)
    /// Films of the collection in the order in which they were listed.
    case collection([FilmID])
    /// The films of a list that the user follows.
    case published(PublishedFilms)
  }

  private enum CodingKeys: String, CodingKey {
    case films = "content"
    case total, pageSize, page
  }

  var films: Films
  /// The number of films on all pages; it is reduced if a source has fewer films than it reported.
  ///
  /// See ``isTotalEstimated``.
  package internal(set) var total: Int
  /// The number of films on a page that is shown, at least 1.
  package let pageSize: Int
  /// The page that is shown, from 1.
  package internal(set) var page: Int

  /// The number of pages, at least 1.
  package var pageCount: Int { max(1, (total + pageSize - 1) / pageSize) }

  /// `true` if the source has further films, and their number is not known exactly.
  package var isTotalEstimated: Bool {
    switch films {
    case .search(let search): search.isTotalEstimated == true && !search.hasEnded
    case .discovery(let discovered): !discovered.hasEnded
    case .collection, .published: false
    }
  }

  /// The largest number of films that the result set may have after all pages are loaded.
  private var maximumTotal: Int {
    guard isTotalEstimated else { return total }
    return switch films {
    case .search(let search): max(total, search.maximumTotal)
    case .discovery: DiscoveredFilms.maximumCount
    case .collection, .published: total
    }
  }

  /// The number of films that have been loaded.
  package var loadedCount: Int {
    switch films {
    case .collection(let ids): ids.count
    case .search(let search): search.loadedCount
    case .discovery(let discovered): discovered.films.count
    case .published(let list): list.films.count
    }
  }

  /// The text of the search, or its filters if it has no text; the title of a list of films to discover;
  /// `nil` for a list of the collection.
  package var searchText: String? {
    switch films {
    case .search(let search):
      search.query.text.isEmpty ? search.query.filter.text : search.query.text
    case .discovery(let discovered): discovered.query.method.title
    case .published(let list): list.name
    case .collection: nil
    }
  }

  /// The streaming service whose films these are, which is stored with their marks; `nil` if they are not the
  /// films of a streaming service.
  package var platform: String? {
    guard case .discovery(let discovered) = films else { return nil }
    return discovered.query.method.platform
  }

  /// `true` if the values are consistent; values that were read from a file may not be.
  var isValid: Bool {
    guard (1...1_000_000_000).contains(pageSize), (0...1_000_000_000).contains(total),
      (1...pageCount).contains(page)
    else { return false }
    switch films {
    case .search(let search): return search.isValid(total: total)
    case .discovery(let discovered): return discovered.isValid(total: total)
    case .collection(let ids): return ids.count == total && ids.allSatisfy(\.isCanonical)
    case .published(let list):
      return list.films.count == total && list.films.allSatisfy(\.id.isCanonical)
    }
  }

  /// Returns the reason why a loaded film was found; `nil` for a list, and if it is not known.
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

  /// Adds pages of the source, in order, and corrects the total if the source has more or fewer films than
  /// it reported.
  ///
  /// If the current page is then beyond the end, the last page becomes the current page.
  mutating func add(_ pages: [(number: Int, page: SearchPage)]) {
    guard case .search(var search) = films else { return }
    for (number, page) in pages where !search.hasEnded {
      search.add(page, number: number)
      if search.pageCount == nil, page.films.isEmpty, let size = search.pageSize {
        total = min(total, (number - 1) * size)
      }
    }
    if search.pageCount != nil { total = search.total(reported: total) }
    films = .search(search)
    page = min(page, pageCount)
  }

  /// Returns whether two result sets are of the same search in the same source, or are the same list.
  func hasSameFilms(as other: ResultSet) -> Bool {
    switch (films, other.films) {
    case (.search(let search), .search(let otherSearch)):
      search.query == otherSearch.query && search.origin == otherSearch.origin
    case (.discovery(let discovered), .discovery(let other)): discovered.hasSameFilms(as: other)
    case (.collection(let ids), .collection(let otherIDs)): ids == otherIDs
    case (.published(let list), .published(let other)):
      list.films.map(\.id) == other.films.map(\.id)
    default: false
    }
  }

  /// Returns the indices of a page's films in the result set, from 0.
  ///
  /// As long as the total is estimated, some of them may not exist.
  func range(ofPage page: Int) -> Range<Int> {
    let end = maximumTotal
    let start = min(end, (page - 1) * pageSize)
    return start..<min(end, start + pageSize)
  }

  /// Returns whether a page exists or, if the total is estimated, may exist.
  func mayHavePage(_ page: Int) -> Bool {
    (1...max(1, (maximumTotal + pageSize - 1) / pageSize)).contains(page)
  }

  /// Returns the films at the indices, without those that have not been loaded.
  func loadedFilms(at indices: Range<Int>) -> [(index: Int, id: FilmID, film: Film?)] {
    switch films {
    case .collection(let ids): indices.map { ($0, ids[$0], nil) }
    case .discovery(let discovered):
      indices.clamped(to: discovered.films.indices).map {
        ($0, discovered.films[$0].id, discovered.films[$0])
      }
    case .published(let list): indices.map { ($0, list.films[$0].id, list.films[$0]) }
    case .search(let search):
      search.loadedPages.flatMap { start, films in
        indices.clamped(to: start..<start + films.count).map {
          ($0, films[$0 - start].id, films[$0 - start])
        }
      }
    }
  }

  /// Returns the numbers of those pages of the source that have not been loaded and contain films
  /// at the indices.
  ///
  /// If the pages of the source have various lengths, further pages may turn out to be missing after these
  /// have been loaded.
  func missingPages(for indices: Range<Int>) -> [Int] {
    guard case .search(let search) = films, !indices.isEmpty else { return [] }
    return search.missingPages(for: indices)
  }

  /// Returns the number of a film, from 1, or `nil` if no loaded film has this id.
  package func number(of id: FilmID) -> Int? {
    switch films {
    case .collection(let ids): return ids.firstIndex(of: id).map { $0 + 1 }
    case .discovery(let discovered):
      return discovered.films.firstIndex { $0.id == id }.map { $0 + 1 }
    case .published(let list): return list.films.firstIndex { $0.id == id }.map { $0 + 1 }
    case .search(let search):
      for (start, films) in search.loadedPages {
        guard let offset = films.firstIndex(where: { $0.id == id }) else { continue }
        return start + offset + 1
      }
      return nil
    }
  }
}

extension ResultSet {
  /// The loaded films of a source, in order; empty for a list of the collection, whose facts are not part of
  /// the result set.
  var loadedSearchFilms: [Film] {
    switch films {
    case .search(let search): search.pages.keys.sorted().flatMap { search.pages[$0] ?? [] }
    case .discovery(let discovered): discovered.films
    case .collection, .published: []
    }
  }

  /// The films that may be films of the collection: the loaded ones, and those that were left out of the films to
  /// discover for this reason.
  var possibleFilms: [Film] {
    if case .discovery(let discovered) = films {
      discovered.unmarkedFilms
    } else {
      loadedSearchFilms
    }
  }

  /// Returns the empty page for a request of a page beyond an end of the result set.
  func emptyPage(_ outOfRange: ResultPage.OutOfRange) -> ResultPage {
    ResultPage(
      items: [], total: total, isTotalEstimated: isTotalEstimated, page: page, pageCount: pageCount,
      outOfRange: outOfRange)
  }
}

/// A page of a result set, with the numbers that are shown with it.
package struct ResultPage: Sendable {
  /// The position of a requested page relative to the pages that exist.
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
  /// `true` if ``total`` and ``pageCount`` are estimates, and there are probably further films.
  package var isTotalEstimated = false
  /// The number of this page or, if the requested page does not exist, of the current page.
  package let page: Int
  package let pageCount: Int
  package var outOfRange = OutOfRange.none
  /// The person whose films the page begins with; `nil` if it begins with other films.
  package var person: NamedPerson?
  /// The number of films that a list left out because the facts to filter by are unknown.
  package var filmsWithoutFacts = 0
  /// The number of films that the kids filter hides: those of the page and, of a list of the collection, those
  /// that it left out.
  package var hidden = 0

  /// `true` if there are no films, not even hidden ones.
  package var isEmpty: Bool { total == 0 && hidden == 0 }

  /// `true` if a page follows, which may turn out to have no films if the total is estimated.
  package var hasNextPage: Bool { page < pageCount || isTotalEstimated }
}
