/// The edit distance between two words: the number of inserted, deleted, replaced, and swapped
/// neighbouring letters (optimal string alignment).
///
/// A value reuses its buffers, so use one value to compare many words.
package struct SpellingDistance {
  private var rowBeforePrevious: [Int] = []
  private var previousRow: [Int] = []
  private var row: [Int] = []

  package init() {}

  /// Returns the distance between two words of Unicode scalars, or `nil` if it exceeds `maximum`.
  package mutating func between(_ left: [UInt32], _ right: [UInt32], maximum: Int) -> Int? {
    guard abs(left.count - right.count) <= maximum else { return nil }
    previousRow = Array(0...right.count)
    rowBeforePrevious = previousRow
    row = previousRow
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

  /// Returns the distance between two words, or `nil` if it exceeds `maximum`.
  package static func between(_ left: String, _ right: String, maximum: Int) -> Int? {
    var distance = SpellingDistance()
    return distance.between(
      left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value), maximum: maximum)
  }

  /// Returns the candidate that is most similar to a word, or `nil` if none is likely to be meant.
  ///
  /// Two errors are allowed only in words of five or more letters: `heat` is not a misspelled `help`.
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

  /// Returns the names with a similar spelling, at most three, the most similar first.
  ///
  /// A name is similar if each word of `name` is similar to one of its words and has the same first
  /// letter.
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
    return similarNames.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
  }
}
