/// The bytes of a file, read in chunks.
///
/// Bytes can be put back, so that a reader can try another interpretation of them.
package struct ByteStream {
  private let readChunk: () throws -> [UInt8]?
  private var chunk: [UInt8] = []
  private var position = 0

  /// Creates a stream.
  ///
  /// `readChunk` returns the next bytes, at least one; `nil` at the end of the file.
  package init(readChunk: @escaping () throws -> [UInt8]?) { self.readChunk = readChunk }

  /// Creates a stream of bytes in memory.
  package init(_ bytes: [UInt8]) {
    readChunk = { nil }
    chunk = bytes
  }

  /// Returns the next byte, or `nil` at the end.
  package mutating func next() throws -> UInt8? {
    if position == chunk.count {
      guard let chunk = try readChunk() else { return nil }
      self.chunk = chunk
      position = 0
    }
    defer { position += 1 }
    return chunk[position]
  }

  /// Returns up to `count` of the next bytes, which remain in the stream; fewer only at the end.
  package mutating func peek(_ count: Int) throws -> ArraySlice<UInt8> {
    while chunk.count - position < count, let more = try readChunk() {
      chunk = Array(chunk[position...]) + more
      position = 0
    }
    return chunk[position...].prefix(count)
  }

  /// Puts bytes back in front of those that have not been read.
  package mutating func putBack(_ bytes: some Collection<UInt8>) {
    chunk = Array(bytes) + chunk[position...]
    position = 0
  }

  /// Skips some bytes that ``peek(_:)`` has returned.
  mutating func skip(_ count: Int) { position += count }
}

/// Decodes the text of a file that is in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252.
///
/// Source: contract, Import.
package enum TextDecoder {
  /// Returns a stream in UTF-8 without a byte order mark.
  ///
  /// Text in UTF-16 is converted. Other bytes are not changed: whether a text without a byte order mark is in
  /// UTF-8 is decided by ``text(_:)`` for each field, because a file cannot be decided about before its end.
  package static func normalized(_ stream: ByteStream) throws -> ByteStream {
    var stream = stream
    let mark = Array(try stream.peek(3))
    if mark == [0xEF, 0xBB, 0xBF] {
      stream.skip(3)
      return stream
    }
    guard mark.count >= 2, [[0xFE, 0xFF], [0xFF, 0xFE]].contains(Array(mark[..<2])) else {
      return stream
    }
    stream.skip(2)
    var units = UTF16Units(stream: stream, isBigEndian: mark[0] == 0xFE)
    return ByteStream { try units.nextChunk() }
  }

  /// Returns text in UTF-8 or, if the bytes are not valid UTF-8, in Windows-1252.
  package static func text(_ bytes: ArraySlice<UInt8>) -> (text: String, isWindows1252: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      scalars.append(windows1252[byte] ?? Unicode.Scalar(byte))
    }
    return (String(scalars), true)
  }

  /// The characters of Windows-1252 that differ from Latin-1.
  ///
  /// Source: WHATWG, Encoding Standard, index windows-1252.
  private static let windows1252: [UInt8: Unicode.Scalar] = {
    let characters = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
    return Dictionary(uniqueKeysWithValues: zip(0x80...0x9F, characters.unicodeScalars))
  }()
}

/// Converts UTF-16 to UTF-8; unpaired surrogates become U+FFFD.
private struct UTF16Units {
  private static let chunkSize = 32_768
  var stream: ByteStream
  let isBigEndian: Bool
  /// A high surrogate at the end of the last chunk.
  private var pending: UInt16?

  init(stream: ByteStream, isBigEndian: Bool) {
    self.stream = stream
    self.isBigEndian = isBigEndian
  }

  mutating func nextChunk() throws -> [UInt8]? {
    var units = pending.map { [$0] } ?? []
    pending = nil
    while units.count < Self.chunkSize, let first = try stream.next() {
      // An odd byte at the end is not a character.
      let second = try stream.next() ?? 0
      let (high, low) = isBigEndian ? (first, second) : (second, first)
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    if units.count >= Self.chunkSize, let last = units.last, UTF16.isLeadSurrogate(last) {
      pending = units.removeLast()
    }
    return units.isEmpty ? nil : Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
