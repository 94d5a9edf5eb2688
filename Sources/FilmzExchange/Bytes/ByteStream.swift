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
