package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

// Result sets of searches.
extension FilmSearchViewModel {
  /// Searches for films; the result set has those that the first page of the source contains.
  func resultSet(
    for query: SearchQuery, from choice: SourceChoice, pageSize: Int, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    if let id = FilmID(query.text) {
      return try await resultSet(for: id, from: choice, pageSize: pageSize, context)
    }
    let result = try await services.search.search(query, from: choice, in: context)
    return result.map { ResultSet($0, pageSize: pageSize) }
  }

  private func resultSet(
    for id: FilmID, from choice: SourceChoice, pageSize: Int, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    // `--source catalog` excludes the network for ids as well.
    let context = choice == .catalog ? context.offline : context
    let result = try await services.lookup.film(id, from: choice, in: context)
    return result.map { film in
      let search = ResultSet.PagedSearch(
        query: SearchQuery(text: id.rawValue), origin: film.origin, pageSize: nil,
        pages: [1: [film]])
      return ResultSet(films: .search(search), total: 1, pageSize: pageSize, page: 1)
    }
  }

  /// Returns the result set after loading the missing pages of the source that contain the films at
  /// the indices.
  func loadFilms(
    at indices: Range<Int>, of resultSet: ResultSet, _ context: CommandContext?
  ) async throws -> SourceResult<ResultSet> {
    guard let context else { return SourceResult(value: resultSet) }
    if case .discovery(let discovered) = resultSet.films {
      return try await loadFilms(indices.upperBound, of: discovered, in: resultSet, context)
    }
    guard case .search(let search) = resultSet.films else { return SourceResult(value: resultSet) }
    var loaded = SourceResult(value: resultSet)
    while case let numbers = loaded.value.missingPages(for: indices), !numbers.isEmpty {
      let results = try await numbers.concurrentMap(
        maximumTasks: ResultSet.PagedSearch.maximumRequests
      ) { page in
        try await services.search.page(
          page, of: search.query, from: search.origin, revision: search.revision, in: context)
      }
      for result in results { loaded = loaded.after(result) }
      loaded.value.add(zip(numbers, results).map { ($0, $1.value) })
    }
    return loaded
  }
}

extension ResultSet {
  /// Creates the result set of a search whose first page was loaded.
  init(_ firstPage: FirstPage, pageSize: Int) {
    let search = PagedSearch(
      query: firstPage.query, origin: firstPage.origin, pageSize: firstPage.pageSize,
      revision: firstPage.revision, pages: [:])
    self.init(films: .search(search), total: firstPage.page.total, pageSize: pageSize, page: 1)
    add([(1, firstPage.page)])
  }
}

extension FilmSearchViewModel {
  /// Makes the films of local sources that pass a filter the result set, and returns a page of it.
  ///
  /// Without an order, the newest films come first, and among those of a year the best known. Unless the filter
  /// names years, films of years after the current one are left out, and so are films without a year.
  ///
  /// With a condition on certifications, countries, or languages, the films are those with own records, in the
  /// film cache, and in the built-in catalog.
  ///
  /// - Throws: A ``UserFacingError``; the previous result set is kept then.
  package func browse(
    _ filter: FilmFilter, order: FilmOrder?, from source: LocalSource, page: Int, pageSize: Int,
    in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    var filter = filter
    if filter.years == nil {
      filter.years = 0...Calendar(identifier: .gregorian).component(.year, from: context.now)
    }
    let query = SearchQuery(text: "", filter: filter, order: order ?? .newestFirst)
    return try await searching {
      let resultSet = try await resultSet(
        browsing: query, in: source, pageSize: pageSize, context)
      return try await showFound(page, of: resultSet, filter, context)
    }
  }

  /// Returns a page with the plots and published ratings of its films that are available without the network.
  package func addingPlots(to page: ResultPage) async -> ResultPage {
    let films = await services.lookup.localFilms(page.items.map(\.id))
    var page = page
    page.items = page.items.map { item in
      guard let film = films[item.id] else { return item }
      var item = item
      item.film?.plot = film.plot
      item.film?.ratings = film.ratings
      return item
    }
    return page
  }

  private func resultSet(
    browsing query: SearchQuery, in source: LocalSource, pageSize: Int, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    guard query.filter.filtersByDetails else {
      return try await services.search.browse(query, from: source, in: context)
        .map { ResultSet($0, pageSize: pageSize) }
    }
    let films = try await services.search.filmsWithKnownDetails(query, from: source)
    return SourceResult(
      value: ResultSet(
        films: .collection(films.map(\.id)), total: films.count, pageSize: pageSize, page: 1))
  }
}

extension FilmSearchViewModel {
  /// Returns films of the collection, chosen at random from those that match a filter.
  ///
  /// Several films become the result set; the result set is not changed for a single one.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - count: The maximum number of films.
  ///   - seed: A number for which the choice from the same films is always the same; `nil` for any choice.
  ///   - context: The context of the command.
  /// - Returns: The films in random order; fewer than `count` if fewer match.
  /// - Throws: ``DomainError/unknownPerson(_:near:)``, ``StoreError/noSuchList(name:near:)``.
  package func randomFilms(
    matching filter: FilmFilter, count: Int, seed: UInt64?, in context: CommandContext
  ) async throws -> [FilmItem] {
    try await services.cache.refill()
    let query = CollectionQuery(filter, order: FilmOrder(.added), now: context.now)
    let matches = try await database.openForReading().collection.ids(matching: query).sorted()
    if matches.isEmpty { try await filterCheck.requireKnownPeople(filter) }
    var generator = SeededGenerator(seed: seed ?? .random(in: .min ... .max), stream: 0)
    let ids = Array(matches.shuffled(using: &generator).prefix(count))
    guard count > 1 else { return try await assembler.collectionItems(ids) }
    let resultSet = ResultSet(
      films: .collection(ids), total: ids.count, pageSize: max(1, ids.count), page: 1)
    return try await show(1, of: resultSet, isNew: true, context).value.items
  }
}
