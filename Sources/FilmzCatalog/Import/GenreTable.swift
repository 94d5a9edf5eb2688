/// Genres by the bits that stand for them.
struct GenreTable: Sendable {
  /// Bits of a set of genres; IMDb has 28 genres, and what comes behind 32 is not kept.
  private static let most = 32

  private(set) var names: [String] = []
  private var bits: [[UInt8]: UInt32] = [:]

  /// The set of genres of a field.
  mutating func bits(_ bytes: Span<UInt8>, _ field: Range<Int>) -> UInt32 {
    var set: UInt32 = 0
    bytes.list(field) { set |= bit($0.map { bytes[$0] }) }
    return set
  }

  /// The set of some genres.
  mutating func bits(_ names: [String]) -> UInt32 {
    names.reduce(0) { $0 | bit(Array($1.utf8)) }
  }

  private mutating func bit(_ key: [UInt8]) -> UInt32 {
    if let bit = bits[key] { return bit }
    guard names.count < Self.most, !key.isEmpty else { return 0 }
    let bit = UInt32(1) << UInt32(names.count)
    names.append(String(decoding: key, as: UTF8.self))
    bits[key] = bit
    return bit
  }
}
