import FilmzDomain
import FilmzViewModels

extension Session {
  /// Lists films of the collection as a new result set, for `ls` and `find`.
  func list(_ query: CollectionQuery, page: Count?, limit: Count?) async throws -> Output {
    let isPaged = limit != nil || page != nil || pagesLists
    let found = try await search.list(
      query, page: page?.value ?? 1, pageSize: isPaged ? await pageSize(limit?.value) : nil,
      keepsResults: mode != .single)
    var output = Output.page(found)
    output.replacesResults = true
    if isHeard {
      let counts = try await collection.counts()
      output.header = counts.total > 0 ? Self.segments(counts, query.filter.isWatched) : nil
      if found.total == 0 { output.notices = [Self.advice(query, counts)] }
    }
    if found.withoutFacts > 0 {
      let text = Self.leftOut(found.withoutFacts)
      if query.filter.isOfFacts {
        output.warnings.append(text)
      } else {
        output.notices.append(text)
      }
    }
    return output
  }

  /// Whether anybody hears notices.
  private var isHeard: Bool { console.isWatched || options.verbose }

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

  private static func advice(_ query: CollectionQuery, _ counts: CollectionCounts) -> String {
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
