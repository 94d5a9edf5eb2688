/// How far two words are from each other by typing errors.
package enum SpellingDistance {
  /// Insertions, deletions, replacements and swaps of neighbours between two words.
  package static func between(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var rows = [Array(0...right.count)]
    for i in 1...left.count {
      var row = [i] + Array(repeating: 0, count: right.count)
      for j in 1...right.count {
        let cost = left[i - 1] == right[j - 1] ? 0 : 1
        row[j] = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + cost)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          row[j] = min(row[j], rows[i - 2][j - 2] + 1)
        }
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }

  /// The nearest of some words, if one is near enough to be what was meant.
  ///
  /// Two errors in a short word are another word: `heat` is no `help`.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    guard word.count > 1 else { return nil }
    let limit = word.count < 5 ? 1 : 2
    return candidates.filter { abs($0.count - word.count) <= limit }
      .map { ($0, between(word, $0.lowercased())) }
      .filter { $0.1 <= limit && $0.1 < max(2, $0.0.count) }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// The names of people that may have been meant by a name that nobody has: each of its words is near
  /// to one of theirs, the first letter right.
  ///
  /// - Returns: Three at most, the nearest first.
  package static func names(near name: String, among names: some Sequence<String>) -> [String] {
    let words = TextFolding.words(name)
    var near: [(name: String, distance: Int)] = []
    for candidate in names {
      let others = TextFolding.words(candidate)
      let distances = words.compactMap { word in
        others.filter { $0.first == word.first && abs($0.count - word.count) <= 2 }
          .map { between(word, $0) }.filter { $0 <= (word.count < 5 ? 1 : 2) }.min()
      }
      guard !words.isEmpty, distances.count == words.count else { continue }
      near.append((candidate, distances.reduce(0, +)))
    }
    return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }
}
