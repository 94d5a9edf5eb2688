import Foundation

/// Answers like OMDb, from invented titles: `LoopbackServer.with(OMDbReplay().answer)`.
///
/// The rules are those of the recorded service: ten hits a page, `totalResults` as a text, whole
/// words with a trailing `*` for beginnings, errors as `"Response": "False"`.
package struct OMDbReplay: Sendable {
  /// How many titles a search for the word `lantern` finds: two full pages and a third.
  package static let lanternCount = 24
  private let key: String?
  private let films = OMDbFilm.invented

  /// A service that accepts this key alone, or any where it is nil.
  package init(key: String? = nil) {
    self.key = key
  }

  /// The answer to one request.
  package func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    if let key, request.query["apikey"] != key {
      let isGiven = request.query["apikey", default: ""] != ""
      return Self.response(
        Self.error(isGiven ? "Invalid API key!" : "No API key provided."), status: 401)
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
    let found = films.filter { pattern.matches($0.title) && Self.fits($0, query) }
    let hits = pattern.sorted(found).dropFirst((page - 1) * 10).prefix(10).map(\.hit)
    guard !hits.isEmpty else { return Self.error("Movie not found!") }
    return ["Search": hits, "totalResults": "\(found.count)", "Response": "True"]
  }

  private func film(id: String) -> [String: Any] {
    guard id.wholeMatch(of: /tt[0-9]+/) != nil else { return Self.error("Incorrect IMDb ID.") }
    return films.first { $0.id == id }?.details ?? Self.error("Error getting data.")
  }

  private func film(title: String, year: String?) -> [String: Any] {
    let wanted = TitlePattern.words(title)
    let found = films.first {
      TitlePattern.words($0.title) == wanted && (year ?? "").isPrefix(of: $0.year)
    }
    return found?.details ?? Self.error("Movie not found!")
  }

  private static func fits(_ film: OMDbFilm, _ query: [String: String]) -> Bool {
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
