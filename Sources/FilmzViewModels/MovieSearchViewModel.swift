package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Searching, and moving in what was found.
package struct MovieSearchViewModel: Sendable {
  private let service: CachedSearchService
  private let library: Library
  private let state: BrowsingState
  private let items: ItemLoader

  package init(service: CachedSearchService, library: Library, state: BrowsingState) {
    self.service = service
    self.library = library
    self.state = state
    items = ItemLoader(library: library, service: service)
  }

  // MARK: - What the user does

  /// Searches, and makes what is found the result set.
  ///
  /// Pages count from 1, and have `pageSize` rows. Throws a ``Failure``; the result set of before
  /// stays then.
  package func search(
    _ query: SearchQuery, in choice: SourceChoice, page: Int, pageSize: Int, offline: Bool
  ) async throws -> Answer<ResultPage> {
    guard query.isSearchable else { throw ViewModelError.nothingToSearch }
    if let id = FilmID(query.text) {
      return try await search(for: id, pageSize: pageSize, offline: offline)
    }
    let found = try await service.search(query, page: 1, in: choice, offline: offline)
    let resultSet = ResultSet(
      content: .search(
        found.value.query, found.value.source, pages: [1: found.value.page.films]),
      total: found.value.page.total, pageSize: pageSize, page: 1)
    return Answer(value: try await show(page, of: resultSet), warnings: found.warnings)
  }

  package func nextPage() async throws -> ResultPage {
    let resultSet = try await current()
    return try await show(resultSet.page + 1, of: resultSet)
  }

  package func previousPage() async throws -> ResultPage {
    let resultSet = try await current()
    return try await show(resultSet.page - 1, of: resultSet)
  }

  package func page(_ page: Int) async throws -> ResultPage {
    try await show(page, of: try await current())
  }

  /// The page that was shown last, with fresh marks.
  package func results() async throws -> ResultPage {
    let resultSet = try await current()
    return try await show(resultSet.page, of: resultSet)
  }

  /// Lists films of the collection, and makes the list the result set.
  package func list(_ query: CollectionQuery, page: Int, pageSize: Int?) async throws -> ResultPage
  {
    try await service.refillCache()
    let ids = try await library.reading().collection.ids(matching: query)
    let resultSet = ResultSet(
      content: .collection(ids), total: ids.count, pageSize: pageSize ?? max(1, ids.count), page: 1)
    return try await show(page, of: resultSet)
  }

  // MARK: - Pages

  private func current() async throws -> ResultSet {
    guard let resultSet = await state.resultSet else { throw ViewModelError.nothingToPage }
    return resultSet
  }

  /// Loads a page and stays on it; beyond the ends the position is kept and nothing is shown.
  private func show(_ page: Int, of resultSet: ResultSet) async throws -> ResultPage {
    var resultSet = resultSet
    guard page == 1 || (1...resultSet.pageCount).contains(page) else {
      await state.replaceResultSet(resultSet)
      return ResultPage(
        items: [], total: resultSet.total, page: resultSet.page, pageCount: resultSet.pageCount,
        edge: page < 1 ? .beforeStart : .pastEnd)
    }
    let places = resultSet.range(ofPage: page)
    resultSet = try await loading(resultSet, places)
    resultSet.page = page
    let shown = try await rows(of: resultSet, places)
    await state.replaceResultSet(resultSet)
    return ResultPage(
      items: shown, total: resultSet.total, page: page, pageCount: resultSet.pageCount)
  }

  private func loading(_ resultSet: ResultSet, _ places: Range<Int>) async throws -> ResultSet {
    guard case .search(let query, let source, var pages) = resultSet.content else {
      return resultSet
    }
    var resultSet = resultSet
    for page in resultSet.missingPages(for: places) {
      pages[page] = try await service.page(page, of: query, from: source).films
    }
    resultSet.content = .search(query, source, pages: pages)
    return resultSet
  }

  private func rows(of resultSet: ResultSet, _ places: Range<Int>) async throws -> [FilmItem] {
    let found = resultSet.loaded(places)
    var rows: [FilmItem]
    if case .collection = resultSet.content {
      rows = try await listed(found.map(\.id))
    } else {
      rows = try await items.items(found.map { ($0.id, $0.film) })
    }
    for (index, row) in found.enumerated() { rows[index].index = row.place + 1 }
    return rows
  }

  /// Rows of the collection; a film that was removed since stays in its place, unmarked.
  private func listed(_ ids: [FilmID]) async throws -> [FilmItem] {
    let listed = try await library.reading().collection.listed(ids)
    let byID = Dictionary(listed.map { ($0.entry.id, $0) }) { first, _ in first }
    let gone = ids.filter { byID[$0] == nil }
    let films = gone.isEmpty ? [:] : await service.localFilms(gone)
    return ids.map { id in
      FilmItem(id: id, film: byID[id]?.film ?? films[id], entry: byID[id]?.entry)
    }
  }

  private func search(for id: FilmID, pageSize: Int, offline: Bool) async throws
    -> Answer<ResultPage>
  {
    let found = try await service.film(id, offline: offline)
    let source = FixedSource(films: [found.value])
    let resultSet = ResultSet(
      content: .search(SearchQuery(text: id.rawValue), source, pages: [1: [found.value]]),
      total: 1, pageSize: pageSize, page: 1)
    return Answer(value: try await show(1, of: resultSet), warnings: found.warnings)
  }
}

/// Films that were found already.
private struct FixedSource: FilmSource {
  let films: [Film]
  let name = "the film cache"
  let pageSize: Int? = nil

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    SearchPage(films: films, total: films.count)
  }

  func film(id: FilmID) async throws -> Film? { films.first { $0.id == id } }

  func films(titled title: String, year: Int?) async throws -> [Film] { [] }
}
