package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Searching, and moving in what was found.
package struct FilmSearchViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase
  private let state: BrowsingState
  private let items: FilmItemAssembler
  /// Tells whether what a filter names is known here.
  package let filterCheck: FilterCheck

  package init(services: FilmServices, database: CollectionDatabase, state: BrowsingState) {
    self.services = services
    self.database = database
    self.state = state
    items = FilmItemAssembler(database: database, lookup: services.lookup)
    filterCheck = FilterCheck(sources: services.sources, database: database)
  }

  // MARK: - What the user does

  /// Searches, and makes what is found the result set.
  ///
  /// Pages count from 1, and have `pageSize` rows. Throws a ``UserFacingError``; the result set of before
  /// stays then.
  package func search(
    _ query: SearchQuery, from choice: SourceChoice, page: Int, pageSize: Int,
    in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    guard !query.plainText.isEmpty || !query.filter.isEmpty else {
      throw ViewModelError.nothingToSearch
    }
    let phase = await state.beginSearch()
    do {
      let found = try await found(query, from: choice, pageSize: pageSize, context)
      if found.value.total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
      let shown = try await show(page, of: found.value, context)
      return shown.after(found)
    } catch {
      let isUnanswered = (error as? any UserFacingError)?.kind == .unavailable
      await state.endSearch(isUnanswered ? .failed : phase)
      throw error
    }
  }

  /// The words that name sources.
  package var sourceChoices: [String] { services.sources.choices }

  /// Returns the choice of sources that a word stands for; `nil` if it is none of ``sourceChoices``.
  package func sourceChoice(named name: String) -> SourceChoice? {
    services.sources.choice(named: name)
  }

  /// Returns what can be done so that a search that found nothing asks more sources; `nil` if all were
  /// asked that could answer it.
  package func remedyForUnasked(
    _ query: SearchQuery, from choice: SourceChoice, in context: CommandContext
  ) async -> Remedy? {
    guard choice == .auto, !query.isShort,
      services.sources.network.contains(where: { $0.refusal(of: query) == nil })
    else { return nil }
    return await services.sources.remedyForUnasked(in: context)
  }

  /// Returns how many films this machine knows of people with a name; 0 also if it cannot tell.
  package func filmCount(ofPerson name: String, in context: CommandContext) async -> Int {
    var query = SearchQuery(text: "")
    query.filter.people = [name]
    // This is a hint: what is wrong with a catalog was told by the search before.
    let found = try? await services.search.search(query, from: .catalog, in: context)
    return found?.value.page.total ?? 0
  }

  /// The next page; in a shell the one behind it is fetched while the user reads.
  package func nextPage(
    in context: CommandContext, prefetching: Bool = false
  ) async throws -> SourceResult<ResultPage> {
    let resultSet = try await current()
    let shown = try await show(resultSet.page + 1, of: resultSet, context)
    if prefetching { await prefetch(in: context) }
    return shown
  }

  package func previousPage(
    in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    let resultSet = try await current()
    return try await show(resultSet.page - 1, of: resultSet, context)
  }

  package func page(
    _ page: Int, in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    try await show(page, of: try await current(), context)
  }

  /// The page that was shown last, with fresh marks.
  package func results(
    in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    let resultSet = try await current()
    let earlier = SourceResult(
      value: (),
      warnings: await state.phase == .failed
        ? [
          .trouble(
            "the last search failed, `retry` runs it again; these are the results of before")
        ] : [])
    return try await show(resultSet.page, of: resultSet, context).after(earlier)
  }

  /// Lists films of the collection, and makes the list the result set.
  ///
  /// Pages count from 1; without a size there is one that holds all. Where nobody can speak of the
  /// films by number later, only those of the page are looked for, and no results are kept. Throws a
  /// ``UserFacingError``.
  package func list(
    _ query: CollectionQuery, page: Int, pageSize: Int?, keepsResults: Bool = true
  ) async throws -> ResultPage {
    try await services.cache.refill()
    let collection = try await database.openForReading().collection
    guard keepsResults || pageSize == nil else {
      return try await onlyPage(page, of: query, in: collection, pageSize: pageSize ?? 1)
    }
    let found = try await collection.find(query)
    if found.total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
    let resultSet = ResultSet(
      content: .collection(found.ids), total: found.total,
      pageSize: pageSize ?? max(1, found.total), page: 1)
    var shown = try await show(page, of: resultSet, nil).value
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
    _ page: Int, of resultSet: ResultSet, _ context: CommandContext?
  ) async throws -> SourceResult<ResultPage> {
    var loaded = SourceResult(value: resultSet)
    if (1...resultSet.pageCount).contains(page) {
      loaded = try await loading(resultSet, resultSet.range(ofPage: page), context)
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
    _ resultSet: ResultSet, _ places: Range<Int>, _ context: CommandContext?
  ) async throws -> SourceResult<ResultSet> {
    guard case .search(var search) = resultSet.content, let context else {
      return SourceResult(value: resultSet)
    }
    var loaded = SourceResult(value: resultSet)
    let missing = resultSet.missingPages(for: places)
    let answers = try await missing.concurrently(atMost: 4) { [search] page in
      try await services.search.page(
        page, of: search.query, from: search.origin, revision: search.revision, in: context)
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
  private func prefetch(in context: CommandContext) async {
    guard let resultSet = await state.resultSet, case .search(let search) = resultSet.content,
      resultSet.page < resultSet.pageCount,
      let page = resultSet.missingPages(for: resultSet.range(ofPage: resultSet.page + 1)).first
    else { return }
    await services.search.prefetch(
      page, of: search.query, from: search.origin, in: context)
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
    let known = try await database.openForReading().collection.known(ids)
    let gone = known.filter { $0.listed == nil }.map(\.id)
    let films = gone.isEmpty ? [:] : await services.lookup.localFilms(gone)
    return known.map { id, listed in
      FilmItem(id: id, film: listed?.film ?? films[id], entry: listed?.entry)
    }
  }

  // MARK: - What a search finds

  private func found(
    _ query: SearchQuery, from choice: SourceChoice, pageSize: Int, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    if let id = FilmID(query.text) {
      return try await found(id, from: choice, pageSize: pageSize, context)
    }
    let found = try await services.search.search(query, from: choice, in: context)
    return found.map { found in
      let search = ResultSet.Search(
        query: found.query, origin: found.origin, pageSize: found.pageSize,
        revision: found.revision, pages: [1: found.page.films])
      return ResultSet(
        content: .search(search), total: found.page.total, pageSize: pageSize, page: 1)
    }
  }

  private func found(
    _ id: FilmID, from choice: SourceChoice, pageSize: Int, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    // With `--source catalog` no service is asked for an id either.
    let context = choice == .catalog ? context.offline : context
    let found = try await services.lookup.film(id, from: choice, in: context)
    return found.map { film in
      let search = ResultSet.Search(
        query: SearchQuery(text: id.rawValue), origin: film.origin, pageSize: nil,
        pages: [1: [film]])
      return ResultSet(content: .search(search), total: 1, pageSize: pageSize, page: 1)
    }
  }
}
