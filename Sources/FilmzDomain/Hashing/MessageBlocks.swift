/// A message as SHA-1 and SHA-256 process it (FIPS 180-4, 5.1.1 and 5.2.1): blocks of 16 big-endian words, of which the
/// last ones contain a bit 1, zeros, and the number of the message's bits.
enum MessageBlocks {
  private static let size = 64

  /// Calls a closure with each block of a message, at the start of a buffer of `wordCount` words.
  static func forEach(
    of message: [UInt8], wordCount: Int, _ body: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    let wholeSize = message.count / size * size
    var end = Array(message[wholeSize...])
    end.reserveCapacity(2 * size)
    end.append(0x80)
    while end.count % size != size - 8 { end.append(0) }
    withUnsafeBytes(of: UInt64(message.count * 8).bigEndian) { end += $0 }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: wordCount) { words in
      words.initialize(repeating: 0)
      message.withUnsafeBytes { forEach(of: $0[..<wholeSize], words, body) }
      end.withUnsafeBytes { forEach(of: $0[...], words, body) }
    }
  }

  private static func forEach(
    of blocks: Slice<UnsafeRawBufferPointer>, _ words: UnsafeMutableBufferPointer<UInt32>,
    _ body: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    for start in stride(from: 0, to: blocks.count, by: size) {
      for index in 0..<16 {
        let word = blocks.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
        words[index] = UInt32(bigEndian: word)
      }
      body(words)
    }
  }

  /// Returns words as bytes, the highest byte of each first.
  static func bytes(of words: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * words.count)
    for word in words { withUnsafeBytes(of: word.bigEndian) { bytes += $0 } }
    return bytes
  }
}

extension UInt32 {
  func rotatedLeft(by count: UInt32) -> UInt32 { self << count | self >> (32 - count) }

  func rotatedRight(by count: UInt32) -> UInt32 { rotatedLeft(by: 32 - count) }
}
