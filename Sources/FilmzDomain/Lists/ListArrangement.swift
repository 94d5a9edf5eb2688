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
  /// `installation` has chosen. The films must not have duplicates.
  package func rearranged(_ films: [FilmID], by installation: String) -> ListArrangement {
    let indices = Dictionary(places.enumerated().map { ($1.film, $0) }) { first, _ in first }
    let oldIndices = films.map { indices[$0] }
    let kept = Self.longestIncreasingSubsequence(oldIndices)
    let oldPositions = oldIndices.enumerated().map { index, old in
      kept.contains(index) ? old.flatMap { ListPosition(places[$0].position) } : nil
    }
    let positions = Self.completed(oldPositions, by: installation)
    return ListArrangement(
      zip(films, positions).map { Place(film: $0, position: $1.text) })
  }

  /// Returns ascending positions, of which some are given.
  ///
  /// If there is no room between two positions, the second one is replaced as well; if there is none at the
  /// end, all are. Positions with one fraction, which installations chose independently, are kept as long as
  /// nothing is inserted between them.
  private static func completed(
    _ positions: [ListPosition?], by installation: String
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
        let fractions = ListPosition.fractions(
          end - start, after: lower?.fraction, before: position.fraction)
        guard let fractions else { continue }
        result += chosen(fractions) + [position]
      }
      start = end + 1
    }
    let rest = ListPosition.fractions(
      positions.count - start, after: result.last?.fraction, before: nil)
    if let rest { return result + chosen(rest) }
    return chosen(ListPosition.fractions(positions.count, after: nil, before: nil) ?? [])
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
