import Foundation

extension LoopbackServer {
  /// The request of a client.
  package struct Request: Sendable, Equatable {
    /// The HTTP method, such as `GET`.
    package let method: String
    /// The percent-decoded path without the query, such as `/`.
    package let path: String
    /// The decoded parameters; the last one wins if a name is repeated.
    package let query: [String: String]
    /// The header fields by their lowercase names.
    package let headers: [String: String]
  }
}

extension LoopbackServer.Request {
  /// Parses the head of a request; returns `nil` if it is incomplete or malformed.
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
    let textWithSpaces = text.replacing("+", with: " ")
    return textWithSpaces.removingPercentEncoding ?? String(textWithSpaces)
  }
}
