package import FilmzDomain
import FilmzServices
import FilmzStore

/// Finds films while the user types a text.
///
/// It searches like the commands `search` and `find`, but does not change the state of the session before
/// ``keep(_:in:)``, and requests no details of films. One value belongs to one panel: it remembers the texts for which
/// services were asked. All searches stop soon after their task was cancelled, and throw `CancellationError`.
package struct LiveSearchViewModel: ViewModel {
  /// The maximum number of films that one call examines to find films that the kids filter does not hide.
  private static let maximumExamined = 200

  /// The minimum number of films that are read of a source whose films are on a single page.
  ///
  /// These films are also compared with the collection.
  private static let minimumNeeded = 50

  let viewModels: ViewModels
  let answers = ServiceAnswers()

  init(viewModels: ViewModels) { self.viewModels = viewModels }

  var search: FilmSearchViewModel { viewModels.search }

  /// Returns the films of local sources that `search TEXT` would show, in the same order, at least the first `count`.
  ///
  /// If the text has one or two letters, the best known films whose titles begin with it follow those that `search` finds.
  /// Without a text and a filter, there are no films; see ``recent(count:)``, whose films are those of a text that consists
  /// of unfinished filters. A source that is a service has only pages that were fetched before.
  ///
  /// - Throws: A ``UserFacingError`` if a source cannot be searched.
  package func films(
    _ text: String, _ request: LiveRequest, count: Int, in context: CommandContext
  ) async throws -> LiveResults {
    try await timed {
      let parsed = try await parsed(text, request, in: .search)
      if parsed.typed.text.isEmpty, parsed.typed.filter.isEmpty, !parsed.unfinished.isEmpty {
        var recent = try await recent(count: count)
        recent.unfinished = parsed.unfinished
        return recent
      }
      let results = try await localResults(text, parsed, request, count: count, context)
      guard results.total == 0 else { return results }
      let unknown = try await partsWithUnknownPeople(parsed.parts)
      guard !unknown.isEmpty else { return results }
      let rest = try await self.parsed(text, request, in: .search, refusing: unknown)
      return try await localResults(text, rest, request, count: count, context)
    }
  }

  /// Returns the films of services that `search TEXT` would show, with the user's films before them.
  ///
  /// Sends requests; a request ends when the task is cancelled. Returns `nil` if `search` would not ask services, if the
  /// text has fewer than three letters or takes several requests, or if an error was thrown for this text before. For a
  /// text that was answered before, no request is sent. If services failed and `search` would show films of local
  /// sources, the results are those films, with a warning.
  ///
  /// - Throws: A ``UserFacingError`` if the services cannot be searched.
  package func filmsOfServices(
    _ text: String, _ request: LiveRequest, in context: CommandContext
  ) async throws -> LiveResults? {
    guard !context.isOffline, request.source == .auto || request.source.isService(search) else { return nil }
    return try await timed {
      let parsed = try await parsed(text, request, in: .search)
      let query = parsed.query(request)
      guard query.isSearchable, !query.isShort, !query.needsRequestForEachYear else { return nil }
      let answer = try await answers.answer(to: query, from: request.source) {
        let found = try await search.resultSet(
          for: query, from: request.source, pageSize: request.pageSize, context)
        return search.isService(found.value.origin) || found.isFallback ? found : nil
      }
      guard let answer else { return nil }
      var results = LiveResults(text: text, resultSet: answer.value)
      (results.query, results.unfinished, results.choice) = (query, parsed.unfinished, request.source)
      results.isFromService = search.isService(answer.value.origin)
      (results.warnings, results.source) = (answer.warnings, await sourceName(answer.value.origin))
      return try await loaded(results, count: answer.value.loadedCount, context)
    }
  }

  /// Returns those of `films` whose titles match the text, numbered in the same order; without a text, all of them.
  ///
  /// `films` are, for example, the candidates for an ambiguous title.
  package func films(_ text: String, among films: [FilmItem]) -> LiveResults {
    let text = SearchQuery(text: text).text
    var items = films.filter { item in
      let titles = [item.title, item.film?.originalTitle, item.alsoKnownAs].compactMap(\.self)
      return text.isEmpty || titles.contains { TitleMatch(of: text, in: $0) != nil }
    }
    for index in items.indices { items[index].number = index + 1 }
    var results = LiveResults(text: text, resultSet: .list(items.map(\.id)))
    (results.items, results.query) = (items, SearchQuery(text: text))
    results.examinedCount = items.count
    return results
  }

  /// Returns the results with at least `count` films, or all of them; the films that they have already stay the first.
  ///
  /// Pages of services are requested if necessary.
  ///
  /// - Throws: A ``UserFacingError``.
  package func more(of results: LiveResults, count: Int, in context: CommandContext) async throws -> LiveResults {
    if let list = results.list { return try await listed(list, results, count: count, context) }
    return try await loaded(results, count: count, results.isFromService ? context : context.offline)
  }

  /// Returns the results with the current marks, ratings and comments of their films.
  package func refreshed(_ results: LiveResults, in context: CommandContext) async throws -> LiveResults {
    var refreshed = results
    (refreshed.items, refreshed.examinedCount, refreshed.hidden) = ([], 0, results.list == nil ? 0 : results.hidden)
    return try await loaded(refreshed, count: results.items.count, context.offline)
  }

  /// Makes the results the result set of the session; films keep their numbers.
  ///
  /// If only the first films of a list or of the starter catalog were loaded, the other films follow these. `back` then
  /// returns to the previous result set.
  package func keep(_ results: LiveResults, in context: CommandContext) async {
    var resultSet = results.resultSet
    if results.isCut, let all = try? await uncut(results, count: nil, context) { resultSet = all }
    if let list = results.list, case .collection(let shown) = resultSet.films,
      let all = try? await database.openForReading().collection.find(list).ids
    {
      let shownIDs = Set(shown)
      resultSet = .list(shown + all.filter { !shownIDs.contains($0) }, pageSize: resultSet.pageSize)
    }
    await state.showResultSet(resultSet, isNew: true)
    if resultSet.total == 1, !resultSet.isTotalEstimated, let film = results.items.first {
      await state.select(film.id, name: film.name)
    }
  }
}

