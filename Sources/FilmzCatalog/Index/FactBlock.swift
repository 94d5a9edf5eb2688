import FilmzDomain

/// The facts that hits are told apart by, of titles that follow each other in rank, as one row of
/// the catalog holds them.
///
/// For each title 16 bytes: IMDb's number (4), votes (4), genres (4), year (2), rating in tenths (1,
/// 0: none), type (1).
struct FactBlock {
  /// Titles of a block.
  static let size = 256
  private static let width = 16

  /// The facts of one title.
  struct Facts: Sendable, Equatable, BitwiseCopyable {
    let id: UInt32
    var votes: UInt32 = 0
    var genres: UInt32 = 0
    var year: UInt16 = 0
    var rating: UInt8 = 0
    let type: TitleType
  }

  private(set) var bytes: [UInt8] = []

  init() {}

  mutating func add(_ facts: Facts) {
    for value in [facts.id, facts.votes, facts.genres] { append(value) }
    bytes.append(UInt8(truncatingIfNeeded: facts.year))
    bytes.append(UInt8(truncatingIfNeeded: facts.year >> 8))
    bytes.append(facts.rating)
    bytes.append(facts.type.rawValue)
  }

  private mutating func append(_ value: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// The facts of a title of a row; nothing where the row is damaged.
  static func facts(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Facts? {
    let start = index * width
    guard start + width <= bytes.count,
      let type = TitleType(rawValue: bytes[start + 15])
    else { return nil }
    func number<Value: FixedWidthInteger>(_ offset: Int, _ type: Value.Type) -> Value {
      Value(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: Value.self))
    }
    return Facts(
      id: number(0, UInt32.self), votes: number(4, UInt32.self), genres: number(8, UInt32.self),
      year: number(12, UInt16.self), rating: bytes[start + 14], type: type)
  }
}
