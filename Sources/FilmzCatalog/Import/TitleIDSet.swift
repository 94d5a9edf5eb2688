/// A set of title ids, stored as a bitmap.
struct TitleIDSet: Sendable {
  /// The lowest id that is not stored in the bitmap; the ids of existing titles are lower.
  ///
  /// This id and greater ones are stored in a `Set`, so that a malformed file cannot make the bitmap
  /// huge.
  private static let bitmapLimit = UInt32(1) << 28

  private var bits: [UInt64] = []
  private var largeIDs: Set<UInt32> = []

  /// Inserts an id, and returns whether it was not in the set before.
  mutating func insert(_ id: UInt32) -> Bool {
    guard id < Self.bitmapLimit else { return largeIDs.insert(id).inserted }
    let word = Int(id / 64)
    if word >= bits.count { bits += [UInt64](repeating: 0, count: word + 1024 - bits.count) }
    let bit = UInt64(1) << UInt64(id % 64)
    defer { bits[word] |= bit }
    return bits[word] & bit == 0
  }

  func contains(_ id: UInt32) -> Bool {
    guard id < Self.bitmapLimit else { return largeIDs.contains(id) }
    let word = Int(id / 64)
    return word < bits.count && bits[word] & 1 << UInt64(id % 64) != 0
  }
}
