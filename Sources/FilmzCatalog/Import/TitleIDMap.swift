/// Finds what stands for a title by IMDb's number: 4 bytes a title, and a bit and a half a number.
struct TitleIDMap: Sendable {
  /// Numbers from here on are no titles of today; they are looked up otherwise, so that no file makes
  /// the bits many.
  private static let most = UInt32(1) << 28

  /// A bit for each number that stands for a title.
  private var bits: [UInt64] = []
  /// How many bits are set before each 64 of them.
  private var before: [UInt32] = []
  /// What stands for the titles, in the order of their numbers.
  private var values: [UInt32] = []
  private var others: [UInt32: UInt32] = [:]

  /// Nothing stands for any title.
  init() {}

  /// Takes the numbers of titles, and what stands for each.
  ///
  /// The body goes through them, and is called twice.
  init(_ forEach: ((_ id: UInt32, _ value: UInt32) -> Void) throws -> Void) rethrows {
    try forEach { id, value in
      if id < Self.most { setBit(id) } else { others[id] = value }
    }
    var count: UInt32 = 0
    before.reserveCapacity(bits.count)
    for word in bits {
      before.append(count)
      count += UInt32(word.nonzeroBitCount)
    }
    values = [UInt32](repeating: 0, count: Int(count))
    try forEach { id, value in
      if let place = place(of: id) { values[place] = value }
    }
  }

  private mutating func setBit(_ id: UInt32) {
    let word = Int(id / 64)
    if word >= bits.count { bits += [UInt64](repeating: 0, count: word + 1024 - bits.count) }
    bits[word] |= 1 << UInt64(id % 64)
  }

  /// What stands for a title, if it is in the catalog.
  func value(for id: UInt32) -> UInt32? {
    id < Self.most ? place(of: id).map { values[$0] } : others[id]
  }

  private func place(of id: UInt32) -> Int? {
    let word = Int(id / 64)
    let bit = UInt64(1) << UInt64(id % 64)
    guard word < bits.count, bits[word] & bit != 0 else { return nil }
    return Int(before[word]) + (bits[word] & (bit - 1)).nonzeroBitCount
  }
}
