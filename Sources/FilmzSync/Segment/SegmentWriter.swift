import FilmzStore
import Foundation

/// Appends values to the binary form of a segment, which ``SyncSegment`` describes.
struct SegmentWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends a number in groups of seven bits, the lowest first; all but the last have the high bit set.
  mutating func append(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Appends a signed number: twice the number, or −1 minus twice the number if it is negative.
  mutating func append(signed number: Int64) {
    append(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  /// Appends the differences of consecutive numbers, of which the first is the difference from 0.
  mutating func append(differences numbers: some Sequence<Int64>) {
    var previous: Int64 = 0
    for number in numbers {
      append(signed: number &- previous)
      previous = number
    }
  }

  /// Appends a date: 0 and the microseconds since 1970 if they give the date exactly; otherwise 1 and the
  /// bits of the seconds since 2001.
  mutating func append(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    if abs(microseconds) < 0x1p53, Date(microseconds: Int64(microseconds)) == date {
      append(0)
      append(signed: Int64(microseconds))
    } else {
      append(1)
      append(date.timeIntervalSinceReferenceDate.bitPattern)
    }
  }

  /// Appends a column of texts: first what tells their form and length, then their bytes.
  mutating func append(texts: some Sequence<String?>) {
    var bodies: [UInt8] = []
    for text in texts {
      if let text {
        append(text, bodies: &bodies)
      } else {
        append(TextForm.none.code)
      }
    }
    bytes += bodies
  }

  private mutating func append(_ text: String, bodies: inout [UInt8]) {
    if let uuid = PackedUUID(text) {
      append((uuid.isUppercase ? TextForm.uppercaseUUID : .lowercaseUUID).code)
      bodies += uuid.bytes
    } else {
      append(TextForm.text(size: text.utf8.count).code)
      bodies += text.utf8
    }
  }
}

/// The form in which a text is stored.
enum TextForm {
  case none
  case uppercaseUUID
  case lowercaseUUID
  /// UTF-8 of a size in bytes.
  case text(size: Int)

  init(code: UInt64) {
    self =
      switch code {
      case 0: .none
      case 1: .uppercaseUUID
      case 2: .lowercaseUUID
      default: .text(size: Int(clamping: code - 3))
      }
  }

  var code: UInt64 {
    switch self {
    case .none: 0
    case .uppercaseUUID: 1
    case .lowercaseUUID: 2
    case .text(let size): UInt64(size) + 3
    }
  }
}
