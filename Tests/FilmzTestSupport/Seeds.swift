import Foundation

/// The seeds of tests of properties.
///
/// A run of the tests uses the first third of them. The environment variable `FILMZ_TESTS_SEEDS` chooses others:
/// `+0` all of them, `+1000` each plus 1,000, `7..9` these instead.
package enum Seeds {
  /// Returns the seeds that this run uses of those that a test has.
  package static func of(_ all: ClosedRange<UInt64>) -> ClosedRange<UInt64> {
    of(all, choice: ProcessInfo.processInfo.environment["FILMZ_TESTS_SEEDS"])
  }

  package static func of(_ all: ClosedRange<UInt64>, choice: String?) -> ClosedRange<UInt64> {
    guard let choice, !choice.isEmpty else {
      return all.lowerBound...(all.lowerBound + (all.upperBound - all.lowerBound) / 3)
    }
    if choice.hasPrefix("+"), let offset = UInt64(choice.dropFirst()) {
      return (all.lowerBound + offset)...(all.upperBound + offset)
    }
    let bounds = choice.components(separatedBy: "..").compactMap { UInt64($0) }
    precondition(
      bounds.count == 2 && bounds[0] <= bounds[1],
      "FILMZ_TESTS_SEEDS is \(choice), not as +1000 or 7..9")
    return bounds[0]...bounds[1]
  }
}
