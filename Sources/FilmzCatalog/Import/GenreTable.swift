/// Assigns a bit to each genre, so that a set of genres can be stored as an integer.
struct GenreTable: Sendable {
  /// The maximum number of genres (IMDb has 28); further ones are ignored.
  private static let capacity = 32

  /// The names of the genres, ordered by their bits.
  private(set) var names: [String] = []
  /// The names in UTF-8.
  private var nameBytes: [[UInt8]] = []

  /// Returns the genres of a comma-separated field as a set of bits; adds new genres to the table.
  mutating func bits(_ bytes: Span<UInt8>, _ field: Range<Int>) -> UInt32 {
    var set: UInt32 = 0
    bytes.list(field) { set |= bit(bytes.extracting($0)) }
    return set
  }

  /// Returns genres as a set of bits; adds new genres to the table.
  mutating func bits(_ names: [String]) -> UInt32 {
    names.reduce(0) { $0 | bit(Array($1.utf8).span) }
  }

  private mutating func bit(_ name: Span<UInt8>) -> UInt32 {
    for (number, other) in nameBytes.enumerated() where name.equals(other.span) {
      return 1 << UInt32(number)
    }
    guard names.count < Self.capacity, !name.isEmpty else { return 0 }
    let bytes = name.indices.map { name[$0] }
    names.append(String(decoding: bytes, as: UTF8.self))
    nameBytes.append(bytes)
    return 1 << UInt32(names.count - 1)
  }
}

extension Span<UInt8> {
  /// Returns whether this span has the same bytes as another one.
  fileprivate func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
