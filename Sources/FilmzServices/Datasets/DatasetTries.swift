import FilmzDomain

/// Counts the tries of a download that fail in a row.
///
/// A try that gets on by a good piece begins the count anew, so that a long download over a bad line
/// ends; one that fetches the same bytes again and again gets nowhere.
struct DatasetTries {
  /// Bytes by which a try has to get on.
  static let piece = 1 << 18

  private(set) var failures = 0
  /// The furthest that the part came.
  private var reached: Int
  private var firstFailure = ContinuousClock.now

  /// - Parameter bytes: The size of the part before the first try.
  init(from bytes: Int) { reached = bytes }

  /// Seconds since the first failure of the row.
  var elapsed: Double { firstFailure.duration(to: .now).seconds }

  /// Notes that a try failed, with a part that is so long now.
  mutating func fail(at bytes: Int) {
    if bytes >= reached + Self.piece { failures = 0 }
    reached = max(reached, bytes)
    if failures == 0 { firstFailure = .now }
    failures += 1
  }
}
