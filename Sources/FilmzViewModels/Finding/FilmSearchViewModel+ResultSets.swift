package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

// Result sets of searches.
extension FilmSearchViewModel {
  /// Searches for films, and returns a result set with the user's films and the first page of the source.
  func resultSet(for query: SearchQuery, from choice: SourceChoice, pageSize: Int, _ context: CommandContext)
    async throws -> SourceResult<ResultSet>
  {
    if let id = FilmID(query.text) { return try await resultSet(for: id, from: choice, pageSize: pageSize, context) }
    var result = try await firstPage(
      of: try await excludingMarkedFilms(query), from: choice, pageSize: pageSize, context)
    var own = choice == .source(.own) ? [] : try await ownFilms(before: result.value, pageSize: pageSize)
    if !own.isEmpty, isService(result.value.origin) { own = try await films(own, without: result.value.page) }
    let films = own.map(\.film)
    result = result.after(
      await services.search.warningForUnlistedRecords(result.value, listed: Set(films.map(\.id))))
    guard !own.isEmpty else { return result.map { ResultSet($0, pageSize: pageSize) } }
    let search = ResultSet.PagedSearch(result.value, after: own)
    var duplicates = 0
    if isService(search.origin) {
      (result.value.page, duplicates) = try await page(result.value.page, of: search, without: films)
    } else if result.value.page.total > 0 {
      let omitting = try await services.search.page(
        1, of: try await excludingMarkedFilms(search.sourceQuery), from: search.origin, revision: search.revision,
        in: context)
      result = omitting.map { page in
        var first = result.value
        first.page = page
        return first
      }.after(result)
    }
    var resultSet = ResultSet(
      films: .search(search), total: films.count + result.value.page.total, pageSize: pageSize, page: 1)
    resultSet.add([(1, result.value.page, duplicates)])
    return result.map { _ in resultSet }
  }

  /// Returns the first page of a search; if no title matches, that of a search with words of the text as filters.
  ///
  /// If a service is unavailable and no source has an answer, returns an empty page if the collection has matching
  /// films.
  private func firstPage(of query: SearchQuery, from choice: SourceChoice, pageSize: Int, _ context: CommandContext)
    async throws -> SourceResult<FirstPage>
  {
    let typed: SourceResult<FirstPage>
    do {
      typed = try await services.search.search(query, from: choice, in: context)
    } catch let error as any UserFacingError where choice == .auto && error.exitCategory == .unavailable {
      let empty = FirstPage.empty(query)
      guard try await !ownFilms(before: empty, pageSize: pageSize).isEmpty else { throw error }
      let warning = Warning(error, consequence: "these films are from your collection")
      return SourceResult(value: empty, warnings: [warning], isFallback: true)
    }
    guard let reading = query.readingWordsAsFilters, !typed.value.hasTitles(for: query, replacedBy: reading),
      choice == .auto ? !isService(typed.value.origin) || typed.value.page.total == 0 : choice == .catalog
    else { return typed }
    for reading in [reading, reading.readingNamesAsText].compactMap(\.self) {
      do {
        let read = try await services.search.search(
          try await excludingMarkedFilms(reading), from: .catalog, in: context)
        guard read.value.page.total > 0, reading.text.isEmpty || read.value.hasTitles(for: reading) else { continue }
        let shown = [
          reading.text.isEmpty ? nil : "for \"\(reading.text)\"",
          reading.filter.isEmpty ? nil : "with \(reading.filter.text)",
        ].compactMap(\.self).joined(separator: " ")
        return read.after([.problem("no title is \"\(query.text)\"", consequence: "these are the results \(shown)")])
      } catch is any UserFacingError { continue }
    }
    return typed
  }

  func isService(_ origin: Film.Origin) -> Bool { services.sources.source(origin) is any NetworkSource }

