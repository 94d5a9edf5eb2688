/// Computes the edit distance between words: the minimum number of letters to insert, delete, replace, or
/// swap with a neighbor (optimal string alignment).
///
/// One value reuses its buffers, which makes the comparison of many words faster.
package struct SpellingDistance {
  private var rowBeforePrevious: [Int] = []
  private var previousRow: [Int] = []
  private var row: [Int] = []

  package init() {}

  /// Returns the distance between two words of Unicode scalars, or `nil` if it exceeds `maximum`.
  package mutating func between(_ left: [UInt32], _ right: [UInt32], maximum: Int) -> Int? {
    guard abs(left.count - right.count) <= maximum else { return nil }
    Self.reset(&rowBeforePrevious, right.count)
    Self.reset(&previousRow, right.count)
    Self.reset(&row, right.count)
    for i in left.indices {
      row[0] = i + 1
      var rowMinimum = row[0]
      for j in right.indices {
        var value = min(previousRow[j + 1], row[j]) + 1
        value = min(value, previousRow[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          value = min(value, rowBeforePrevious[j - 1] + 1)
        }
        row[j + 1] = value
        rowMinimum = min(rowMinimum, value)
      }
      guard rowMinimum <= maximum else { return nil }
      swap(&rowBeforePrevious, &previousRow)
      swap(&previousRow, &row)
    }
    return previousRow[right.count] <= maximum ? previousRow[right.count] : nil
  }

  /// Sets a row to the numbers from 0 to a number, in the memory that it has.
  private static func reset(_ row: inout [Int], _ last: Int) {
    row.removeAll(keepingCapacity: true)
    row += 0...last
  }

  /// Returns the distance between two words, or `nil` if it exceeds `maximum`.
  package static func between(_ left: String, _ right: String, maximum: Int) -> Int? {
    var distance = SpellingDistance()
    return distance.between(left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value), maximum: maximum)
  }

  /// Returns the candidate with the smallest distance to a word, ignoring case; `nil` if none is near.
  ///
  /// The distance is at most 1, or 2 for words of five or more letters, so that `heat` is not a misspelled
  /// `help`. The result for a word of one letter is `nil`. Of candidates with equal distances, the
  /// alphabetically first one is returned.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    guard word.count > 1 else { return nil }
    let limit = word.count < 5 ? 1 : 2
    let scalars = word.unicodeScalars.map(\.value)
    var distance = SpellingDistance()
    return candidates.compactMap { candidate in
      let other = candidate.lowercased().unicodeScalars.map(\.value)
      return distance.between(scalars, other, maximum: min(limit, max(1, candidate.count - 1)))
        .map { (errors: $0, candidate: candidate) }
    }.min { ($0.errors, $0.candidate) < ($1.errors, $1.candidate) }?.candidate
  }

  /// Returns at most three names with a similar spelling, the most similar first.
  ///
  /// A candidate is similar if it has, for each word of `name`, a similar word with the same first letter. The distance
  /// of similar words is at most 1, or 2 for words of five or more letters. Case, accents, and punctuation are ignored.
  package static func names(near name: String, among names: some Sequence<String>) -> [String] {
    let words = TextFolding.words(name)
    var similarNames: [(name: String, distance: Int)] = []
    for candidate in names {
      let candidateWords = TextFolding.words(candidate)
      let distances = words.compactMap { word in
        candidateWords.filter { $0.first == word.first }
          .compactMap { between(word, $0, maximum: word.count < 5 ? 1 : 2) }.min()
      }
      guard !words.isEmpty, distances.count == words.count else { continue }
      similarNames.append((candidate, distances.reduce(0, +)))
    }
    return similarNames.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }
}
