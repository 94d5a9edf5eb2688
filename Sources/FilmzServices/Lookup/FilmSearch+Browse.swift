package import FilmzDomain
import FilmzStore

// Films of local catalogs and own records, without a search text.
extension FilmSearch {
  /// Returns the first page of the films of the local catalog that match a query, of those with own records, or
  /// of all these films.
  ///
  /// - Throws: A ``UserFacingError`` if the source cannot be searched.
  package func browse(
    _ query: SearchQuery, from source: LocalSource, in context: CommandContext
  ) async throws -> SourceResult<FirstPage> {
    switch source {
    case .all: try await search(query, from: .catalog, in: context)
    case .own: try await search(query, from: .source(.own), in: context)
    case .catalog:
      try await sources.withCatalog(isAlone: true) { catalog in
        FirstPage(
          query: query, origin: .catalogAlone, pageSize: catalog.pageSize,
          page: try await catalog.search(query, page: 1), revision: catalog.revision)
      }
    }
  }

  /// Returns the films that match a query among those whose certifications, countries, and languages are known
  /// without the network: films with own and imported records, films in the film cache, and films of the
  /// built-in catalog.
  package func filmsWithKnownDetails(
    _ query: SearchQuery, from source: LocalSource
  ) async throws -> [Film] {
    var ids = Set(try await lookup.recordIDs())
    if source != .own { ids.formUnion(try await knownIDs(query)) }
    if source == .catalog { ids = ids.filter { !$0.isOwn } }
    let films = await lookup.localFilms(Array(ids)).values.filter {
      source != .catalog || $0.origin != .mflix
    }
    let filmsByID = Dictionary(films.map { ($0.id, $0) }) { first, _ in first }
    return FilmSelection(Array(filmsByID.values))
      .films(matching: query.filter, in: query.order ?? .newestFirst)
  }

  /// Returns the ids of films in the film cache, with imported records, and in the built-in catalog that may match
  /// a query.
  ///
  /// The built-in catalog has no certifications.
  private func knownIDs(_ query: SearchQuery) async throws -> [FilmID] {
    let cachedIDs = try await lookup.cachedIDs(withDetailsOf: query.filter)
    guard query.filter.certifications.isEmpty else { return cachedIDs }
    var builtInQuery = query
    builtInQuery.filter = FilmFilter()
    builtInQuery.filter.years = query.filter.years ?? 0...9999
    return try await cachedIDs + sources.builtIn.search(builtInQuery, page: 1).films.map(\.id)
  }
}

/// Films in memory, of which those that match a filter are selected.
///
/// Conditions on facts have the same meaning as in the collection; other conditions are ignored.
package struct FilmSelection {
  private let films: [Film]

  package init(_ films: [Film]) { self.films = films }

  /// Returns the matching films; films that are equal in the order are sorted by title, then by id.
  package func films(matching filter: FilmFilter, in order: FilmOrder) -> [Film] {
    films(matching: filter).map { (film: $0, title: TextFolding.key($0.title)) }
      .sorted { left, right in
        if order.precedes(left.film, right.film) { return true }
        if order.precedes(right.film, left.film) { return false }
        return (left.title, left.film.id) < (right.title, right.film.id)
      }.map(\.film)
  }

  /// Returns the matching films in the given order.
  package func films(matching filter: FilmFilter) -> [Film] {
    let condition = FilmCondition(filter)
    var matches = films.filter(condition.matches)
    matches = Self.films(matches, with: filter.directors) { $0.directors }
    matches = Self.films(matches, with: filter.actors) { $0.actors }
    return Self.films(matches, with: filter.people) { $0.directors + $0.writers + $0.actors }
  }

  /// Returns the films of all people with some names.
  ///
  /// Words of a name may be beginnings of words only if no person has them as whole words.
  private static func films(
    _ films: [Film], with names: [String], in people: (Film) -> [String]
  ) -> [Film] {
    names.reduce(films) { remaining, name in
      let person = PersonName(name)
      func matches(wholeWords: Bool) -> [Film] {
        remaining.filter { film in
          person.matchesAny(of: people(film).joined(separator: "\n"), wholeWords: wholeWords)
        }
      }
      let exactMatches = matches(wholeWords: true)
      return exactMatches.isEmpty ? matches(wholeWords: false) : exactMatches
    }
  }
}

/// The conditions of a filter on facts, except those on people, prepared for many films.
private struct FilmCondition {
  private let filter: FilmFilter
  private let types: [MediaType]
  private let genres: [Set<String>]
  private let certifications: Set<String>
  private let countries: Set<String>
  private let languages: Set<String>

  init(_ filter: FilmFilter) {
    self.filter = filter
    types = filter.types.flatMap(\.matchingTypes)
    genres = filter.genres.map { Set($0.map { $0.lowercased() }) }
    certifications = Set(filter.certifications.compactMap(KidsFilter.certificationKey))
    countries = Set(filter.countries.map(TextFolding.key))
    languages = Set(filter.languages.map(TextFolding.key))
  }

  func matches(_ film: Film) -> Bool {
    let ranges = [
      (filter.years, film.year), (filter.imdbRating, film.imdbRating?.tenths),
      (filter.votes, film.imdbVotes), (filter.runtime, film.runtimeMinutes),
    ]
    return (types.isEmpty || film.type.map(types.contains) == true)
      && ranges.allSatisfy { range, value in
        range.map { range in value.map(range.contains) ?? false } ?? true
      } && matchesTexts(film)
  }

