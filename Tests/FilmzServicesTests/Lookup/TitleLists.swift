import FilmzDomain
import FilmzServices
import FilmzTestSupport

/// Responds with lists of titles of TMDB, which are given as pages.
struct TitleLists: Sendable {
  /// The JSON elements of the pages by the paths of the lists, such as `/movie/popular`.
  let pages: [String: [[String]]]
  /// The number of pages that all lists report; `nil` for the number of given pages.
  var reportedPages: Int?

  /// Creates lists of films and series in `/discover`.
  init(films: [[String]], series: [[String]], reportedPages: Int? = nil) {
    self.init(
      ["/discover/movie": films, "/discover/tv": series], reportedPages: reportedPages)
  }

  init(_ pages: [String: [[String]]], reportedPages: Int? = nil) {
    self.pages = pages
    self.reportedPages = reportedPages
  }

  /// Returns the response to a request; a page after the last one is empty.
  @Sendable func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    guard let pages = pages[request.path] else { return FakeTMDB.notFound }
    let number = Int(request.query["page"] ?? "") ?? 0
    let items = pages.indices.contains(number - 1) ? pages[number - 1] : []
    return .json(
      """
      {"page":\(number),"results":[\(items.joined(separator: ","))],
      "total_pages":\(reportedPages ?? max(1, pages.count)),
      "total_results":\(pages.reduce(0) { $0 + $1.count })}
      """)
  }

  /// Returns an element with a number and further members.
  static func item(_ number: Int, _ members: String) -> String { #"{"id":\#(number),\#(members)}"# }
}

extension DiscoverSource {
  /// Returns the ids of the films of all batches, in short form such as `m1` and `t1`, one list per batch.
  func allBatches(_ query: DiscoverQuery, limit: Int = 20) async throws -> [[String]] {
    var batches: [[String]] = []
    var cursor: DiscoverCursor? = DiscoverCursor(.tmdb)
    while let position = cursor, batches.count < limit {
      let batch = try await discover(query, at: position)
      batches.append(batch.films.map(\.shortID))
      cursor = batch.next
    }
    return batches
  }
}

extension Film {
  /// The id in short form: `m1` for `tmdb:movie:1`, `t1` for `tmdb:tv:1`.
  var shortID: String {
    id.rawValue.replacing("tmdb:movie:", with: "m").replacing("tmdb:tv:", with: "t")
  }
}
