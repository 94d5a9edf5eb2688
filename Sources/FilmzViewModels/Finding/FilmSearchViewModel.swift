package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Searches for films, lists the collection, and pages through the results.
package struct FilmSearchViewModel: Sendable {
  let services: FilmServices
  let database: CollectionDatabase
  private let state: BrowsingState
  let assembler: FilmItemAssembler
  /// Checks that the genres and people of a filter are known.
  package let filterCheck: FilterCheck

  package init(services: FilmServices, database: CollectionDatabase, state: BrowsingState) {
    (self.services, self.database, self.state) = (services, database, state)
    assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    filterCheck = FilterCheck(sources: services.sources, database: database)
  }

  // MARK: - Searches

  /// Searches for films, stores those it finds as the result set, and returns a page of it.
  ///
  /// Pages are numbered from 1 and have up to `pageSize` films.
  ///
  /// - Throws: A ``UserFacingError``; the previous result set is kept then.
  package func search(
    _ query: SearchQuery, from choice: SourceChoice, page: Int, pageSize: Int,
    in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    let hasFilterOnly = query.plainText.isEmpty && !query.filter.isEmpty
    guard query.isSearchable || hasFilterOnly else { throw ViewModelError.nothingToSearch }
    return try await searching {
      let resultSet = try await resultSet(for: query, from: choice, pageSize: pageSize, context)
      return try await showFound(page, of: resultSet, query.filter, context)
    }
  }

  /// Shows a page of a new result set of a search, and selects the film if it is the only one.
  ///
  /// - Throws: ``DomainError/unknownPerson(_:near:)`` if nothing was found; the errors of loading the page.
  func showFound(
    _ page: Int, of resultSet: SourceResult<ResultSet>, _ filter: FilmFilter,
    _ context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    if resultSet.value.total == 0 { try await filterCheck.requireKnownPeople(filter) }
    let shownPage = try await show(page, of: resultSet.value, isNew: true, context)
    if shownPage.value.total == 1, !shownPage.value.isTotalEstimated,
      let film = shownPage.value.items.first
    {
      await state.select(film.id, name: film.name)
    }
    return shownPage.after(resultSet)
  }

  /// Runs a search, and sets the status of the session before it and after an error.
  func searching<Value: Sendable>(
    _ search: () async throws -> Value
  ) async throws -> Value {
    let previousStatus = await state.beginSearch()
    do {
      return try await search()
    } catch {
      let isUnavailable = (error as? any UserFacingError)?.exitCategory == .unavailable
      await state.endSearch(isUnavailable ? .failed : previousStatus)
      throw error
    }
  }

  /// The names of all ``SourceChoice`` values.
  package var sourceChoiceNames: [String] { services.sources.choiceNames }

  /// Returns the choice of sources with a name, or `nil` if it is not one of ``sourceChoiceNames``.
  package func sourceChoice(named name: String) -> SourceChoice? {
    services.sources.choice(named: name)
  }

  /// Returns how the user can include further sources in a search; `nil` if there is no way.
  ///
  /// Also returns `nil` if the user chose the source, if no service supports the query, or if the
  /// text is too short for services.
  package func remedyForSkippedSources(
    _ query: SearchQuery, from choice: SourceChoice, in context: CommandContext
  ) async -> Remedy? {
    guard choice == .auto, !query.isShort,
      services.sources.networkSources.contains(where: {
        $0.unsupportedQueryError(for: query) == nil
      })
    else { return nil }
    return await services.sources.remedyForSkippedSources(in: context)
  }

  // MARK: - Paging

  /// Returns the next page.
  ///
  /// If `prefetching` is `true`, the page that follows the returned page is fetched in the
  /// background.
  package func nextPage(
    in context: CommandContext, prefetching: Bool = false
  ) async throws -> SourceResult<ResultPage> {
    let resultSet = try await currentResultSet()
    let shownPage = try await show(resultSet.page + 1, of: resultSet, context)
    if prefetching { await prefetch(in: context) }
    return shownPage.map { page in
      var page = page
      if case .noSuchPage = page.outOfRange { page.outOfRange = .pastEnd }
      return page
    }
  }

  /// Returns the page before the current one.
  package func previousPage(in context: CommandContext) async throws -> SourceResult<ResultPage> {
    let resultSet = try await currentResultSet()
    return try await show(resultSet.page - 1, of: resultSet, context)
  }

  /// Returns a page of the result set by its number, from 1.
  package func page(
    _ page: Int, in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    try await show(page, of: try await currentResultSet(), context)
  }

  /// Returns the page that was shown last, with the current entries of its films, and with a
  /// warning if the last search failed.
  package func results(
    in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    let resultSet = try await currentResultSet()
    let failedSearch = SourceResult(
      value: (),
      warnings: await state.searchStatus == .failed
        ? [
          .problem(
            "the last search failed; these are the results of the search before it", .retrySearch)
        ] : [])
    return try await show(resultSet.page, of: resultSet, context).after(failedSearch)
  }

  /// Returns to the result set before the current one, and returns the page of it that was shown
  /// last, with the current entries of its films.
  ///
  /// - Throws: ``ViewModelError/noEarlierResults``.
  package func back(in context: CommandContext) async throws -> SourceResult<ResultPage> {
    guard let earlier = await state.resultSetBefore() else { throw ViewModelError.noEarlierResults }
    await state.goBack(to: earlier)
    return try await show(earlier.page, of: earlier, context)
  }

  // MARK: - Lists

  /// Lists films of the collection, makes the list the result set, and returns a page of it.
  ///
  /// Pages are numbered from 1; without a page size, one page has all films. If there is a page
  /// size and `replacesResultSet` is `false`, only the films of the page are read, and the result set is
  /// not changed.
  ///
  /// - Throws: A ``UserFacingError``.
  package func list(
    _ query: CollectionQuery, page: Int, pageSize: Int?, replacesResultSet: Bool = true,
    in context: CommandContext? = nil
  ) async throws -> ResultPage {
    try await services.cache.refill()
    let collection = try await database.openForReading().collection
    guard replacesResultSet || pageSize == nil else {
      var fetched = try await fetchPage(page, of: query, in: collection, pageSize: pageSize ?? 1)
      fetched.items = await assembler.addingDetails(to: fetched.items, context)
      return fetched
    }
    let list = try await collection.find(query)
    if list.total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
    let resultSet = ResultSet(
      films: .collection(list.ids), total: list.total,
      pageSize: pageSize ?? max(1, list.total), page: 1)
    var shownPage = try await show(page, of: resultSet, isNew: true, context).value
    shownPage.filmsWithoutFacts = list.filmsWithoutFacts
    shownPage.hidden += list.hidden
    return shownPage
  }

  /// Makes films of the collection the result set, in the given order, and returns a page of it.
  func list(
    _ films: [FilmID], page: Int, pageSize: Int?, in context: CommandContext
  ) async throws -> ResultPage {
    let resultSet = ResultSet(
      films: .collection(films), total: films.count, pageSize: pageSize ?? max(1, films.count),
      page: 1)
    return try await show(page, of: resultSet, isNew: true, context).value
  }

  private func fetchPage(
    _ page: Int, of query: CollectionQuery, in collection: CollectionStore, pageSize: Int
  ) async throws -> ResultPage {
    let start = (page - 1) * pageSize
    let list = try await collection.find(query, page: start..<start + pageSize)
    if list.total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
    var items = try await assembler.collectionItems(list.ids)
    for index in items.indices { items[index].number = start + index + 1 }
    let pageCount = max(1, (list.total + pageSize - 1) / pageSize)
    return ResultPage(
      items: items, total: list.total, page: page, pageCount: pageCount,
      outOfRange: page > pageCount ? .noSuchPage(page) : .none,
      filmsWithoutFacts: list.filmsWithoutFacts, hidden: list.hidden)
  }

  // MARK: - Pages

  private func currentResultSet() async throws -> ResultSet {
    let hasFailed = await state.searchStatus == .failed
    guard let resultSet = await state.resultSet, !hasFailed || resultSet.total > 0 else {
      throw ViewModelError.nothingToPage(hasFailed: hasFailed)
    }
    return resultSet
  }

  /// Loads a page of a result set, and makes it the current page of the session.
  ///
  /// If the page is beyond an end of the result set, the current page does not change, and the
  /// returned page is empty. If films of the page cannot be loaded, the result set of the session
  /// is not changed. If `isNew` is `true`, the result set before it can be returned to.
  func show(
    _ page: Int, of resultSet: ResultSet, isNew: Bool = false, _ context: CommandContext?
  ) async throws -> SourceResult<ResultPage> {
    var loaded = SourceResult(value: resultSet)
    if resultSet.mayHavePage(page) {
      loaded = try await loadFilms(at: resultSet.range(ofPage: page), of: resultSet, context)
    }
    // Loading may have changed the number of pages.
    guard page == 1 || (1...loaded.value.pageCount).contains(page) else {
      await state.replaceResultSet(loaded.value, isNew: isNew)
      return loaded.map { $0.emptyPage(page < 1 ? .beforeStart : .noSuchPage(page)) }
    }
    loaded.value.page = page
    let allItems = try await self.items(at: loaded.value.range(ofPage: page), of: loaded.value)
    let items = await assembler.addingDetails(to: allItems.filter { !$0.isHidden }, context)
    await state.replaceResultSet(loaded.value, isNew: isNew)
    return loaded.map {
      var shownPage = ResultPage(
        items: items, total: $0.total, isTotalEstimated: $0.isTotalEstimated, page: page,
        pageCount: $0.pageCount)
      shownPage.person = $0.person(onPage: page)
      shownPage.hidden = allItems.count - items.count
      return shownPage
    }
  }

  /// Starts fetching a page of the source: the first one that contains films of the next page and
  /// has not been loaded.
  private func prefetch(in context: CommandContext) async {
    guard let resultSet = await state.resultSet, case .search(let search) = resultSet.films,
      resultSet.mayHavePage(resultSet.page + 1),
      let page = resultSet.missingPages(for: resultSet.range(ofPage: resultSet.page + 1)).first
    else { return }
    await services.search.prefetch(
      page, of: search.query, from: search.origin, in: context)
  }

  private func items(at indices: Range<Int>, of resultSet: ResultSet) async throws -> [FilmItem] {
    let films = resultSet.loadedFilms(at: indices)
    var items: [FilmItem]
    switch resultSet.films {
    case .collection: items = try await assembler.collectionItems(films.map(\.id))
    case .published(let list):
      items = list.completing(try await assembler.collectionItems(films.map(\.id)), of: films)
    case .search, .discovery:
      items = try await assembler.addingPossibleEntries(
        to: try await assembler.items(films.map { ($0.id, $0.film) }),
        among: resultSet.possibleFilms)
    }
    for (index, film) in films.enumerated() {
      items[index].number = film.index + 1
      items[index].match = resultSet.match(of: film.id)
    }
    return items
  }
}