  private func matchesTexts(_ film: Film) -> Bool {
    func matches(_ texts: [String], _ keys: Set<String>) -> Bool {
      keys.isEmpty || texts.contains { keys.contains(TextFolding.key($0)) }
    }
    let filmGenres = film.genres.map { $0.lowercased() }
    let certification = film.rated.flatMap(KidsFilter.certificationKey)
    return genres.allSatisfy { !$0.isDisjoint(with: filmGenres) }
      && (certifications.isEmpty || certification.map(certifications.contains) == true)
      && matches(film.countries, countries) && matches(film.languages, languages)
  }
}

/// A search for films of several years in a service, which can filter by one year only.
///
/// Few years are searched one after another, and a page consists of the pages of all years. If there are more
/// years, films of any year are searched, and those of other years are left out.
struct YearRangeSearch: Sendable {
  /// Loads a page of a query that is for at most one year.
  typealias LoadPage = @Sendable (SearchQuery, Int) async throws -> SourceResult<SearchPage>

  /// The maximum number of years that are searched one after another, each with a request.
  private static let maximumYears = 10
  /// The number of pages with films of other years only after which a search is considered to find nothing.
  private static let maximumEmptyPages = 10
  /// The maximum number of pages that are loaded at once.
  private static let maximumTasks = 4
  /// The maximum number of films that a page reports; a stored page that was altered may report any number.
  private static let maximumTotal = 1_000_000

  private let query: SearchQuery
  private let years: ClosedRange<Int>
  private let pageSize: Int
  private let load: LoadPage

  /// Creates a search; `nil` if the query is for at most one year.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - pageSize: The number of films on a page of the service; `nil` if there is only one page.
  ///   - load: Loads a page of a query for at most one year.
  init?(_ query: SearchQuery, pageSize: Int?, load: @escaping LoadPage) {
    guard let years = query.filter.years, years.count > 1 else { return nil }
    self.query = query
    self.years = years
    self.pageSize = max(1, pageSize ?? .max)
    self.load = load
  }

  /// Returns a page of the films of all years; pages are numbered from 1 and have various lengths.
  ///
  /// - Throws: The errors of loading a page.
  func page(_ number: Int) async throws -> SourceResult<SearchPage> {
    if years.count <= Self.maximumYears { return try await mergedPage(number) }
    let page = try await selectedPage(number)
    guard number == 1, page.value.films.isEmpty else { return page }
    return try await hasFilms(afterPage: 1, of: page.value.pageCount ?? 1)
      ? page : page.map { _ in .empty }
  }

  // MARK: - Each year

  /// Returns the films of the pages of all years with a number, of each year in turn.
  private func mergedPage(_ number: Int) async throws -> SourceResult<SearchPage> {
    let queries = years.map { query(for: $0...$0) }
    let firstPages = try await queries.concurrentMap(maximumTasks: Self.maximumTasks) {
      try await load($0, 1)
    }
    let pageCounts = firstPages.map { pageCount(of: $0.value) }
    var pages = firstPages
    if number > 1 {
      pages = try await zip(queries, pageCounts).filter { $1 >= number }.map(\.0)
        .concurrentMap(maximumTasks: Self.maximumTasks) { try await load($0, number) }
    }
    var merged = SearchPage(
      films: Self.inTurn(pages.map(\.value.films)),
      total: firstPages.reduce(0) { $0 + min($1.value.total, Self.maximumTotal) })
    merged.pageCount = pageCounts.max()
    merged.isTotalEstimated = merged.pageCount == 1 ? nil : true
    return pages.reduce(SourceResult(value: merged)) { $0.after($1) }
  }

  /// Returns the first films of all lists, then the second ones, and so on.
  private static func inTurn(_ lists: [[Film]]) -> [Film] {
    (0..<(lists.map(\.count).max() ?? 0)).flatMap { index in
      lists.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  // MARK: - All years

  /// Returns the films of a page of films of any year that are of the years, with an estimated total.
  private func selectedPage(_ number: Int) async throws -> SourceResult<SearchPage> {
    try await load(query(for: nil), number).map { page in
      let films = page.films.filter { $0.year.map(years.contains) ?? false }
      let pageCount = pageCount(of: page)
      let share = min(page.total, Self.maximumTotal) * films.count / max(1, page.films.count)
      var selected = SearchPage(
        films: films, total: pageCount == 1 ? films.count : max(1, films.count, share))
      selected.pageCount = pageCount
      selected.isTotalEstimated = pageCount == 1 ? nil : true
      return selected
    }
  }

  /// Returns whether one of the pages after a page has films of the years.
  private func hasFilms(afterPage number: Int, of pageCount: Int) async throws -> Bool {
    var number = number
    while number < min(pageCount, Self.maximumEmptyPages) {
      number += 1
      if try await !selectedPage(number).value.films.isEmpty { return true }
    }
    return false
  }

  // MARK: - Pages of the service

  private func query(for years: ClosedRange<Int>?) -> SearchQuery {
    var query = query
    query.filter.years = years
    return query
  }

  private func pageCount(of page: SearchPage) -> Int {
    page.pageCount ?? max(1, (page.total - 1) / pageSize + 1)
  }
}
