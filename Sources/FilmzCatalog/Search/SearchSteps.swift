/// Counts the steps of a search, and ends the search if its task was cancelled.
///
/// A step is about ten nanoseconds of work, such as reading a posting; other work counts as several steps. The task is
/// checked after every ``interval`` steps, so that a cancelled search ends in less than two milliseconds.
final class SearchSteps {
  /// The number of steps between two checks.
  static let interval = 1 << 16
  /// The number of steps of reading the facts of a title.
  static let facts = 16
  /// The number of steps of reading and comparing the names of a title or a person.
  static let names = 256

  /// The number of steps; a private property is written without a check for overlapping accesses, which would take longer
  /// than a step.
  private var taken = 0
  private var nextCheck: Int
  private let interval: Int
  private let check: () throws -> Void

  /// Creates a counter; `check` throws an error to end the search.
  init(interval: Int = SearchSteps.interval, check: @escaping () throws -> Void = { try Task.checkCancellation() }) {
    (nextCheck, self.interval, self.check) = (interval, interval, check)
  }

  /// The number of steps that have been counted.
  var count: Int { taken }

  /// Counts steps.
  ///
  /// - Throws: `CancellationError`.
  @inline(__always)
  func take(_ steps: Int = 1) throws {
    taken += steps
    if taken >= nextCheck { try checkNow() }
  }

  private func checkNow() throws {
    nextCheck = taken + interval
    try check()
  }
}
