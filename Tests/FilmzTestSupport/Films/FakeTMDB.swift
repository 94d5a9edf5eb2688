import Foundation

/// Responds like TMDB, with invented titles: `LoopbackServer.with(FakeTMDB().respond)`.
///
/// It behaves as the real service did when its responses were recorded: twenty results per page, people among the
/// results of `/search/multi`, details with the requested parts, and a token in a header field.
package struct FakeTMDB: Sendable {
  /// The number of titles that match the word `beacon`: two full pages and a third one.
  package static let beaconCount = 45
  /// The number of titles and of people that match the word `harbor`.
  package static let harborCounts = (titles: 22, people: 4)

  private static let pageSize = 20
  private let token: String?
  private let films = TMDBFilm.invented

  /// Creates a service that accepts only this token, or any token if it is `nil`.
  package init(token: String? = nil) { self.token = token }

  /// Returns the response to a request.
  package func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    let authorization = request.headers["authorization", default: ""]
    guard token.map({ authorization == "Bearer \($0)" }) ?? authorization.hasPrefix("Bearer ")
    else {
      return Self.error(7, "Invalid API key: You must be granted a valid key.", status: 401)
    }
    let parts = request.path.split(separator: "/").map(String.init)
    guard let result = result(parts, request.query) else { return Self.notFound }
    return Self.json(result)
  }

  private func result(_ path: [String], _ query: [String: String]) -> [String: Any]? {
    if let list = list(path, query) { return list }
    guard path.count == 2 else {
      return path == ["authentication"] ? ["success": true, "status_code": 1] : nil
    }
    switch path[0] {
    case "search": return search(path[1], query)
    case "find": return find(path[1])
    default:
      let parts = query["append_to_response", default: ""].split(separator: ",").map(String.init)
      return films.first { $0.kind == path[0] && String($0.number) == path[1] }?
        .details(parts: parts)
    }
  }

  private func search(_ kind: String, _ query: [String: String]) -> [String: Any] {
    let pattern = TitlePattern(query["query", default: ""] + "*")
    let page = Int(query["page"] ?? "1") ?? 1
    let year = query["primary_release_year"] ?? query["first_air_date_year"] ?? ""
    let hits = films.filter { film in
      (kind == "multi" || film.kind == kind) && film.date.hasPrefix(year)
        && (pattern.matches(film.title) || pattern.matches(film.originalTitle ?? ""))
    }
    return Self.page(page, of: hits, withKind: kind == "multi")
  }

  /// Returns a page of a list.
  static func page(_ page: Int, of films: [TMDBFilm], withKind: Bool) -> [String: Any] {
    let results = films.dropFirst((page - 1) * pageSize).prefix(pageSize)
    return [
      "page": page, "results": results.map { $0.listItem(withKind: withKind) },
      "total_results": films.count, "total_pages": max(1, (films.count + pageSize - 1) / pageSize),
    ]
  }

  private func find(_ id: String) -> [String: Any] {
    func hits(_ kind: String) -> [[String: Any]] {
      films.filter { $0.kind == kind && $0.imdbID == id }.map { $0.listItem(withKind: true) }
    }
    return [
      "movie_results": hits("movie"), "tv_results": hits("tv"), "person_results": [],
      "tv_episode_results": [], "tv_season_results": [],
    ]
  }

  // MARK: - Responses

  /// The response for an unknown id or path.
  package static let notFound = error(
    34, "The resource you requested could not be found.", status: 404)

  /// Returns an error response.
  package static func error(
    _ code: Int, _ text: String, status: Int, headers: [String: String] = [:]
  ) -> LoopbackServer.Response {
    .json(
      #"{"success":false,"status_code":\#(code),"status_message":"\#(text)"}"#, status: status,
      headers: headers)
  }

  private static func json(_ result: [String: Any]) -> LoopbackServer.Response {
    let data = try? JSONSerialization.data(withJSONObject: result, options: .sortedKeys)
    return .json(String(decoding: data ?? Data(), as: UTF8.self))
  }
}
