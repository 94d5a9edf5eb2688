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
