import Foundation

extension LoopbackServer {
  /// What a client asked for.
  package struct Request: Sendable, Equatable {
    /// `GET`, mostly.
    package let method: String
    /// The path without the query, percent-decoded, such as `/`.
    package let path: String
    /// The decoded parameters; of one given twice, the last.
    package let query: [String: String]
    /// The header fields by their names in small letters.
    package let headers: [String: String]
  }
}

extension LoopbackServer.Request {
  /// Reads a request's head; nil where it is cut or none.
  init?(head: String) {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3, head.hasSuffix("\r\n\r\n") else { return nil }
    let target = words[1].split(separator: "?", maxSplits: 1)
    method = String(words[0])
    path = Self.decoded(target.first ?? "/")
    query = target.count > 1 ? Self.parameters(target[1]) : [:]
    headers = Self.fields(lines.dropFirst())
  }

  private static func parameters(_ text: Substring) -> [String: String] {
    text.split(separator: "&").reduce(into: [:]) { result, pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      result[decoded(parts[0])] = parts.count > 1 ? decoded(parts[1]) : ""
    }
  }

  private static func fields(_ lines: ArraySlice<String>) -> [String: String] {
    lines.reduce(into: [:]) { result, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return }
      result[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }
}
