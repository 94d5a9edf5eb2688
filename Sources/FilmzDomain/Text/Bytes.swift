/// Conversions between hexadecimal digits and their values.
package enum HexDigit {
  /// Returns the value of an ASCII character; `nil` if it is no digit of the given case.
  @inlinable
  package static func value(of character: UInt8, isUppercase: Bool) -> UInt8? {
    let firstLetter = isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    return switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case firstLetter..<firstLetter + 6: character - firstLetter + 10
    default: nil
    }
  }

  /// Returns the ASCII character of a value from 0 to 15.
  @inlinable
  package static func digit(of value: UInt8, isUppercase: Bool) -> UInt8 {
    if value < 10 { return UInt8(ascii: "0") + value }
    return (isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")) + value - 10
  }
}

extension [UInt8] {
  /// Parses two hexadecimal digits in lowercase for each byte; `nil` for any other text.
  package init?(hexadecimal text: Substring) {
    self = []
    reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = HexDigit.value(of: digit, isUppercase: false) else { return nil }
      if let first = high { append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    guard high == nil else { return nil }
  }

  /// Two hexadecimal digits for each byte, in lowercase.
  package var hexadecimal: String {
    String(unsafeUninitializedCapacity: 2 * count) { text in
      for (index, byte) in enumerated() {
        text[2 * index] = HexDigit.digit(of: byte >> 4, isUppercase: false)
        text[2 * index + 1] = HexDigit.digit(of: byte & 15, isUppercase: false)
      }
      return 2 * count
    }
  }

  /// Returns random bytes that cannot be predicted, from the system's generator.
  package static func random(count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The bytes of the number, the lowest first.
  @inlinable
  package var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }

  /// Creates a number from its bytes, the lowest first.
  @inlinable
  package init(littleEndian bytes: some BidirectionalCollection<UInt8>) {
    self = bytes.reversed().reduce(0) { $0 << 8 | Self($1) }
  }
}
