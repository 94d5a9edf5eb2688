import FilmzTestSupport
import Foundation

/// Answers in OMDb's words, for what the invented films of the replay lack.
enum OMDbAnswer {
  /// The film that ``film(_:ratings:)`` tells of.
  static let id = "tt9100001"

  /// A plot of so many characters, in words of four.
  static func plot(_ count: Int) -> String {
    String(String(repeating: "wave ", count: count / 5 + 1).prefix(count - 1)) + "."
  }

  /// One film, with facts over those that every film has.
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

  /// A refusal.
  static func error(_ text: String, status: Int = 401) -> LoopbackServer.Response {
    .json("{\"Response\":\"False\",\"Error\":\"\(text)\"}", status: status)
  }
}
