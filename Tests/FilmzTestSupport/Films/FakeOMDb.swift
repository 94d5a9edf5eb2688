import Foundation

/// Responds like OMDb, with invented titles: `LoopbackServer.with(FakeOMDb().respond)`.
///
/// It behaves as the real service did when its responses were recorded: ten results per page,
/// `totalResults` as a string, matching of whole words, or of prefixes with a trailing `*`, and errors as
/// `"Response": "False"`.
package struct FakeOMDb: Sendable {
  /// The number of titles that match the word `lantern`: two full pages and a third one.
  package static let lanternCount = 24
  private let key: String?
  private let films = OMDbFilm.invented

  /// Creates a service that accepts only this key, or any key if it is `nil`.
  package init(key: String? = nil) {
    self.key = key
  }

  /// Returns the response to a request.
  package func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    if let key, request.query["apikey"] != key {
      let hasKey = request.query["apikey", default: ""] != ""
      return Self.response(
        Self.error(hasKey ? "Invalid API key!" : "No API key provided."), status: 401)
    }
    return Self.response(result(request.query), status: 200)
  }

  private func result(_ query: [String: String]) -> [String: Any] {
    if let words = query["s"] { return search(words, query) }
    if let id = query["i"] { return film(id: id) }
    if let title = query["t"] { return film(title: title, year: query["y"]) }
    return Self.error("Incorrect IMDb ID.")
  }

  private func search(_ text: String, _ query: [String: String]) -> [String: Any] {
    let pattern = TitlePattern(text)
    guard let page = Int(query["page"] ?? "1"), page > 0 else {
      return Self.error("The offset specified in a OFFSET clause may not be negative.")
    }
    guard !pattern.isTooShort else { return Self.error("Too many results.") }
    let matches = films.filter { pattern.matches($0.title) && Self.matches($0, query) }
    let results = pattern.sorted(matches).dropFirst((page - 1) * 10).prefix(10)
      .map(\.searchResult)
    guard !results.isEmpty else { return Self.error("Movie not found!") }
    return ["Search": results, "totalResults": "\(matches.count)", "Response": "True"]
  }

  private func film(id: String) -> [String: Any] {
    guard id.wholeMatch(of: /tt[0-9]+/) != nil else { return Self.error("Incorrect IMDb ID.") }
    return films.first { $0.id == id }?.details ?? Self.error("Error getting data.")
  }

  private func film(title: String, year: String?) -> [String: Any] {
    let words = TitlePattern.words(title)
    let match = films.first {
      TitlePattern.words($0.title) == words && (year ?? "").isPrefix(of: $0.year)
    }
    return match?.details ?? Self.error("Movie not found!")
  }

  private static func matches(_ film: OMDbFilm, _ query: [String: String]) -> Bool {
    query["y", default: ""].isPrefix(of: film.year)
      && (query["type", default: ""] == "" || query["type"] == film.type)
  }

  private static func error(_ text: String) -> [String: Any] {
    ["Response": "False", "Error": text]
  }

  private static func response(
    _ result: [String: Any], status: Int
  ) -> LoopbackServer.Response {
    let data = try? JSONSerialization.data(withJSONObject: result, options: .sortedKeys)
    return .json(String(decoding: data ?? Data(), as: UTF8.self), status: status)
  }
}

extension String {
  fileprivate func isPrefix(of text: String) -> Bool { text.hasPrefix(self) }
}
