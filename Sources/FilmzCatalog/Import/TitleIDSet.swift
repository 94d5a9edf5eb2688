/// IMDb's numbers that came already: a bit for each.
struct TitleIDSet: Sendable {
  /// Numbers from here on are no titles of today; they lie in a set, so that no file makes the bits
  /// many.
  private static let most = UInt32(1) << 28

  private var bits: [UInt64] = []
  private var others: Set<UInt32> = []

  /// Notes a number.
  ///
  /// - Returns: Whether it is new.
  mutating func insert(_ id: UInt32) -> Bool {
    guard id < Self.most else { return others.insert(id).inserted }
    let word = Int(id / 64)
    if word >= bits.count { bits += [UInt64](repeating: 0, count: word + 1024 - bits.count) }
    let bit = UInt64(1) << UInt64(id % 64)
    defer { bits[word] |= bit }
    return bits[word] & bit == 0
  }
}
