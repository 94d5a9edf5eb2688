/// Assigns a bit to each genre, so that a set of genres can be stored as an integer.
struct GenreTable: Sendable {
  /// The maximum number of genres (IMDb has 28); further ones are ignored.
  private static let capacity = 32

  /// The names of the genres, ordered by their bits.
  private(set) var names: [String] = []
  private var bitsByName: [[UInt8]: UInt32] = [:]

  /// Returns the genres of a comma-separated field as a set of bits; adds new genres to the table.
  mutating func bits(_ bytes: Span<UInt8>, _ field: Range<Int>) -> UInt32 {
    var set: UInt32 = 0
    bytes.list(field) { set |= bit($0.map { bytes[$0] }) }
    return set
  }

  /// Returns genres as a set of bits; adds new genres to the table.
  mutating func bits(_ names: [String]) -> UInt32 {
    names.reduce(0) { $0 | bit(Array($1.utf8)) }
  }

  private mutating func bit(_ name: [UInt8]) -> UInt32 {
    if let bit = bitsByName[name] { return bit }
    guard names.count < Self.capacity, !name.isEmpty else { return 0 }
    let bit = UInt32(1) << UInt32(names.count)
    names.append(String(decoding: name, as: UTF8.self))
    bitsByName[name] = bit
    return bit
  }
}
