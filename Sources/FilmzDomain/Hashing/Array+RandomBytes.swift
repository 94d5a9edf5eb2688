extension [UInt8] {
  /// Returns random bytes that cannot be predicted, from the system's generator.
  package static func random(count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