extension FilmSearchViewModel {
  /// Returns whether a film of the collection has a title, or a film of the catalog has a title that
  /// begins with these words.
  ///
  /// Case, accents, and punctuation are ignored. Returns `false` if the data cannot be read.
  package func knowsTitle(beginningWith text: String, in context: CommandContext) async -> Bool {
    let key = TextFolding.key(text)
    guard !key.isEmpty else { return false }
    let captions = try? await database.openForReading().collection.captions(
      titleKey: key, isPrefix: false)
    if captions?.isEmpty == false { return true }
    let result = try? await services.search.search(
      SearchQuery(text: text), from: .catalog, in: context)
    return result?.value.page.films.contains {
      TextFolding.isPrefix(key + " ", of: $0.title)
    } ?? false
  }
}

extension FilmSearchViewModel {
  /// Lists the skipped films that match a query, makes the list the result set, and returns a page of it.
  ///
  /// - Throws: ``DomainError/notForSkippedFilms(_:)`` or ``DomainError/unknownSortKey(_:known:)`` if skipped
  ///   films have no data for a condition or a sort key; any other ``UserFacingError``.
  package func listSkippedFilms(
    _ query: CollectionQuery, page: Int, pageSize: Int?, in context: CommandContext
  ) async throws -> ResultPage {
    try query.requireDataOfSkippedFilms()
    let films = try await database.openForReading().collection.skippedFilms()
    if query.filter == .allSkipped, query.order == FilmFilter().defaultOrder {
      return try await list(films.map(\.id), page: page, pageSize: pageSize, in: context)
    }
    let items = try await assembler.collectionItems(films.map(\.id))
    let matches = SkippedFilmList(items).items(matching: query)
    if matches.isEmpty { try await filterCheck.requireKnownPeople(query.filter) }
    return try await list(matches.map(\.id), page: page, pageSize: pageSize, in: context)
  }
}
