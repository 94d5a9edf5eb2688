package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Searching, and moving in what was found.
package struct MovieSearchViewModel: Sendable {
  private let service: CachedSearchService
  private let library: Library
  private let state: BrowsingState
  private let items: ItemLoader
  /// Tells whether what a filter names is known here.
  package let filterCheck: FilterCheck

  package init(service: CachedSearchService, library: Library, state: BrowsingState) {
    self.service = service
    self.library = library
    self.state = state
    items = ItemLoader(library: library, service: service)
    filterCheck = FilterCheck(service: service, library: library)
  }

  // MARK: - What the user does

  /// Searches, and makes what is found the result set.
  ///
  /// Pages count from 1, and have `pageSize` rows. Throws a ``Failure``; the result set of before
  /// stays then.
  package func search(
    _ query: SearchQuery, in choice: SourceChoice, page: Int, pageSize: Int, offline: Bool
  ) async throws -> Answer<ResultPage> {
    guard !query.plainText.isEmpty || !query.filter.isEmpty else {
      throw ViewModelError.nothingToSearch
    }
    let phase = await state.beginSearch()
    do {
      let found = try await found(query, in: choice, pageSize: pageSize, offline: offline)
      if found.value.total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
      let shown = try await show(page, of: found.value, offline: offline)
      return shown.after(found)
    } catch {
      let isUnanswered = (error as? any Failure)?.kind == .unavailable
      await state.endSearch(isUnanswered ? .failed : phase)
      throw error
    }
  }

  /// Why a search found nothing only because somebody could not be asked, if that is so.
  package func unaskedHint(_ query: SearchQuery, in choice: SourceChoice, offline: Bool) async
    -> String?
  {
    guard choice == .auto, query.isForOMDb else { return nil }
    return await service.unaskedHint(offline: offline)
  }

  /// How many films this machine knows of people who are called so; none also where it cannot tell.
  package func filmCount(ofPerson name: String) async -> Int {
    var query = SearchQuery(text: "")
    query.filter.people = [name]
    // This is a hint: what is wrong with a catalog was told by the search before.
    return (try? await service.search(query, in: .catalog, offline: true))?.value.page.total ?? 0
  }

  /// The next page; in a shell the one behind it is fetched while the user reads.
  package func nextPage(offline: Bool, prefetching: Bool = false) async throws
    -> Answer<ResultPage>
  {
    let resultSet = try await current()
    let shown = try await show(resultSet.page + 1, of: resultSet, offline: offline)
    if prefetching, !offline { await prefetch() }
    return shown
  }

  package func previousPage(offline: Bool) async throws -> Answer<ResultPage> {
    let resultSet = try await current()
    return try await show(resultSet.page - 1, of: resultSet, offline: offline)
  }

  package func page(_ page: Int, offline: Bool) async throws -> Answer<ResultPage> {
    try await show(page, of: try await current(), offline: offline)
  }

  /// The page that was shown last, with fresh marks.
  package func results(offline: Bool) async throws -> Answer<ResultPage> {
    let resultSet = try await current()
    let earlier = Answer(
      value: (),
      warnings: await state.phase == .failed
        ? ["the last search failed, `retry` runs it again; these are the results of before"] : [])
    return try await show(resultSet.page, of: resultSet, offline: offline).after(earlier)
  }

  /// Lists films of the collection, and makes the list the result set.
  ///
  /// Pages count from 1; without a size there is one that holds all. Where nobody can speak of the
  /// films by number later, only those of the page are looked for, and no results are kept. Throws a
  /// ``Failure``.
  package func list(
    _ query: CollectionQuery, page: Int, pageSize: Int?, keepsResults: Bool = true
  ) async throws -> ResultPage {
    try await service.refillCache()
    let collection = try await library.reading().collection
    guard keepsResults || pageSize == nil else {
      return try await onlyPage(page, of: query, in: collection, pageSize: pageSize ?? 1)
    }
    let found = try await collection.find(query)
    if found.total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
    let resultSet = ResultSet(
      content: .collection(found.ids), total: found.total,
      pageSize: pageSize ?? max(1, found.total), page: 1)
    var shown = try await show(page, of: resultSet, offline: true).value
    shown.withoutFacts = found.withoutFacts
    return shown
  }

  private func onlyPage(
    _ page: Int, of query: CollectionQuery, in collection: CollectionStore, pageSize: Int
  ) async throws -> ResultPage {
    let start = (page - 1) * pageSize
    let found = try await collection.find(query, page: start..<start + pageSize)
    if found.total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
    var items = try await listed(found.ids)
    for index in items.indices { items[index].index = start + index + 1 }
    let count = max(1, (found.total + pageSize - 1) / pageSize)
    return ResultPage(
      items: items, total: found.total, page: page, pageCount: count,
      edge: page > count ? .pastEnd : .none, withoutFacts: found.withoutFacts)
  }

  // MARK: - Pages

  private func current() async throws -> ResultSet {
    let hasFailed = await state.phase == .failed
    guard let resultSet = await state.resultSet, !hasFailed || resultSet.total > 0 else {
      throw ViewModelError.nothingToPage(hasFailed: hasFailed)
    }
    return resultSet
  }

  /// Loads a page and stays on it; beyond the ends the position is kept and nothing is shown.
  ///
  /// Where a page cannot be loaded, everything is left as it was.
  private func show(
    _ page: Int, of resultSet: ResultSet, offline: Bool
  ) async throws -> Answer<ResultPage> {
    var loaded = Answer(value: resultSet)
    if (1...resultSet.pageCount).contains(page) {
      loaded = try await loading(resultSet, resultSet.range(ofPage: page), offline: offline)
    }
    // Asked again, because a source may end before what it said.
    guard page == 1 || (1...loaded.value.pageCount).contains(page) else {
      await state.replaceResultSet(loaded.value)
      return loaded.map { $0.edge(page < 1 ? .beforeStart : .pastEnd) }
    }
    loaded.value.page = page
    let shown = try await rows(of: loaded.value, loaded.value.range(ofPage: page))
    await state.replaceResultSet(loaded.value)
    return loaded.map {
      ResultPage(items: shown, total: $0.total, page: page, pageCount: $0.pageCount)
    }
  }

  private func loading(
    _ resultSet: ResultSet, _ places: Range<Int>, offline: Bool
  ) async throws -> Answer<ResultSet> {
    guard case .search(var search) = resultSet.content else { return Answer(value: resultSet) }
    var loaded = Answer(value: resultSet)
    let missing = resultSet.missingPages(for: places)
    let answers = try await missing.concurrently(atMost: 4) { [search] page in
      try await service.page(
        page, of: search.query, from: search.origin, edition: search.edition, offline: offline)
    }
    for (page, answer) in zip(missing, answers) {
      search.pages[page] = answer.value.films
      loaded = loaded.after(answer)
      if answer.value.films.isEmpty, let size = search.pageSize {
        loaded.value.shrink(to: (page - 1) * size)
      }
    }
    loaded.value.content = .search(search)
    return loaded
  }

  /// Gets the first page of the source that the next page needs, behind the prompt.
  private func prefetch() async {
    guard let resultSet = await state.resultSet, case .search(let search) = resultSet.content,
      resultSet.page < resultSet.pageCount,
      let page = resultSet.missingPages(for: resultSet.range(ofPage: resultSet.page + 1)).first
    else { return }
    await service.prefetch(page, of: search.query, from: search.origin)
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
    let known = try await library.reading().collection.known(ids)
    let gone = known.filter { $0.listed == nil }.map(\.id)
    let films = gone.isEmpty ? [:] : await service.localFilms(gone)
    return known.map { id, listed in
      FilmItem(id: id, film: listed?.film ?? films[id], entry: listed?.entry)
    }
  }

  // MARK: - What a search finds

  private func found(
    _ query: SearchQuery, in choice: SourceChoice, pageSize: Int, offline: Bool
  ) async throws -> Answer<ResultSet> {
    if let id = FilmID(query.text) {
      // Who names the catalog wants nobody asked over the network, for an id neither.
      return try await found(
        id, pageSize: pageSize, offline: offline || choice == .catalog)
    }
    let found = try await service.search(query, in: choice, offline: offline)
    return found.map { found in
      let search = ResultSet.Search(
        query: found.query, origin: found.origin, pageSize: found.pageSize,
        edition: found.edition, pages: [1: found.page.films])
      return ResultSet(
        content: .search(search), total: found.page.total, pageSize: pageSize, page: 1)
    }
  }

  private func found(_ id: FilmID, pageSize: Int, offline: Bool) async throws
    -> Answer<ResultSet>
  {
    let found = try await service.film(id, offline: offline)
    return found.map { film in
      let search = ResultSet.Search(
        query: SearchQuery(text: id.rawValue), origin: film.origin, pageSize: nil,
        pages: [1: [film]])
      return ResultSet(content: .search(search), total: 1, pageSize: pageSize, page: 1)
    }
  }
}
