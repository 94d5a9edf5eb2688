import FilmzDomain

/// Ratings and votes by title, in the order of IMDb's numbers: 9 bytes a title.
struct RatingTable: Sendable {
  private var ids: [UInt32] = []
  private var votes: [UInt32] = []
  private var ratings: [UInt8] = []
  private var isSorted = true
  /// Where the last title was found; the files have the same order.
  private var last = 0

  init() {}

  /// Adds a row of `title.ratings`: tconst, averageRating, numVotes.
  ///
  /// - Returns: Whether the row could be read.
  mutating func add(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) -> Bool {
    guard let id = bytes.id(fields[0], "tt"), let rating = bytes.tenths(fields[1]),
      let count = bytes.number(fields[2])
    else { return false }
    if let before = ids.last, before >= id { isSorted = false }
    ids.append(id)
    ratings.append(UInt8(rating))
    votes.append(UInt32(count))
    return true
  }

  /// Brings the titles into order.
  mutating func sort() {
    guard !isSorted else { return }
    let order = ids.indices.sorted { ids[$0] < ids[$1] }
    ids = order.map { ids[$0] }
    votes = order.map { votes[$0] }
    ratings = order.map { ratings[$0] }
    isSorted = true
  }

  /// Rating in tenths and votes of a title, 0 where it has none.
  mutating func value(for id: UInt32) -> (rating: UInt8, votes: UInt32) {
    if last >= ids.count || ids[last] > id || (last + 8 < ids.count && ids[last + 8] < id) {
      last = ids.partitionPoint { $0 >= id }
    } else {
      while last < ids.count, ids[last] < id { last += 1 }
    }
    guard last < ids.count, ids[last] == id else { return (0, 0) }
    return (ratings[last], votes[last])
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first place where something holds that holds for all elements behind it.
  func partitionPoint(_ holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
