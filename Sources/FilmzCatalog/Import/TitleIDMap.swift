/// A map from title ids to integers: a bitmap of the ids, and the values in the order of the ids.
///
/// Needs 4 bytes per title, and 1.5 bits for each number up to the greatest id in the bitmap.
struct TitleIDMap: Sendable {
  /// The lowest id that is not stored in the bitmap; the ids of existing titles are lower.
  ///
  /// This id and greater ones are stored in a dictionary, so that a malformed file cannot make the
  /// bitmap huge.
  private static let bitmapLimit = UInt32(1) << 28

  /// A bit for each id, which is set if the map has a value for the id.
  private var bits: [UInt64] = []
  /// For each element of `bits`, the number of bits set in the preceding elements.
  private var precedingBits: [UInt32] = []
  /// The values of the ids in the bitmap, ordered by id.
  private var values: [UInt32] = []
  /// The values of the other ids.
  private var valuesOfLargeIDs: [UInt32: UInt32] = [:]

  /// Creates an empty map.
  init() {}

  /// Creates a map from the pairs of ids and values that `forEach` passes to its argument.
  ///
  /// `forEach` is called twice, and has to pass the same pairs both times.
  init(_ forEach: ((_ id: UInt32, _ value: UInt32) -> Void) throws -> Void) rethrows {
    try forEach { id, value in
      if id < Self.bitmapLimit { setBit(id) } else { valuesOfLargeIDs[id] = value }
    }
    var count: UInt32 = 0
    precedingBits.reserveCapacity(bits.count)
    for word in bits {
      precedingBits.append(count)
      count += UInt32(word.nonzeroBitCount)
    }
    values = [UInt32](repeating: 0, count: Int(count))
    try forEach { id, value in
      if let index = index(of: id) { values[index] = value }
    }
  }

  private mutating func setBit(_ id: UInt32) {
    let word = Int(id / 64)
    if word >= bits.count { bits += [UInt64](repeating: 0, count: word + 1024 - bits.count) }
    bits[word] |= 1 << UInt64(id % 64)
  }

  /// Returns the value for a title, or `nil` if there is none.
  func value(for id: UInt32) -> UInt32? {
    id < Self.bitmapLimit ? index(of: id).map { values[$0] } : valuesOfLargeIDs[id]
  }

  private func index(of id: UInt32) -> Int? {
    let word = Int(id / 64)
    let bit = UInt64(1) << UInt64(id % 64)
    guard word < bits.count, bits[word] & bit != 0 else { return nil }
    return Int(precedingBits[word]) + (bits[word] & (bit - 1)).nonzeroBitCount
  }
}
