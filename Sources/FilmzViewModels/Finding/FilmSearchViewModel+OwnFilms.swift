import FilmzDomain
import FilmzServices
import FilmzStore

/// A film of the collection, or with an own record, that a search lists before the films of its source.
typealias OwnFilm = (film: Film, match: SearchMatch)

// The user's films in searches.
extension FilmSearchViewModel {
  /// The maximum number of films of a source that are compared with the text, and looked for in the collection.
  fileprivate static let maximumSourceFilms = 50

  /// Returns the films of the collection, and those with own records, that precede the results of a source.
  ///
  /// These are the films whose titles match the text at least as well as the best title of the source does; the best
  /// first, at most a page. If the results begin with the films of a person, the text has to be the whole title.
  /// Returns no films if the results have a sort order, or begin with these films already.
  func ownFilms(before first: FirstPage, pageSize: Int) async throws -> [OwnFilm] {
    guard !first.query.text.isEmpty, first.query.order == nil else { return [] }
    let collection = try await database.openForReading().collection
    let records = await services.search.filmsWithOwnRecords(first.query)
    let hasFilms = try await collection.hasFilms()
    guard hasFilms || !records.films.isEmpty else { return [] }
    let (query, bestMatch) = first.bestMatch
    let minimum = bestMatch ?? (query.isShort ? .whole : .words)
    let matches = (first.page.matches ?? [:]).merging(records.matches ?? [:]) { found, _ in found }
    let sourceFilms = first.page.films.prefix(Self.maximumSourceFilms).filter {
      query.titleMatch(of: $0, matches[$0.id]) ?? .words >= minimum
    }
    let named = try await collection.namedEntries { sourceFilms.flatMap(\.nameIDs) }
    let collected = try await zip(sourceFilms, collection.resolvedFilms(sourceFilms.map(\.id))).filter { film, stored in
      stored.listed != nil || film.nameIDs.contains { named[$0] != nil }
    }.map(\.0)
    let titled = try await collection.ids(titled: query.plainText, minimum).filter { named[$0] == nil }
    let candidates = (collected + records.films).map { ($0.id, $0) } + titled.map { ($0, nil as Film?) }
    guard !candidates.isEmpty else { return [] }
    let recordIDs = Set(records.films.map(\.id))
    var uniqueIDs: Set<FilmID> = []
    var own: [(film: OwnFilm, match: TitleMatch)] = []
    for item in try await assembler.items(candidates)
    where !item.isHidden && (item.entry != nil || recordIDs.contains(item.id)) && uniqueIDs.insert(item.id).inserted {
      guard let film = film(of: item), let match = query.titleMatch(of: film, matches[film.id]), match >= minimum,
        ![film].matching(query.filter).isEmpty
      else { continue }
      let isTitle = TitleMatch(of: query.plainText, in: film.title, wholeWords: query.isExact) != nil
      own.append(((film, matches[film.id] ?? (isTitle ? .title : .alias(film.originalTitle))), match))
    }
    let films = TitleMatch.allCases.reversed().flatMap { match in own.filter { $0.match == match }.map(\.film) }
      .prefix(pageSize)
    return films.map(\.film.id) == first.page.films.prefix(films.count).map(\.id) ? [] : Array(films)
  }

  /// Returns the film of an item under its canonical id; `nil` if the item has no title.
  private func film(of item: FilmItem) -> Film? {
    guard let title = item.title else { return nil }
    var film = item.film ?? Film(id: item.id, title: title, year: item.year, type: nil, origin: .own)
    film.id = item.id
    return film
  }

  /// Returns the user's films without those that may be on a page of a service under a TMDB id.
  ///
  /// Such a film stays on the page, with the user's film as its possible entry, because it may also be another film.
  func films(_ own: [OwnFilm], without page: SearchPage) async throws -> [OwnFilm] {
    let items = try await assembler.items(page.films.map { ($0.id, $0) })
    let possibleIDs = Set(try await assembler.addingPossibleEntries(to: items).compactMap(\.possibleEntry?.id))
    return own.filter { !possibleIDs.contains($0.film.id) }
  }

  /// Returns a page of a service without the user's films that precede it, and the number of films that were left out.
  ///
  /// A film is left out if it has the id or an alias of one of these films.
  func page(
    _ page: SearchPage, of search: ResultSet.PagedSearch, without own: [Film]
  ) async throws -> (page: SearchPage, duplicates: Int) {
    let ids = Set(own.map(\.id))
    let items = try await assembler.items(page.films.map { ($0.id, $0) })
    let films = zip(page.films, items).filter { !ids.contains($1.id) }.map(\.0)
    let duplicateCount = page.films.count - films.count
    var rest = SearchPage(
      films: films, total: max(0, page.total - duplicateCount), matches: page.matches, person: page.person)
    rest.isTotalEstimated = page.isTotalEstimated
    rest.pageCount = page.pageCount ?? search.pageSize.map { max(1, (page.total - 1) / max(1, $0) + 1) } ?? 1
    return (rest, duplicateCount)
  }
}

extension FirstPage {
  /// The best match of the titles of the page with the text of the query, and the query.
  ///
  /// If no title matches, the titles are compared with the text without the year at its end. If one of them matches then,
  /// the query has that year as a filter.
  fileprivate var bestMatch: (query: SearchQuery, match: TitleMatch?) {
    for query in [query, query.readingLastWordAsYear].compactMap(\.self) {
      if page.person != nil { return (query, .whole) }
      let films = page.films.prefix(FilmSearchViewModel.maximumSourceFilms)
      if let match = films.compactMap({ query.titleMatch(of: $0, page.matches?[$0.id]) }).max() {
        return (query, match)
      }
    }
    return (query, nil)
  }

  /// Returns whether a query found a person, or titles that match its text.
  ///
  /// `reading` is the query with words of the text read as filters. If no word is left in its text, only a person whose
  /// name has the text of `query` counts and, for several words, only titles that begin with that text.
  func hasTitles(for query: SearchQuery, replacedBy reading: SearchQuery? = nil) -> Bool {
    let isReplaced = reading?.text.isEmpty == true
    let minimum = isReplaced && query.text.contains(" ") ? TitleMatch.beginning : .words
    let hasPerson = page.person.map { !isReplaced || TitleMatch(of: query.plainText, in: $0.name) != nil } ?? false
    return hasPerson
      || page.films.contains { film in query.titleMatch(of: film, page.matches?[film.id]).map { $0 >= minimum } == true
      }
  }
}

extension SearchQuery {
  /// Returns the best match of a film's titles, and of the title by which it was found, with the text; `nil` if none
  /// matches.
  fileprivate func titleMatch(of film: Film, _ found: SearchMatch?) -> TitleMatch? {
    var titles = [film.title, film.originalTitle]
    if case .alias(let title) = found { titles.append(title) }
    return titles.compactMap { title in
      title.flatMap { TitleMatch(of: plainText, in: $0, wholeWords: isExact) }
    }.max()
  }
}

extension SourceResult {
  /// Returns the result with warnings before its own ones.
  func after(_ warnings: [Warning]) -> SourceResult { after(SourceResult<Void>(value: (), warnings: warnings)) }
}
