/// An incremental search of the history, newest line first.
struct HistorySearch: Sendable {
  /// The lines of the history, oldest first.
  private let lines: [String]
  /// The text to search for; case is ignored.
  private(set) var query = ""
  /// The index of the matching line, or `nil` if there is no match.
  private var matchIndex: Int?

  init(lines: [String]) { self.lines = lines }

  /// The matching line, or `nil` if there is no match.
  var match: String? { matchIndex.map { lines[$0] } }

  /// `true` if the query is not empty and no line contains it.
  var isFailing: Bool { !query.isEmpty && matchIndex == nil }

  /// Appends to the query, and searches for the newest matching line that is not newer than the
  /// current match.
  ///
  /// If there is no current match, all lines are searched.
  mutating func append(_ scalar: Unicode.Scalar) {
    query.unicodeScalars.append(scalar)
    matchIndex = newestMatch(upTo: matchIndex ?? lines.count - 1)
  }

  /// Removes the last character of the query, and searches all lines for the newest match.
  ///
  /// An empty query has no match.
  mutating func removeLast() {
    if !query.isEmpty { query.removeLast() }
    matchIndex = query.isEmpty ? nil : newestMatch(upTo: lines.count - 1)
  }

  /// Clears the query.
  mutating func clear() { (query, matchIndex) = ("", nil) }

  /// Moves to the next older match that differs from the current match.
  ///
  /// - Returns: `false` if there is none; the search then does not change.
  mutating func findOlderMatch() -> Bool {
    guard let matchIndex,
      let olderIndex = newestMatch(upTo: matchIndex - 1, excluding: lines[matchIndex])
    else { return false }
    self.matchIndex = olderIndex
    return true
  }

  private func newestMatch(upTo last: Int, excluding excludedLine: String? = nil) -> Int? {
    guard last >= 0 else { return nil }
    let lowercasedQuery = query.lowercased()
    return (0...last).reversed().first {
      lines[$0] != excludedLine && lines[$0].lowercased().contains(lowercasedQuery)
    }
  }
}
