import FilmzDomain
import FilmzServices

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