  /// Returns a query with the films that it leaves out: if its filter is `is:unseen`, the films that the user has seen
  /// or skipped.
  ///
  /// Films on loaded pages are not left out, because they keep their places in the results.
  private func excludingMarkedFilms(_ query: SearchQuery, loaded: [Film] = []) async throws -> SearchQuery {
    guard query.filter.isWatched == false else { return query }
    var query = query
    query.excludedFilms = try await database.openForReading().collection.seenOrSkippedFilms()
    query.excludedFilms.subtract(loaded.map(\.id))
    return query
  }

  private func resultSet(
    for id: FilmID, from choice: SourceChoice, pageSize: Int, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    // `--source catalog` excludes the network for ids as well.
    let context = choice == .catalog ? context.offline : context
    let result = try await services.lookup.film(id, from: choice, in: context)
    return result.map { film in
      let search = ResultSet.PagedSearch(
        query: SearchQuery(text: id.rawValue), origin: film.origin, pageSize: nil, pages: [1: [film]])
      return ResultSet(films: .search(search), total: 1, pageSize: pageSize, page: 1)
    }
  }

  /// Returns the result set after loading the pages of the source that have the films at the indices, if they are
  /// missing.
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
      let query = try await excludingMarkedFilms(search.sourceQuery, loaded: loaded.value.loadedSearchFilms)
      let results = try await numbers.concurrentMap(maximumTasks: ResultSet.PagedSearch.maximumRequests) { page in
        try await services.search.page(
          page, of: query, from: search.origin, revision: search.revision, in: context)
      }
      for (number, result) in zip(numbers, results) {
        var (page, duplicates) = (result.value, 0)
        if isService(search.origin), let own = search.ownFilms {
          (page, duplicates) = try await self.page(page, of: search, without: own)
        }
        loaded = loaded.after(result)
        loaded.value.add([(number, page, duplicates)])
      }
    }
    return loaded
  }
}

extension ResultSet {
  /// Creates the result set of a search whose first page was loaded.
  init(_ firstPage: FirstPage, pageSize: Int) {
    self.init(films: .search(PagedSearch(firstPage)), total: firstPage.page.total, pageSize: pageSize, page: 1)
    add([(1, firstPage.page, 0)])
  }
}

extension FilmSearchViewModel {
  /// Makes the films of local sources that match a filter the result set, and returns a page of it.
  ///
  /// Without an order, the newest films come first, and those of a year are sorted by popularity. Unless the filter
  /// has years, films of future years and films without a year are left out.
  ///
  /// Imported catalogs have no certifications, countries, and languages. If the filter has conditions on these, only films
  /// with own records, in the film cache, and in the built-in catalog are found.
  ///
  /// - Throws: A ``UserFacingError``; the previous result set is kept then.
  package func browse(
    _ filter: FilmFilter, order: FilmOrder?, from source: LocalSource, page: Int, pageSize: Int,
    in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    var filter = filter
    if filter.years == nil { filter.years = 0...Calendar(identifier: .gregorian).component(.year, from: context.now) }
    let query = SearchQuery(text: "", filter: filter, order: order ?? .newestFirst)
    return try await searching {
      var resultSet = try await resultSet(browsing: query, in: source, pageSize: pageSize, context)
      resultSet.value.hasPlots = true
      return try await showFound(page, of: resultSet, filter, context)
    }
  }

  private func resultSet(
    browsing query: SearchQuery, in source: LocalSource, pageSize: Int, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    let query = try await excludingMarkedFilms(query)
    guard query.filter.filtersByDetails else {
      return try await services.search.browse(query, from: source, in: context)
        .map { ResultSet($0, pageSize: pageSize) }
    }
    let films = try await services.search.filmsWithKnownDetails(query, from: source)
    return SourceResult(
      value: ResultSet(films: .collection(films.map(\.id)), total: films.count, pageSize: pageSize, page: 1))
  }
}

