/// A map from IMDb's numbers of titles to integers: a bitmap with rank lookup, and the values.
///
/// Takes 4 bytes per title, and one and a half bits per number up to the greatest one.
struct TitleIDMap: Sendable {
  /// The limit for numbers in the bitmap, which is greater than those of existing titles.
  ///
  /// Others are stored in a dictionary, so that a malformed file cannot make the bitmap huge.
  private static let bitmapLimit = UInt32(1) << 28

  /// A bit for each number, which is set if the map has a value for it.
  private var bits: [UInt64] = []
  /// For each word of `bits`, the number of bits set in the preceding words.
  private var precedingBits: [UInt32] = []
  /// The values, ordered by number.
  private var values: [UInt32] = []
  /// The values of numbers from `bitmapLimit` on.
  private var largeIDs: [UInt32: UInt32] = [:]

  /// Creates an empty map.
  init() {}

  /// Creates a map from the pairs that `forEach` passes to its argument; it is called twice.
  init(_ forEach: ((_ id: UInt32, _ value: UInt32) -> Void) throws -> Void) rethrows {
    try forEach { id, value in
      if id < Self.bitmapLimit { setBit(id) } else { largeIDs[id] = value }
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
    id < Self.bitmapLimit ? index(of: id).map { values[$0] } : largeIDs[id]
  }

  private func index(of id: UInt32) -> Int? {
    let word = Int(id / 64)
    let bit = UInt64(1) << UInt64(id % 64)
    guard word < bits.count, bits[word] & bit != 0 else { return nil }
    return Int(precedingBits[word]) + (bits[word] & (bit - 1)).nonzeroBitCount
  }
}
