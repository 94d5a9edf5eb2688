import Foundation

/// The seeds of property tests, and the cases of tests with thousands of cases.
///
/// A run of the tests uses a third of them. With the environment variable `FILMZ_TESTS_SEEDS`, it uses all cases and
/// other seeds: `+0` all seeds, `+1000` all seeds plus 1,000, `7..9` the seeds 7 to 9.
package enum Seeds {
  private static var choice: String? {
    ProcessInfo.processInfo.environment["FILMZ_TESTS_SEEDS"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns every third case, beginning with the one at index `number` % 3; all cases if `FILMZ_TESTS_SEEDS` is set.
  package static func cases<Case>(of all: [Case], from number: Int) -> [Case] {
    choice != nil ? all : stride(from: number % 3, to: all.count, by: 3).map { all[$0] }
  }

  /// Returns those seeds of a test that this run uses.
  package static func of(_ all: ClosedRange<UInt64>) -> ClosedRange<UInt64> {
    of(all, choice: choice)
  }

  package static func of(_ all: ClosedRange<UInt64>, choice: String?) -> ClosedRange<UInt64> {
    guard let choice else {
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

/// A random number generator with reproducible output for a seed (SplitMix64, Steele et al., 2014).
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns `true` with the probability 1/`count`.
  package mutating func chance(oneIn count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }

  /// Returns a random element of an array.
  package mutating func element<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }
}
