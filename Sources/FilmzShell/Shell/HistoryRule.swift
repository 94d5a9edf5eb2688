/// Which lines are remembered.
package enum HistoryRule {
  /// Lines that begin with a blank are not, nor those that may hold a key.
  package static func keeps(_ line: String) -> Bool {
    guard let first = line.first, !first.isWhitespace else { return false }
    let lower = line.lowercased()
    return !["apikey", "token"].contains { lower.contains($0) }
  }
}
