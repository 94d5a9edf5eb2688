/// A random generator of which every seed gives the same numbers (Steele et al., SplitMix64, 2014).
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

  /// Whether one of so many cases is met.
  package mutating func isOne(of cases: Int) -> Bool {
    Int.random(in: 0..<cases, using: &self) == 0
  }

  /// One of some values.
  package mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }
}
