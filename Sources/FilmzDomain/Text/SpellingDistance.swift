/// Typing errors between two words: letters too many, missing, wrong, or swapped with a neighbour
/// (optimal string alignment).
///
/// A value keeps its buffers, so that one that is used for many words does not allocate for each.
package struct SpellingDistance {
  private var before: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  package init() {}

  /// The number of errors between two words as Unicode scalars, or `nil` if there are more than `most`.
  package mutating func between(_ left: [UInt32], _ right: [UInt32], most: Int) -> Int? {
    guard abs(left.count - right.count) <= most else { return nil }
    last = Array(0...right.count)
    before = last
    row = last
    for i in left.indices {
      row[0] = i + 1
      var least = row[0]
      for j in right.indices {
        var value = min(last[j + 1], row[j]) + 1
        value = min(value, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          value = min(value, before[j - 1] + 1)
        }
        row[j + 1] = value
        least = min(least, value)
      }
      guard least <= most else { return nil }
      swap(&before, &last)
      swap(&last, &row)
    }
    return last[right.count] <= most ? last[right.count] : nil
  }

  /// The number of errors between two words, or `nil` if there are more than `most`.
  package static func between(_ left: String, _ right: String, most: Int) -> Int? {
    var distance = SpellingDistance()
    return distance.between(
      left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value), most: most)
  }

  /// The nearest of some words, if one is near enough to be what was meant.
  ///
  /// Two errors in a short word are another word: `heat` is no `help`.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    guard word.count > 1 else { return nil }
    let limit = word.count < 5 ? 1 : 2
    let scalars = word.unicodeScalars.map(\.value)
    var distance = SpellingDistance()
    return candidates.compactMap { candidate in
      let other = candidate.lowercased().unicodeScalars.map(\.value)
      return distance.between(scalars, other, most: min(limit, max(1, candidate.count - 1)))
        .map { (errors: $0, candidate: candidate) }
    }.min { ($0.errors, $0.candidate) < ($1.errors, $1.candidate) }?.candidate
  }

  /// Returns names that are spelled like an unknown one: each of its words is near to one of theirs, with
  /// the first letter right.
  ///
  /// - Returns: Three at most, the nearest first.
  package static func names(near name: String, among names: some Sequence<String>) -> [String] {
    let words = TextFolding.words(name)
    var near: [(name: String, distance: Int)] = []
    for candidate in names {
      let others = TextFolding.words(candidate)
      let distances = words.compactMap { word in
        others.filter { $0.first == word.first }
          .compactMap { between(word, $0, most: word.count < 5 ? 1 : 2) }.min()
      }
      guard !words.isEmpty, distances.count == words.count else { continue }
      near.append((candidate, distances.reduce(0, +)))
    }
    return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }
}