// Searches of local sources.
extension LiveSearchViewModel {
  private func localResults(
    _ text: String, _ parsed: UnfinishedFilterText, _ request: LiveRequest, count: Int, _ context: CommandContext
  ) async throws -> LiveResults {
    let query = parsed.query(request)
    var results = LiveResults(text: text, resultSet: .list([], pageSize: request.pageSize))
    (results.query, results.unfinished) = (query, parsed.unfinished)
    let hasFilterOnly = query.plainText.isEmpty && !query.filter.isEmpty
    if !query.isSearchable, !hasFilterOnly, try await !search.isTitle(query.plainText) { return results }
    results.choice = request.source == .auto ? .catalog : request.source
    do {
      var query = query
      query.neededFilms = max(count, Self.minimumNeeded)
      let found = try await search.resultSet(
        for: query, from: results.choice ?? .catalog, pageSize: request.pageSize, context.offline)
      (results.resultSet, results.warnings) = (found.value, found.warnings)
    } catch let error as ServiceError where error.cause == .offline {
      return results
    } catch is UnknownFilmError { return results }
    results.isFromService = search.isService(results.resultSet.origin)
    results.source = await sourceName(results.resultSet.origin)
    let loadable = results.isFromService ? results.resultSet.loadedCount : count
    return try await loaded(results, count: min(count, loadable), context.offline)
  }

  /// Returns results with the items of at least the first `count` films that are not hidden.
  private func loaded(_ results: LiveResults, count: Int, _ context: CommandContext) async throws -> LiveResults {
    var results = results
    let lastExamined = results.examinedCount + max(count, Self.maximumExamined)
    while results.items.count < count, results.examinedCount < lastExamined {
      let end = min(results.examinedCount + count - results.items.count, results.resultSet.maximumTotal)
      if results.isCut, end > results.resultSet.loadedCount {
        results.resultSet = try await uncut(results, count: 4 * end, context)
      }
      let indices = results.examinedCount..<max(results.examinedCount, end)
      let found = try await search.loadFilms(at: indices, of: results.resultSet, context)
      results.resultSet = found.value
      results.warnings += found.warnings
      let items = try await search.items(at: indices.clamped(to: 0..<found.value.maximumTotal), of: found.value)
      guard !items.isEmpty else { break }
      results.examinedCount += items.count
      results.items += await assembler.addingDetails(to: items.filter { !$0.isHidden }, context)
      results.hidden += items.count(where: \.isHidden)
    }
    return results
  }

