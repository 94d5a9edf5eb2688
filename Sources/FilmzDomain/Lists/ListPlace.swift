/// A film's place in a list.
package struct ListPlace: Sendable, Hashable {
  package let film: FilmID
  /// The text of the place's ``ListPosition``, or any other text that another program wrote.
  package let position: String

  package init(film: FilmID, position: String) { (self.film, self.position) = (film, position) }
}

// The places of the films of a list, in their order.
extension [ListPlace] {
  package var films: [FilmID] { map(\.film) }

  /// Returns the places for films in another order; films may be added or removed.
  ///
  /// As many places as possible keep their positions. The others get new positions between those, chosen by
  /// `installation`. The films must not have duplicates. If possible, the fractions of new positions differ from those
  /// of the positions `used`, which undo may restore.
  package func rearranged(_ films: [FilmID], by installation: String, avoiding used: Set<String> = []) -> [ListPlace] {
    let indices = Dictionary(enumerated().map { ($1.film, $0) }) { first, _ in first }
    let oldIndices = films.map { indices[$0] }
    let kept = oldIndices.longestIncreasingSubsequence
    let oldPositions = oldIndices.enumerated().map { index, old in
      kept.contains(index) ? old.flatMap { ListPosition(self[$0].position) } : nil
    }
    let usedFractions = Set(used.compactMap { ListPosition($0)?.fraction }).sorted()
    let positions = Self.completed(oldPositions, by: installation, avoiding: usedFractions)
    return zip(films, positions).map { ListPlace(film: $0, position: $1.text) }
  }

  /// Returns ascending positions, of which some are given.
  ///
  /// If there are not enough fractions between two positions, the second one is replaced as well; if there are not
  /// enough at the end, all positions are. Positions with equal fractions, which installations chose independently, are
  /// kept as long as nothing is inserted between them.
  private static func completed(
    _ positions: [ListPosition?], by installation: String, avoiding used: [String]
  ) -> [ListPosition] {
    func chosen(_ fractions: [String]) -> [ListPosition] {
      fractions.map { ListPosition(fraction: $0, installation: installation) }
    }
    var result: [ListPosition] = []
    var start = 0
    for end in positions.indices {
      guard let position = positions[end] else { continue }
      let lower = result.last
      if start == end {
        guard lower.map({ $0.text < position.text }) ?? true else { continue }
        result.append(position)
      } else {
        let fractions = fractions(end - start, after: lower?.fraction, before: position.fraction, avoiding: used)
        guard let fractions else { continue }
        result += chosen(fractions) + [position]
      }
      start = end + 1
    }
    let rest = fractions(positions.count - start, after: result.last?.fraction, before: nil, avoiding: used)
    if let rest { return result + chosen(rest) }
    return chosen(ListPosition.fractions(positions.count, after: nil, before: nil) ?? [])
  }

  /// Returns fractions between two others; `nil` if there are not enough.
  ///
  /// If possible, they follow those of `used` that are between the two or, at the beginning of a list, precede them.
  private static func fractions(
    _ count: Int, after lower: String?, before upper: String?, avoiding used: [String]
  ) -> [String]? {
    let start = lower.map { lower in used.partitionPoint { $0 > lower } } ?? 0
    let end = upper.map { upper in used.partitionPoint { $0 >= upper } } ?? used.count
    guard start < end, let first = used[start..<end].first, let last = used[start..<end].last else {
      return ListPosition.fractions(count, after: lower, before: upper)
    }
    let atOneEnd =
      lower == nil && upper != nil
      ? ListPosition.fractions(count, after: nil, before: first)
      : ListPosition.fractions(count, after: last, before: upper)
    return atOneEnd ?? ListPosition.fractions(count, after: lower, before: upper)
  }
}

extension [Int?] {
  /// The indices of the elements of a longest ascending subsequence; `nil` elements are never part of it.
  var longestIncreasingSubsequence: Set<Int> {
    // For each length, the index of the last element of an ascending subsequence: the one with the smallest last value.
    var ends: [Int] = []
    var predecessors: [Int?] = Array(repeating: nil, count: count)
    for (index, value) in enumerated() {
      guard let value else { continue }
      let length = ends.partitionPoint { self[$0] ?? 0 >= value }
      predecessors[index] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var indices: Set<Int> = []
    var next = ends.last
    while let index = next {
      indices.insert(index)
      next = predecessors[index]
    }
    return indices
  }
}
