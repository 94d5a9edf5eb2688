/// The places of the films of a list, in their order.
package struct ListArrangement: Sendable, Hashable {
  package struct Place: Sendable, Hashable {
    package let film: FilmID
    /// The text of the place's ``ListPosition``, or any other text that another program wrote.
    package let position: String

    package init(film: FilmID, position: String) {
      self.film = film
      self.position = position
    }
  }

  package let places: [Place]

  package init(_ places: [Place]) { self.places = places }

  package var films: [FilmID] { places.map(\.film) }

  /// Returns the places for films in another order, of which some may be new and some may be missing.
  ///
  /// As many places as possible keep their position. The others get new positions between those, which
  /// `installation` has chosen. The films must not have duplicates. A new position has no fraction of the positions
  /// `used`, which may come back, as long as there is room.
  package func rearranged(
    _ films: [FilmID], by installation: String, avoiding used: Set<String> = []
  ) -> ListArrangement {
    let indices = Dictionary(places.enumerated().map { ($1.film, $0) }) { first, _ in first }
    let oldIndices = films.map { indices[$0] }
    let kept = Self.longestIncreasingSubsequence(oldIndices)
    let oldPositions = oldIndices.enumerated().map { index, old in
      kept.contains(index) ? old.flatMap { ListPosition(places[$0].position) } : nil
    }
    let usedFractions = Set(used.compactMap { ListPosition($0)?.fraction }).sorted()
    let positions = Self.completed(oldPositions, by: installation, avoiding: usedFractions)
    return ListArrangement(
      zip(films, positions).map { Place(film: $0, position: $1.text) })
  }

  /// Returns ascending positions, of which some are given.
  ///
  /// If there is no room between two positions, the second one is replaced as well; if there is none at the
  /// end, all are. Positions with one fraction, which installations chose independently, are kept as long as
  /// nothing is inserted between them.
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
        let fractions = fractions(
          end - start, after: lower?.fraction, before: position.fraction, avoiding: used)
        guard let fractions else { continue }
        result += chosen(fractions) + [position]
      }
      start = end + 1
    }
    let rest = fractions(
      positions.count - start, after: result.last?.fraction, before: nil, avoiding: used)
    if let rest { return result + chosen(rest) }
    return chosen(ListPosition.fractions(positions.count, after: nil, before: nil) ?? [])
  }

  /// Returns fractions between two others: at the beginning of a list before those of `used` between them,
  /// otherwise after these; if there is no room there, anywhere.
  private static func fractions(
    _ count: Int, after lower: String?, before upper: String?, avoiding used: [String]
  ) -> [String]? {
    let start = lower.map { lower in index(in: used) { $0 > lower } } ?? 0
    let end = upper.map { upper in index(in: used) { $0 >= upper } } ?? used.count
    guard start < end, let first = used[start..<end].first, let last = used[start..<end].last else {
      return ListPosition.fractions(count, after: lower, before: upper)
    }
    let atOneEnd =
      lower == nil && upper != nil
      ? ListPosition.fractions(count, after: nil, before: first)
      : ListPosition.fractions(count, after: last, before: upper)
    return atOneEnd ?? ListPosition.fractions(count, after: lower, before: upper)
  }

  /// Returns the index of the first element that satisfies a condition, which all after it satisfy too.
  private static func index(in sorted: [String], where condition: (String) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(sorted[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the positions in an array of the elements of a longest ascending subsequence, without the missing
  /// elements.
  static func longestIncreasingSubsequence(_ values: [Int?]) -> Set<Int> {
    /// For each length, the index of the least last value of an ascending subsequence of that length.
    var ends: [Int] = []
    var predecessors: [Int?] = Array(repeating: nil, count: values.count)
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] ?? 0 < value { low = middle + 1 } else { high = middle }
      }
      predecessors[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
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