  /// Repeats a search, and returns its result set with at least `count` films, or with all films if `count` is `nil`.
  private func uncut(
    _ results: LiveResults, count: Int?, _ context: CommandContext
  ) async throws -> ResultSet {
    var query = results.query
    query.neededFilms = count
    return try await search.resultSet(
      for: query, from: results.choice ?? .catalog, pageSize: results.resultSet.pageSize, context.offline
    ).value
  }

  private func sourceName(_ origin: Film.Origin) async -> String {
    if origin == .own { return "own records" }
    let catalogName = try? await services.sources.catalog().value.name
    let name = services.sources.source(origin)?.name ?? catalogName ?? ""
    return name.hasPrefix("the ") ? String(name.dropFirst(4)) : name
  }

  private func timed<Results: TimedResults>(_ search: () async throws -> Results) async throws -> Results {
    let start = ContinuousClock.now
    var results = try await search()
    results.duration = start.duration(to: .now)
    return results
  }
}

// The collection.
extension LiveSearchViewModel {
  /// Returns the films of the collection that `find TEXT` would show, in the same order, at least the first `count`;
  /// without a text, those that `ls` would show.
  ///
  /// - Throws: A ``UserFacingError``.
  package func collected(
    _ text: String, _ request: LiveRequest, count: Int, in context: CommandContext
  ) async throws -> LiveResults {
    try await timed {
      let (parsed, filter) = try await collectionFilter(text, request)
      try filter.requireDataOfSkippedFilms()
      let order = request.order ?? (filter.isSkipped ? FilmFilter() : filter).defaultOrder
      let query = CollectionQuery(filter, order: order, now: context.now)
      var results = LiveResults(text: text, resultSet: .list([], pageSize: request.pageSize))
      (results.query, results.unfinished) = (SearchQuery(text: parsed.typed.text), parsed.unfinished)
      (results.source, results.matchesAnywhere) = ("collection", true)
      if filter.isSkipped {
        let films = try await assembler.collectionItems(
          try await database.openForReading().collection.skippedFilms().map(\.id))
        let ids = films.skippedFilms(matching: query).map(\.id)
        results.resultSet = .list(ids, pageSize: request.pageSize)
        return try await loaded(results, count: count, context.offline)
      }
      return try await listed(query, results, count: count, context)
    }
  }

  /// Returns the results with the first films of a list of the collection.
  private func listed(
    _ query: CollectionQuery, _ results: LiveResults, count: Int, _ context: CommandContext
  ) async throws -> LiveResults {
    try await answers.prepare(.facts) { try await services.lookup.refillCache() }
    let list = try await database.openForReading().collection.find(query, page: 0..<count)
    var results = results
    results.resultSet = .list(list.ids, pageSize: results.resultSet.pageSize)
    results.resultSet.isByRuntime = query.isByRuntime ? true : nil
    (results.list, results.listTotal) = (query, list.total)
    (results.items, results.examinedCount) = ([], 0)
    results = try await loaded(results, count: list.ids.count, context.offline)
    results.hidden = list.hidden
    return results
  }

  /// Returns the films that the user has looked at last in this session, followed by those that were added to the
  /// collection last.
  ///
  /// The first call also opens the catalogs, so that the first key does not have to wait for them.
  package func recent(count: Int) async throws -> LiveResults {
    let context = CommandContext(line: "", now: now(), isOffline: true)
    try await answers.prepare(.catalogs) {
      do { _ = try await films("a", LiveRequest(), count: 1, in: context) } catch is any UserFacingError {}
    }
    let added = try await database.openForReading().collection.ids(
      matching: CollectionQuery(order: FilmOrder(.added, descending: true)), first: count)
    var known: Set<FilmID> = []
    let ids = (await state.recentFilms + added).filter { known.insert($0).inserted }
    let items = try await assembler.collectionItems(ids).filter { !$0.isHidden && $0.title != nil }.prefix(count)
    var results = films("", among: Array(items))
    results.source = "recent films"
    return results
  }
}
