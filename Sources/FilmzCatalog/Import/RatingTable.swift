import FilmzDomain

/// The rating and the votes of each title by its id; 9 bytes per title.
struct RatingTable: Sendable {
  private var ids: [UInt32] = []
  private var votes: [UInt32] = []
  private var ratings: [UInt8] = []
  private var isSorted = true
  /// The index at which the last lookup ended.
  ///
  /// The next id is expected shortly after this index, because `title.ratings` and `title.basics` are
  /// both ordered by id.
  private var lastIndex = 0

  init() {}

  /// Adds a row of `title.ratings` (tconst, averageRating, numVotes), and returns whether it is
  /// well-formed.
  mutating func add(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) -> Bool {
    guard let id = bytes.id(fields[0], "tt"), let rating = bytes.tenths(fields[1]),
      let count = bytes.number(fields[2])
    else { return false }
    if let previousID = ids.last, previousID >= id { isSorted = false }
    ids.append(id)
    ratings.append(UInt8(rating))
    votes.append(UInt32(count))
    return true
  }

  /// Sorts the titles by id, as ``value(for:)`` requires.
  mutating func sort() {
    guard !isSorted else { return }
    let order = ids.indices.sorted { ids[$0] < ids[$1] }
    ids = order.map { ids[$0] }
    votes = order.map { votes[$0] }
    ratings = order.map { ratings[$0] }
    isSorted = true
  }

  /// Returns the rating in tenths of a point and the votes of a title; zeros if the title has no
  /// rating.
  mutating func value(for id: UInt32) -> (rating: UInt8, votes: UInt32) {
    // Steps forward if the id is at most eight entries ahead; otherwise uses binary search.
    if lastIndex >= ids.count || ids[lastIndex] > id
      || (lastIndex + 8 < ids.count && ids[lastIndex + 8] < id)
    {
      lastIndex = ids.partitionPoint { $0 >= id }
    } else {
      while lastIndex < ids.count, ids[lastIndex] < id { lastIndex += 1 }
    }
    guard lastIndex < ids.count, ids[lastIndex] == id else { return (0, 0) }
    return (ratings[lastIndex], votes[lastIndex])
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a predicate, or `endIndex`.
  ///
  /// All elements after that one have to satisfy the predicate too.
  func partitionPoint(_ predicate: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
