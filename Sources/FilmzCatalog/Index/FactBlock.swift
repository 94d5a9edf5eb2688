import Foundation

/// A row of the table `factBlock`: the facts of titles with consecutive ranks, for filtering and ranking.
///
/// Each title has 18 bytes: id (4), votes (4), genres (4), year (2), rating in tenths of a point (1),
/// type (1), runtime in minutes (2). Integers are little-endian; unknown values are 0.
struct FactBlock {
  /// The number of titles in a block; the last block may have fewer.
  static let size = 256
  /// The number of bytes per title.
  private static let width = 18

  /// The facts of one title; unknown values are 0.
  struct Facts: Sendable, Equatable, BitwiseCopyable {
    let id: UInt32
    var votes: UInt32 = 0
    /// A set of bits; see ``GenreTable``.
    var genres: UInt32 = 0
    var year: UInt16 = 0
    /// The rating in tenths of a point.
    var rating: UInt8 = 0
    let type: TitleType
    /// The runtime in minutes.
    var runtime: UInt16 = 0
  }

  private(set) var bytes: [UInt8] = []

  mutating func add(_ facts: Facts) {
    append(facts.id)
    append(facts.votes)
    append(facts.genres)
    append(facts.year)
    bytes.append(facts.rating)
    bytes.append(facts.type.rawValue)
    append(facts.runtime)
  }

  private mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Returns the facts of the title at an index of a row.
  ///
  /// Returns `nil` if the row has no title at the index, or the type of the title is invalid.
  @inline(__always)
  static func facts(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Facts? {
    let start = index * width
    guard start + width <= bytes.count, let type = TitleType(rawValue: bytes[start + 15]) else { return nil }
    func number<Value: FixedWidthInteger>(_ offset: Int, _ type: Value.Type) -> Value {
      Value(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: Value.self))
    }
    return Facts(
      id: number(0, UInt32.self), votes: number(4, UInt32.self), genres: number(8, UInt32.self),
      year: number(12, UInt16.self), rating: bytes[start + 14], type: type, runtime: number(16, UInt16.self))
  }
}

/// The format of the credits of a title.
///
/// Each credit consists of the role (1 byte) and the id of the person as a ``Varint``. The credits are
/// in the order in which the datasets list them.
enum CreditList {
  static func append(_ person: UInt32, _ role: Role, to bytes: inout [UInt8]) {
    bytes.append(role.rawValue)
    Varint.append(person, to: &bytes)
  }

  /// Returns the credits; if the bytes are damaged, ids and roles are wrong.
  static func read(_ bytes: UnsafeRawBufferPointer) -> [(person: UInt32, role: Role)] {
    var people: [(person: UInt32, role: Role)] = []
    var index = 0
    while index + 1 < bytes.count {
      let role = Role(rawValue: bytes[index])
      index += 1
      people.append((Varint.read(bytes, at: &index), role))
    }
    return people
  }
}

/// The popularity of a title: the decimal logarithm of its votes plus the weight of its type.
///
/// The greatest popularity of a title is about 6.5, for three million votes.
enum Popularity {
  /// A number that is greater than the popularity of any title.
  static let limit = 10.0

  /// Returns the popularity of a title; it may be negative if the title has few votes or none.
  static func score(_ facts: FactBlock.Facts) -> Double { score(votes: Int(facts.votes), facts.type) }

  /// Returns the popularity of a title with a number of votes and a type.
  static func score(votes: Int, _ type: TitleType) -> Double {
    (votes > 0 ? log10(Double(votes) + 1) : 0) + type.weight
  }
}
