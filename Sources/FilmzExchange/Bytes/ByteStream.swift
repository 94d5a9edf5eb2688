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

extension ByteStream {
  /// The maximum number of bytes that are read into memory.
  private static let maximumSizeInMemory = 256 << 20

  /// Returns a stream of the same bytes that can be copied, because they are in memory.
  ///
  /// - Throws: The errors of the stream; ``ImportError/cannotRead(path:reason:)`` if there are more than 256 MB.
  func inMemory(path: String) throws -> ByteStream {
    var bytes = Array(chunk[position...])
    while let more = try readChunk() {
      bytes += more
      guard bytes.count <= Self.maximumSizeInMemory else {
        throw ImportError.cannotRead(path: path, reason: "it is larger than 256 MB; save it as a file")
      }
    }
    return ByteStream(bytes)
  }

  /// Returns the stream without a byte order mark, and converts UTF-16 with a byte order mark to UTF-8.
  ///
  /// Text without a byte order mark is unchanged: it can be in UTF-8 or Windows-1252. `decodedText` distinguishes these
  /// for each field, because the encoding of the whole file is known only at its end. Source: contract, Import.
  package func normalized() throws -> ByteStream {
    var stream = self
    let mark = Array(try stream.peek(3))
    if mark == [0xEF, 0xBB, 0xBF] {
      stream.skip(3)
      return stream
    }
    guard mark.count >= 2, [[0xFE, 0xFF], [0xFF, 0xFE]].contains(Array(mark[..<2])) else { return stream }
    stream.skip(2)
    return stream.convertedFromUTF16(isBigEndian: mark[0] == 0xFE)
  }

  /// Converts UTF-16 to UTF-8; unpaired surrogates become U+FFFD.
  private func convertedFromUTF16(isBigEndian: Bool) -> ByteStream {
    var stream = self
    // A high surrogate at the end of the last chunk.
    var pending: UInt16?
    let chunkSize = 32_768
    return ByteStream {
      var units = pending.map { [$0] } ?? []
      pending = nil
      while units.count < chunkSize, let first = try stream.next() {
        // An odd byte at the end is not a character.
        let second = try stream.next() ?? 0
        let (high, low) = isBigEndian ? (first, second) : (second, first)
        units.append(UInt16(high) << 8 | UInt16(low))
      }
      if units.count >= chunkSize, let last = units.last, UTF16.isLeadSurrogate(last) { pending = units.removeLast() }
      return units.isEmpty ? nil : Array(String(decoding: units, as: UTF16.self).utf8)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The text in UTF-8 or, if the bytes are not valid UTF-8, in Windows-1252.
  package var decodedText: (text: String, isWindows1252: Bool) {
    if let text = String(validating: self, as: UTF8.self) { return (text, false) }
    var scalars = String.UnicodeScalarView()
    for byte in self { scalars.append(windows1252[byte] ?? Unicode.Scalar(byte)) }
    return (String(scalars), true)
  }
}

/// The characters of Windows-1252 that differ from Latin-1.
///
/// Source: WHATWG, Encoding Standard, index windows-1252.
private let windows1252: [UInt8: Unicode.Scalar] = {
  let characters = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
  return Dictionary(uniqueKeysWithValues: zip(0x80...0x9F, characters.unicodeScalars))
}()
