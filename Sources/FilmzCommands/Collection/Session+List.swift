import FilmzDomain
import FilmzViewModels

extension Session {
  /// Lists films of the collection as a new result set, for `ls` and `find`.
  func list(_ query: CollectionQuery, page: PositiveInt?, limit: PositiveInt?) async throws
    -> Output
  {
    let isPaged = limit != nil || page != nil || pagesLists
    let found = try await models.search.list(
      query, page: page?.value ?? 1, pageSize: isPaged ? await pageSize(limit?.value) : nil,
      keepsResults: mode != .single)
    let counts = printer.showsNotices ? try await models.collection.counts() : nil
    var output = Output.page(
      found, notice: found.total == 0 ? counts.map { Self.hint(query, $0) } : nil)
    output.replacesResults = true
    if let counts, counts.total > 0 {
      output.messages.append(.header(Self.segments(counts, query.filter.isWatched)))
    }
    if found.withoutFacts > 0 {
      let text = Self.leftOut(found.withoutFacts)
      output.messages.append(query.filter.isOfFacts ? .warning(text) : .notice(text))
    }
    return output
  }

  /// The three lists with their counts, and a mark at the one that is shown (Filmz2, segments).
  private static func segments(_ counts: CollectionCounts, _ isWatched: Bool?) -> String {
    let segments: [(name: String, count: Int, isShown: Bool)] = [
      ("All", counts.total, isWatched == nil), ("Watched", counts.watched, isWatched == true),
      ("Unwatched", counts.unwatched, isWatched == false),
    ]
    return segments.map { segment in
      let text = "\(segment.name) (\(segment.count))"
      return segment.isShown ? "[\(text)]" : text
    }.joined(separator: "  ")
  }

  private static func hint(_ query: CollectionQuery, _ counts: CollectionCounts) -> String {
    if counts.total == 0 { return .emptyCollection }
    var plain = FilmFilter()
    plain.isWatched = query.filter.isWatched
    guard query.filter == plain else {
      return "No film of your collection is like that. `ls` lists all."
    }
    return plain.isWatched == true
      ? "No film of your collection is watched yet. `watched 1` notes that one was seen."
      : "Every film of your collection is watched. `search` finds more."
  }

  private static func leftOut(_ count: Int) -> String {
    "\(count.counted("film")) without details \(count == 1 ? "was" : "were") left out;"
      + " `refresh --stale` fetches them"
  }
}
