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
    case total, pageSize, page, hasPlots, isByRuntime
  }

  var films: Films
  /// The number of films on all pages; an estimate if ``isTotalEstimated`` is `true`.
  package internal(set) var total: Int
  /// The maximum number of films on a shown page, at least 1.
  package let pageSize: Int
  /// The number of the current page, from 1.
  package internal(set) var page: Int
  /// `true` if the films of pages have their plots, as for `browse`; `nil` otherwise.
  var hasPlots: Bool?
  /// `true` if films of the collection are sorted or filtered by runtime; `nil` otherwise.
  var isByRuntime: Bool?

  /// `true` if the films are sorted or filtered by runtime.
  var showsRuntimes: Bool {
    guard case .search(let search) = films else { return isByRuntime == true }
    return search.query.filter.runtime != nil || search.query.order?.isByRuntime == true
  }

  /// The ids of all films; `nil` if not all of them have been loaded, or if there are more than 500.
  var knownIDs: [FilmID]? {
    total <= 500 && !isTotalEstimated && loadedCount >= total ? loadedFilms(at: 0..<total).map(\.id) : nil
  }

  /// The number of pages, at least 1.
  package var pageCount: Int { max(1, (total + pageSize - 1) / pageSize) }

  /// `true` if the source has further films, and their number is not known exactly.
  package var isTotalEstimated: Bool {
    switch films {
    case .search(let search): (search.isTotalEstimated == true || search.mayHaveDuplicates) && !search.hasEnded
    case .discovery(let discovered): !discovered.hasEnded
    case .collection, .published: false
    }
  }

  /// The largest number of films that the result set may have after all pages are loaded.
  var maximumTotal: Int {
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

  /// The source of the films of a search; ``Film/Origin/own`` for other result sets.
  var origin: Film.Origin { if case .search(let search) = films { search.origin } else { .own } }

  /// The text that describes the films: that of the search or of its filter, or the name of a list of films to discover or
  /// of a published list; `nil` for a list of the collection.
  package var searchText: String? {
    switch films {
    case .search(let search): search.query.text.isEmpty ? search.query.filter.text : search.query.text
    case .discovery(let discovered): discovered.query.method.title
    case .published(let list): list.name
    case .collection: nil
    }
  }

  /// The streaming service whose films were listed, which is stored when a film is marked; `nil` for other result sets.
  package var platform: String? {
    guard case .discovery(let discovered) = films else { return nil }
    return discovered.query.method.platform
  }

  /// `true` if the values are consistent; values that were read from a file may be inconsistent.
  var isValid: Bool {
    guard (1...1_000_000_000).contains(pageSize), (0...1_000_000_000).contains(total), (1...pageCount).contains(page)
    else { return false }
    switch films {
    case .search(let search): return search.isValid(total: total)
    case .discovery(let discovered): return discovered.isValid(total: total)
    case .collection(let ids): return ids.count == total && ids.allSatisfy(\.isCanonical)
    case .published(let list): return list.films.count == total && list.films.allSatisfy(\.id.isCanonical)
    }
  }

  /// Returns the reason why a loaded film was found; `nil` if it is not known, or if the result set is not that of a
  /// search.
  func match(of id: FilmID) -> SearchMatch? {
    guard case .search(let search) = films else { return nil }
    return search.matches?[id]
  }

  /// Returns the person whose films a page begins with; `nil` for other pages and searches.
  ///
  /// Films with own records may precede the films of the person.
  func person(onPage page: Int) -> NamedPerson? {
    guard case .search(let search) = films, let person = search.person,
      range(ofPage: page).lowerBound < search.ownCount + person.filmCount
    else { return nil }
    return person
  }

  /// Adds pages of the source, in order, and corrects the total if the source has more or fewer films than
  /// it reported.
  ///
  /// `duplicates` is the number of films that were left out of a page. If the current page does not exist any more, the
  /// last page becomes the current one.
  mutating func add(_ pages: [(number: Int, page: SearchPage, duplicates: Int)]) {
    guard case .search(var search) = films else { return }
    for (number, page, duplicates) in pages where !search.hasEnded {
      search.add(page, number: number, duplicates: duplicates)
      if number > 1 { total = max(0, total - duplicates) }
      if search.pageCount == nil, page.films.isEmpty, let size = search.pageSize {
        total = min(total, search.ownCount + (number - 1) * size)
      }
    }
    if search.pageCount != nil { total = search.total(reported: total) }
    films = .search(search)
    page = min(page, pageCount)
  }

  /// Returns whether both result sets are of the same search in the same source, or of lists with the same films.
  func hasSameFilms(as other: ResultSet) -> Bool {
    switch (films, other.films) {
    case (.search(let search), .search(let otherSearch)):
      search.query == otherSearch.query && search.origin == otherSearch.origin
    case (.discovery(let discovered), .discovery(let other)): discovered.hasSameFilms(as: other)
    case (.collection(let ids), .collection(let otherIDs)): ids == otherIDs
    case (.published(let list), .published(let other)): list.films.map(\.id) == other.films.map(\.id)
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
  func mayHavePage(_ page: Int) -> Bool { (1...max(1, (maximumTotal + pageSize - 1) / pageSize)).contains(page) }

  /// Returns the films at the indices, without those that have not been loaded.
  func loadedFilms(at indices: Range<Int>) -> [(index: Int, id: FilmID, film: Film?)] {
    switch films {
    case .collection(let ids): indices.map { ($0, ids[$0], nil) }
    case .discovery(let discovered):
      indices.clamped(to: discovered.films.indices).map { ($0, discovered.films[$0].id, discovered.films[$0]) }
    case .published(let list): indices.map { ($0, list.films[$0].id, list.films[$0]) }
    case .search(let search):
      search.loadedPages.flatMap { start, films in
        indices.clamped(to: start..<start + films.count).map { ($0, films[$0 - start].id, films[$0 - start]) }
      }
    }
  }

  /// Returns the numbers of the pages of the source to load next for the films at the indices; empty if they are
  /// loaded.
  ///
  /// If the pages of the source have various lengths, further pages may turn out to be needed after these have been
  /// loaded.
  func missingPages(for indices: Range<Int>) -> [Int] {
    guard case .search(let search) = films, !indices.isEmpty else { return [] }
    return search.missingPages(for: indices)
  }

  /// Returns the number of a film, from 1, or `nil` if no loaded film has this id.
  package func number(of id: FilmID) -> Int? {
    switch films {
    case .collection(let ids): return ids.firstIndex(of: id).map { $0 + 1 }
    case .discovery(let discovered): return discovered.films.firstIndex { $0.id == id }.map { $0 + 1 }
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
  /// The loaded films of a search or of films to discover, in order; empty for other result sets.
  var loadedSearchFilms: [Film] {
    switch films {
    case .search(let search): search.allFilms
    case .discovery(let discovered): discovered.films
    case .collection, .published: []
    }
  }

  /// The loaded films that are compared with the collection, because each may be a film of the collection under another
  /// id.
  ///
  /// Of films to discover, this includes those that were left out because they may be in the collection.
  var possibleAliases: [Film] {
    if case .discovery(let discovered) = films { discovered.unmarkedFilms } else { loadedSearchFilms }
  }

  /// Returns an empty page, for the request of a page that does not exist.
  func emptyPage(_ outOfRange: ResultPage.OutOfRange) -> ResultPage {
    var emptyPage = ResultPage(
      items: [], total: total, isTotalEstimated: isTotalEstimated, page: page, pageCount: pageCount,
      outOfRange: outOfRange)
    emptyPage.hasPlots = hasPlots == true
    return emptyPage
  }
}

/// A page of a result set, with the counts that are shown with it.
package struct ResultPage: Sendable {
  /// The reason why a requested page does not exist.
  package enum OutOfRange: Sendable, Equatable {
    /// The requested page exists.
    case none
    /// The next page was requested, but the current one is the last.
    case pastEnd
    /// A page was requested by its number, and there are fewer pages.
    case noSuchPage(Int)
    /// The page before the first one was requested.
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
  /// The person whose films the page begins with, after films of own records; see ``ResultSet/person(onPage:)``.
  package var person: NamedPerson?
  /// The number of films that a list left out because the facts to filter by are unknown.
  package var filmsWithoutFacts = 0
  /// The number of films known by title and year only that a list left out for the same reason.
  package var namedFilmsWithoutFacts = 0
  /// The number of hidden films that were left out of the page or, if a list of the collection is shown, of the whole
  /// list.
  package var hidden = 0
  /// The number of the films of ``hidden`` whose certifications are not known.
  package var hiddenWithoutCertification = 0
  /// The kinds of the user's data that the films on all pages have; `nil` if there is only one page.
  package var usedColumns: UsedColumns?
  /// `true` if the films are sorted or filtered by runtime.
  package var showsRuntimes = false
  /// The number of films to discover that were left out because they have a mark.
  package internal(set) var markedCount = 0
  /// `true` if rows for programs have the plots of the films.
  package var hasPlots = false

  /// `true` if there are no films, not even hidden ones.
  package var isEmpty: Bool { total == 0 && hidden == 0 }

  /// `true` if a page follows, which may turn out to have no films if the total is estimated.
  package var hasNextPage: Bool { page < pageCount || isTotalEstimated }
}
