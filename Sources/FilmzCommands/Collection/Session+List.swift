import FilmzDomain
import FilmzViewModels

extension Session {
  /// Returns the output of `ls` and `find`, a list of films in the collection.
  ///
  /// The list becomes the result set, except in single-command mode, unless it has skipped films.
  func list(_ query: CollectionQuery, page: PositiveInt?, limit: PositiveInt?) async throws
    -> Output
  {
    if query.filter.isSkipped {
      return try await listSkippedFilms(query, page: page, limit: limit)
    }
    let isPaged = limit != nil || page != nil || pagesLists
    let resultPage = try await viewModels.search.list(
      query, page: page?.value ?? 1, pageSize: isPaged ? await pageSize(limit?.value) : nil,
      replacesResultSet: mode != .singleCommand, in: context)
    let counts = printer.showsNotices ? try await viewModels.collection.listCounts() : nil
    var output = Output.page(
      resultPage, notice: resultPage.isEmpty ? counts.map { Self.hint(query, $0) } : nil)
    output.replacesResults = true
    if let counts, counts.total > 0 {
      output.messages.append(.header(Self.heading(counts, query.filter.isWatched)))
    }
    if resultPage.filmsWithoutFacts > 0 {
      let text = Self.omissionText(filmCount: resultPage.filmsWithoutFacts)
      output.messages.append(query.filter.filtersByFacts ? .warning(text) : .notice(text))
    }
    return output
  }

  /// Returns a list of skipped films, which becomes the result set.
  private func listSkippedFilms(
    _ query: CollectionQuery, page: PositiveInt?, limit: PositiveInt?
  ) async throws -> Output {
    let isPaged = limit != nil || page != nil || pagesLists
    let resultPage = try await viewModels.search.listSkippedFilms(
      query, page: page?.value ?? 1, pageSize: isPaged ? await pageSize(limit?.value) : nil,
      in: context)
    let hint =
      query.filter == .allSkipped
      ? "You have not skipped any film."
      : "No film that you have skipped matches. `ls --skipped` lists all of them."
    var output = Output.page(resultPage, notice: resultPage.isEmpty ? hint : nil)
    output.replacesResults = true
    return output
  }

  /// Returns the heading with the counts of all, watched, and unwatched films.
  ///
  /// Brackets mark the list that is shown. Source: Filmz2.
  private static func heading(_ counts: CollectionCounts, _ isWatched: Bool?) -> String {
    let segments: [(name: String, count: Int, isShown: Bool)] = [
      ("All", counts.total, isWatched == nil), ("Watched", counts.watched, isWatched == true),
      ("Unwatched", counts.unwatched, isWatched == false),
    ]
    return segments.map { segment in
      let text = "\(segment.name) (\(segment.count))"
      return segment.isShown ? "[\(text)]" : text
    }.joined(separator: "  ")
  }

  /// Returns the notice for an empty list.
  private static func hint(_ query: CollectionQuery, _ counts: CollectionCounts) -> String {
    if counts.total == 0 { return .emptyCollection }
    var viewingFilter = FilmFilter()
    viewingFilter.isWatched = query.filter.isWatched
    guard query.filter == viewingFilter else {
      return "No film in your collection matches. `ls` lists all films."
    }
    return viewingFilter.isWatched == true
      ? "You have not watched any film in your collection yet. `watched TITLE` records a viewing."
      : "You have watched every film in your collection. `search` finds more."
  }

  private static func omissionText(filmCount count: Int) -> String {
    "\(count.counted("film")) without details \(count == 1 ? "was" : "were") left out;"
      + " `refresh --stale` fetches the details"
  }
}
