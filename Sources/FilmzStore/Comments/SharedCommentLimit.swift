import FilmzDomain

/// Which comments of the members of a server are kept, so that none of them can fill the collection.
///
/// Source: contract, PostgreSQL.
package struct SharedCommentLimit: Sendable {
  private struct Day: Hashable {
    let writer: String
    let date: String
  }

  private var counts: [Day: Int] = [:]
  private var sizes: [String: Int] = [:]
  /// The numbers of comments that were left out, by their writers.
  package private(set) var leftOut: [String: Int] = [:]

  package init() {}

  /// `true` if more is kept than may be, such as by an earlier version.
  package var isExceeded: Bool {
    counts.values.contains { $0 > FilmComment.maximumSharedPerDay }
      || sizes.values.contains { $0 > FilmComment.maximumSharedTotal }
  }

  /// Adds comments of a writer and day that are kept; negative numbers remove them.
  mutating func add(_ count: Int, size: Int, of writer: String, on date: String) {
    counts[Day(writer: writer, date: date), default: 0] += count
    sizes[writer, default: 0] += size
  }

  /// Returns whether a comment is kept, and counts it.
  mutating func admits(_ text: String, of writer: String, on date: String) -> Bool {
    let day = Day(writer: writer, date: date)
    guard counts[day] ?? 0 < FilmComment.maximumSharedPerDay,
      (sizes[writer] ?? 0) + text.utf8.count <= FilmComment.maximumSharedTotal
    else {
      leftOut[writer, default: 0] += 1
      return false
    }
    add(1, size: text.utf8.count, of: writer, on: date)
    return true
  }
}
