package import FilmzDomain
import FilmzServices
import FilmzStore

/// Searches for films, lists the collection, and pages through the results.
package struct FilmSearchViewModel: ViewModel {
  let viewModels: ViewModels

  // MARK: - Searches

  /// Searches for films, makes them the result set, and returns a page of it.
  ///
  /// Pages are numbered from 1 and have up to `pageSize` films.
  ///
  /// - Throws: A ``UserFacingError``; the previous result set is kept then.
  package func search(
    _ query: SearchQuery, from choice: SourceChoice, page: Int, pageSize: Int, in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    let hasFilterOnly = query.plainText.isEmpty && !query.filter.isEmpty
    if !query.isSearchable, !hasFilterOnly, try await !isTitle(query.plainText) { throw ViewModelError.nothingToSearch }
    return try await searching {
      let resultSet = try await resultSet(for: query, from: choice, pageSize: pageSize, context)
      return try await showFound(page, of: resultSet, query.filter, context)
    }
  }

  /// Returns whether a text without letters and digits is a title, such as `$`, of a film of the collection or the catalog.
  func isTitle(_ text: String) async throws -> Bool {
    let key = TextFolding.titleKey(text)
    guard !key.isEmpty else { return false }
    let captions = try await database.openForReading().collection.captions(titleKey: key, isPrefix: false)
    guard captions.isEmpty else { return true }
    return try await !services.sources.withCatalog { try await $0.films(titled: text, year: nil) }.value.isEmpty
  }

  /// Shows a page of a new result set of a search; if the search found only one film, and not by a similar spelling,
  /// selects it.
  ///
  /// - Throws: ``DomainError/unknownPerson(_:near:)`` if nothing was found; the errors of loading the page.
  func showFound(_ page: Int, of resultSet: SourceResult<ResultSet>, _ filter: FilmFilter, _ context: CommandContext)
    async throws -> SourceResult<ResultPage>
  {
    if resultSet.value.total == 0 { try await filterCheck.requireKnownPeople(filter) }
    let shownPage = try await show(page, of: resultSet.value, isNew: true, context)
    if shownPage.value.total == 1, !shownPage.value.isTotalEstimated, let film = shownPage.value.items.first,
      await state.implicitSelection == film.id
    {
      await state.select(film.id, name: film.name)
    }
    return shownPage.after(resultSet)
  }

  /// Runs a search with the search status set to loading.
  ///
  /// If it throws an error, the status becomes failed if a source was unavailable, and otherwise the previous one.
  func searching<Value: Sendable>(_ search: () async throws -> Value) async throws -> Value {
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
  package func sourceChoice(named name: String) -> SourceChoice? { services.sources.choice(named: name) }

  /// Returns the remedy for a search that did not use all sources.
  ///
  /// Returns `nil` if there is none, if the user chose the source, if no service supports the query, or if the
  /// text is too short for services.
  package func remedyForSkippedSources(
    _ query: SearchQuery, from choice: SourceChoice, in context: CommandContext
  ) async -> Remedy? {
    guard choice == .auto, !query.isShort,
      services.sources.networkSources.contains(where: { $0.unsupportedQueryError(for: query) == nil })
    else { return nil }
    return await services.sources.remedyForSkippedSources(in: context)
  }

  /// Returns the number of films that a local source finds for the text of a query without its filter.
  ///
  /// Returns `nil` if there are none, or if the query has no filter or no text.
  package func countWithoutFilter(
    _ query: SearchQuery, from choice: SourceChoice, in context: CommandContext
  ) async -> Int? {
    guard !query.filter.isEmpty, !query.text.isEmpty else { return nil }
    return await localCount(
      of: SearchQuery(text: query.text, isExact: query.isExact), from: choice == .source(.own) ? choice : .catalog,
      in: context)
  }

  /// Returns the number of films that a local source finds; `nil` if there are none.
  package func localCount(
    of query: SearchQuery, from source: SourceChoice = .catalog, in context: CommandContext
  ) async -> Int? {
    let total = try? await services.search.search(query, from: source, in: context).value.page.total
    return total.flatMap { $0 > 0 ? $0 : nil }
  }

  // MARK: - Paging

  /// Returns the next page.
  ///
  /// If `prefetching` is `true`, the page that follows the returned page is fetched in the
  /// background.
  package func nextPage(in context: CommandContext, prefetching: Bool = false) async throws -> SourceResult<ResultPage>
  {
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
  package func page(_ page: Int, in context: CommandContext) async throws -> SourceResult<ResultPage> {
    try await show(page, of: try await currentResultSet(), context)
  }

  /// Returns the page that was shown last, with the current entries of its films, and with a
  /// warning if the last search failed.
  package func results(in context: CommandContext) async throws -> SourceResult<ResultPage> {
    let resultSet = try await currentResultSet()
    let hasFailed = await state.searchStatus == .failed
    let warning = Warning.problem("the last search failed; these are the results of the search before it", .retrySearch)
    let lastSearch = SourceResult(value: (), warnings: hasFailed ? [warning] : [])
    return try await show(resultSet.page, of: resultSet, context).after(lastSearch)
  }

  /// Goes back to the result set before the current one, and returns its page that was shown last, with the current
  /// entries of the films.
  ///
  /// - Throws: ``ViewModelError/noEarlierResults``.
  package func back(in context: CommandContext) async throws -> SourceResult<ResultPage> {
    guard let earlier = await state.previousResultSet() else { throw ViewModelError.noEarlierResults }
    await state.goBack(to: earlier)
    return try await show(earlier.page, of: earlier, context)
  }

  // MARK: - Lists

  /// Lists films of the collection, makes the list the result set, and returns a page of it.
  ///
  /// Pages are numbered from 1; without a page size, one page has all films. With a page size and without
  /// `replacesResultSet`, only the films of the page are read, and the result set is not changed.
  ///
  /// - Throws: A ``UserFacingError``.
  package func list(
    _ query: CollectionQuery, page: Int, pageSize: Int?, replacesResultSet: Bool = true,
    in context: CommandContext? = nil
  ) async throws -> ResultPage {
    if !replacesResultSet, pageSize != nil, try await database.isKnownToBeEmpty() {
      try await filterCheck.requireKnownPeople(query.filter)
      return ResultPage(
        items: [], total: 0, page: page, pageCount: 1, outOfRange: page > 1 ? .noSuchPage(page) : .none,
        filmsWithoutFacts: 0, hidden: 0)
    }
    try await services.lookup.refillCache()
    let collection = try await database.openForReading().collection
    guard replacesResultSet || pageSize == nil else {
      var fetched = try await fetchPage(page, of: query, in: collection, pageSize: pageSize ?? 1, context)
      fetched.items = await assembler.addingDetails(to: fetched.items, context)
      return fetched
    }
    let list = try await find(query, in: collection, context)
    if list.total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
    var resultSet = ResultSet(
      films: .collection(list.ids), total: list.total, pageSize: pageSize ?? max(1, list.total), page: 1)
    resultSet.isByRuntime = query.isByRuntime ? true : nil
    var shownPage = try await show(page, of: resultSet, isNew: true, context).value
    shownPage.filmsWithoutFacts = list.filmsWithoutFacts
    shownPage.namedFilmsWithoutFacts = list.namedFilmsWithoutFacts
    shownPage.hidden += list.hidden
    shownPage.hiddenWithoutCertification += list.hiddenWithoutCertification
    return shownPage
  }

  /// Returns the films of the collection that match a query, after requesting certifications that are not known.
  private func find(
    _ query: CollectionQuery, in collection: CollectionStore, page: Range<Int>? = nil, _ context: CommandContext?
  ) async throws -> ListResult {
    let list = try await collection.find(query, page: page)
    guard let context, list.hiddenWithoutCertification > 0 else { return list }
    let ids = try await collection.ids(
      withoutCertification: query, first: FilmItemAssembler.maximumRowRequests)
    guard try await !assembler.fetchCertifications(of: ids, in: context).isEmpty else { return list }
    return try await collection.find(query, page: page)
  }

  /// Makes films of the collection the result set, in the given order, and returns a page of it.
  func list(_ films: [FilmID], page: Int, pageSize: Int?, in context: CommandContext) async throws -> ResultPage {
    try await list(.collection(films), count: films.count, page: page, pageSize: pageSize, in: context)
  }

  /// Makes a list of films the result set, and returns a page of it; without a page size, one page has all films.
  func list(
    _ films: ResultSet.Films, count: Int, page: Int, pageSize: Int?, in context: CommandContext?
  ) async throws -> ResultPage {
    let resultSet = ResultSet(films: films, total: count, pageSize: pageSize ?? max(1, count), page: 1)
    return try await show(page, of: resultSet, isNew: true, context).value
  }

  private func fetchPage(
    _ page: Int, of query: CollectionQuery, in collection: CollectionStore, pageSize: Int, _ context: CommandContext?
  ) async throws -> ResultPage {
    let start = (page - 1) * pageSize
    let list = try await find(query, in: collection, page: start..<start + pageSize, context)
    if list.total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
    var items = try await assembler.collectionItems(list.ids)
    for index in items.indices { items[index].number = start + index + 1 }
    let pageCount = max(1, (list.total + pageSize - 1) / pageSize)
    var shownPage = ResultPage(
      items: items, total: list.total, page: page, pageCount: pageCount,
      outOfRange: page > pageCount ? .noSuchPage(page) : .none,
      filmsWithoutFacts: list.filmsWithoutFacts, namedFilmsWithoutFacts: list.namedFilmsWithoutFacts,
      hidden: list.hidden)
    shownPage.hiddenWithoutCertification = list.hiddenWithoutCertification
    shownPage.showsRuntimes = query.isByRuntime
    if pageCount > 1 { shownPage.usedColumns = try await collection.usedColumns(of: nil) }
    return shownPage
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
  /// If the result set has no such page, the current page does not change, and the returned page is empty. If films of
  /// the page cannot be loaded, the result set of the session is not changed. `isNew` is `true` for the result set of a
  /// new search or list; ``back(in:)`` then returns to the present one.
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
    let allItems = try await assembler.requestingCertificationsOfRows(
      try await self.items(at: loaded.value.range(ofPage: page), of: loaded.value), context)
    let hasPlots = loaded.value.hasPlots == true
    let items = await assembler.addingDetails(to: allItems.filter { !$0.isHidden }, context, needsPlots: hasPlots)
    await state.showResultSet(loaded.value, isNew: isNew)
    let usedColumns = try await usedColumns(of: loaded.value, items)
    return loaded.map {
      var shownPage = ResultPage(
        items: items, total: $0.total, isTotalEstimated: $0.isTotalEstimated, page: page, pageCount: $0.pageCount)
      shownPage.person = $0.person(onPage: page)
      shownPage.hidden = allItems.count - items.count
      shownPage.hiddenWithoutCertification = allItems.count { $0.hiddenReason == .unknownCertification }
      shownPage.usedColumns = usedColumns
      shownPage.showsRuntimes = $0.showsRuntimes
      shownPage.hasPlots = hasPlots
      return shownPage
    }
  }

  /// Returns the kinds of the user's data that the films on all pages of a result set have; `nil` if there is only one
  /// page.
  private func usedColumns(of resultSet: ResultSet, _ items: [FilmItem]) async throws -> UsedColumns? {
    guard resultSet.pageCount > 1 || resultSet.isTotalEstimated else { return nil }
    var used = try await database.openForReading().collection.usedColumns(of: resultSet.knownIDs)
    // The films may be in the collection under other ids.
    used.entries = used.entries || items.contains { $0.entry != nil }
    used.ratings = used.ratings || items.contains { $0.entry?.rating != nil }
    used.comments = used.comments || items.contains { $0.commentCount > 0 }
    return used
  }

  /// Starts fetching the first missing page of the source that has films of the next page of the result set.
  private func prefetch(in context: CommandContext) async {
    guard let resultSet = await state.resultSet, case .search(let search) = resultSet.films,
      resultSet.mayHavePage(resultSet.page + 1),
      let page = resultSet.missingPages(for: resultSet.range(ofPage: resultSet.page + 1)).first
    else { return }
    await services.search.prefetch(page, of: search.query, from: search.origin, in: context)
  }

  /// Returns the items of the films at the indices that have been loaded.
  func items(at indices: Range<Int>, of resultSet: ResultSet) async throws -> [FilmItem] {
    let films = resultSet.loadedFilms(at: indices)
    var items: [FilmItem]
    switch resultSet.films {
    case .collection: items = try await assembler.collectionItems(films.map(\.id))
    case .published(let list):
      items = list.addingRatings(to: try await assembler.items(ofListed: films.compactMap(\.film)), of: films)
    case .search, .discovery:
      items = try await assembler.addingPossibleEntries(
        to: try await assembler.items(films.map { ($0.id, $0.film) }), among: resultSet.possibleAliases)
    }
    for (index, film) in films.enumerated() {
      items[index].number = film.index + 1
      items[index].match = resultSet.match(of: film.id)
    }
    return items
  }
}

// Titles that are typed as lines.
extension FilmSearchViewModel {
  /// The minimum number of votes of a well-known film.
  private static let minimumVotes = 1000

  /// Returns whether a line is a title, is the beginning of a title, or begins with a title.
  ///
  /// The titles are those of films of the result set and of the collection, and of well-known films of the catalog.
  ///
  /// A line or a title of one word counts only if both are equal. Case, accents, punctuation, and a leading article are
  /// ignored. Returns `false` if the data cannot be read.
  package func knowsTitle(_ line: String) async -> Bool {
    let key = TextFolding.key(line)
    guard !key.isEmpty else { return false }
    let results = await state.resultSet?.loadedSearchFilms ?? []
    if results.contains(where: { $0.title.isTitle(ofLine: key) }) { return true }
    let start = key.split(separator: " ").prefix(2).joined(separator: " ")
    let collected = try? await database.openForReading().collection.films(
      beginningWith: TextFolding.prependingArticles(to: start), limit: 100)
    if collected?.contains(where: { $0.title.isTitle(ofLine: key) }) == true { return true }
    let known = try? await services.sources.withCatalog { catalog in
      try await catalog.films(titled: line, year: nil)
        + catalog.films(beginningWith: start, limit: 50).filter { $0.title.isTitle(ofLine: key) }
    }
    return known?.value.contains { $0.id.isOwn || $0.imdbVotes ?? 0 >= Self.minimumVotes } ?? false
  }
}

extension String {
  /// Returns whether a folded line is the title, is the beginning of the title, or begins with the title.
  fileprivate func isTitle(ofLine key: String) -> Bool {
    let words = TextFolding.words(self)
    return [words[...], TextFolding.withoutArticle(words)].contains { words in
      let title = words.joined(separator: " ")
      guard words.count > 1, key.contains(" ") else { return title == key }
      return "\(title) ".hasPrefix("\(key) ") || "\(key) ".hasPrefix("\(title) ")
    }
  }
}

extension FilmSearchViewModel {
  /// Makes the skipped films that match a query the result set, and returns a page of it.
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
    let matches = items.skippedFilms(matching: query)
    if matches.isEmpty { try await filterCheck.requireKnownPeople(query.filter) }
    return try await list(matches.map(\.id), page: page, pageSize: pageSize, in: context)
  }
}
