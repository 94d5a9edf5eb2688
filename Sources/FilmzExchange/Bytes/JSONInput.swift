/// The bytes of a JSON file, with their position.
struct JSONInput {
  private var stream: ByteStream
  private var hasBegun = false
  /// The next byte, or `nil` at the end.
  private(set) var byte: UInt8?
  /// The number of the line, from 1.
  private(set) var line = 1
  /// The number of bytes in front of the next one on its line.
  private(set) var column = 0
  /// `true` if these are white space.
  private var isLineBlank = true

  init(_ stream: ByteStream) { self.stream = stream }

  /// Consumes the next byte.
  mutating func advance() throws {
    guard let previous = byte else { return }
    byte = try stream.next()
    column += 1
    if !previous.isJSONWhitespace { isLineBlank = false }
    if previous == UInt8(ascii: "\n")
      || previous == UInt8(ascii: "\r") && byte != UInt8(ascii: "\n")
    {
      line += 1
      column = 0
      isLineBlank = true
    }
  }

  /// Skips white space and returns the byte after it.
  mutating func skipWhitespace() throws -> UInt8? {
    if !hasBegun {
      byte = try stream.next()
      hasBegun = true
    }
    while byte?.isJSONWhitespace == true { try advance() }
    return byte
  }

  /// Skips to the end of the line.
  mutating func skipLine() throws {
    while byte?.isLineBreak == false { try advance() }
  }

  /// Skips to an object, possibly the next byte, that is the first on its line and at most at a column.
  ///
  /// Returns `false` at the end.
  mutating func skipToObject(column maximumColumn: Int) throws -> Bool {
    while let byte {
      if byte == UInt8(ascii: "{"), isLineBlank, column <= maximumColumn { return true }
      try advance()
    }
    return false
  }
}

extension UInt8 {
  var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  var isJSONWhitespace: Bool {
    isLineBreak || self == UInt8(ascii: " ") || self == UInt8(ascii: "\t")
  }

  /// `true` for the bytes that can follow a number, `true`, `false` or `null`.
  var endsScalar: Bool {
    isJSONWhitespace || self == UInt8(ascii: ",") || self == UInt8(ascii: "]")
  }
}
