import FilmzTestSupport
import Foundation

/// Responses in the format of OMDb, for values that the films of ``FakeOMDb`` do not have.
enum OMDbResponse {
  /// The id of the film of ``film(_:ratings:)``.
  static let id = "tt9100001"

  /// Returns a plot of `count` characters, in words of four letters.
  static func plot(_ count: Int) -> String {
    String(String(repeating: "wave ", count: count / 5 + 1).prefix(count - 1)) + "."
  }

  /// Returns a response with one film; `facts` override its default facts.
  static func film(
    _ facts: [String: String] = [:], ratings: [(source: String, value: String)] = []
  ) -> LoopbackServer.Response {
    let base: [String: Any] = [
      "Title": "Glasshouse", "Year": "2008", "imdbID": id, "Type": "movie", "Response": "True",
      "Ratings": ratings.map { ["Source": $0.source, "Value": $0.value] },
    ]
    let film = base.merging(facts) { $1 }
    let data = try? JSONSerialization.data(withJSONObject: film, options: .sortedKeys)
    return .json(String(decoding: data ?? Data(), as: UTF8.self))
  }

  /// Returns an error response.
  static func error(_ text: String, status: Int = 401) -> LoopbackServer.Response {
    .json("{\"Response\":\"False\",\"Error\":\"\(text)\"}", status: status)
  }
}