extension FilmSearchViewModel {
  /// Returns films of the collection, chosen at random from those that match a filter.
  ///
  /// If `count` is greater than 1, the films become the result set.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - count: The maximum number of films.
  ///   - seed: The seed of the choice: from the same films, the same seed always chooses the same ones; `nil` for a
  ///   random seed.
  ///   - context: The context of the command.
  /// - Returns: The films in random order; fewer than `count` if fewer match.
  /// - Throws: ``DomainError/unknownPerson(_:near:)``, ``StoreError/noSuchList(name:near:)``.
  package func randomFilms(
    matching filter: FilmFilter, count: Int, seed: UInt64?, in context: CommandContext
  ) async throws -> [FilmItem] {
    try await services.lookup.refillCache()
    let query = CollectionQuery(filter, order: FilmOrder(.added), now: context.now)
    let matches = try await database.openForReading().collection.ids(matching: query).sorted()
    if matches.isEmpty { try await filterCheck.requireKnownPeople(filter) }
    var generator = SeededGenerator(seed: seed ?? .random(in: .min ... .max), stream: 0)
    return try await chosen(Array(matches.shuffled(using: &generator).prefix(count)), of: count, in: context)
  }

  /// The minimum number of votes of the films of a catalog that are chosen at random, unless no film has so many or the
  /// filter has votes.
  private static let minimumVotes = 1000
  /// The maximum number of hidden films among those chosen at random in a catalog, after which no more are chosen.
  private static let maximumHiddenChoices = 100

  /// Returns films and series of the local catalog that the user has neither seen nor skipped, chosen at random from
  /// those that a query finds.
  ///
  /// The other parameters are those of ``randomFilms(matching:count:seed:in:)``.
  package func randomCatalogFilms(
    matching query: SearchQuery, count: Int, seed: UInt64?, in context: CommandContext
  ) async throws -> [FilmItem] {
    var query = query
    query.filter.isWatched = false
    query.filter.excludesAdult = true
    if query.filter.types.isEmpty { query.filter.types = [.movie, .series] }
    query = try await excludingMarkedFilms(query)
    let typedFilter = query.filter
    if query.filter.votes == nil { query.filter.votes = Self.minimumVotes...Int.max }
    var first = try await services.search.search(query, from: .catalog, in: context).value
    if first.page.total == 0, query.filter != typedFilter {
      query.filter = typedFilter
      first = try await services.search.search(query, from: .catalog, in: context).value
    }
    let total = first.page.total
    if total == 0 { try await filterCheck.requireKnownPeople(query.filter) }
    var generator = SeededGenerator(seed: seed ?? .random(in: .min ... .max), stream: 0)
    var positions: Set<Int> = []
    var ids: [FilmID] = []
    while ids.count < count, positions.count < min(total, count + Self.maximumHiddenChoices) {
      let position = Int.random(in: 0..<total, using: &generator)
      guard positions.insert(position).inserted, let film = try await film(at: position, of: first, context),
        try await assembler.collectionItems([film.id]).first?.isHidden == false
      else { continue }
      ids.append(film.id)
    }
    return try await chosen(ids, of: count, in: context)
  }

  /// Returns the film at a position in the results of a search of the local catalog.
  private func film(at position: Int, of first: FirstPage, _ context: CommandContext) async throws -> Film? {
    guard let size = first.pageSize, position >= size else {
      return position < first.page.films.count ? first.page.films[position] : nil
    }
    let page = try await services.search.page(
      position / size + 1, of: first.query, from: first.origin, revision: first.revision, in: context)
    return page.value.films.dropFirst(position % size).first
  }

  /// Returns films that were chosen at random; if `count` is greater than 1, they become the result set.
  private func chosen(_ ids: [FilmID], of count: Int, in context: CommandContext) async throws -> [FilmItem] {
    guard count > 1 else { return try await assembler.collectionItems(ids) }
    return try await list(ids, page: 1, pageSize: nil, in: context).items
  }
}
