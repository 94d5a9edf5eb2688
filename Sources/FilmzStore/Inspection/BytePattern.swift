import Foundation

/// A sequence of bytes that is found in linear time (Knuth, Morris, Pratt, "Fast Pattern Matching in Strings",
/// 1977).
struct BytePattern {
  private let bytes: UnsafeRawBufferPointer
  /// For each beginning of the pattern, the length of the longest shorter beginning with which it ends.
  private let borders: [UInt32]

  /// Creates a pattern of at least one byte, which is used as long as the bytes are valid.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    var borders = [UInt32](repeating: 0, count: bytes.count)
    var length = 0
    for index in bytes.indices.dropFirst() {
      length = Self.matched(bytes[index], after: length, bytes, borders)
      borders[index] = UInt32(length)
    }
    self.borders = borders
  }

  /// Returns the offset of the first occurrence in a text; `nil` if there is none.
  func firstOffset(in text: UnsafeRawBufferPointer) -> Int? {
    guard let start = text.baseAddress else { return nil }
    var index = 0
    var length = 0
    while index < text.count {
      if length == 0 {
        guard let found = memchr(start + index, CInt(bytes[0]), text.count - index) else {
          return nil
        }
        index = UnsafeRawPointer(found) - start
      }
      length = Self.matched(text[index], after: length, bytes, borders)
      index += 1
      if length == bytes.count { return index - length }
    }
    return nil
  }

  /// Returns the length of the beginning that a byte completes after another one of length `length`.
  private static func matched(
    _ byte: UInt8, after length: Int, _ bytes: UnsafeRawBufferPointer, _ borders: [UInt32]
  ) -> Int {
    var length = length
    while length > 0, bytes[length] != byte { length = Int(borders[length - 1]) }
    return bytes[length] == byte ? length + 1 : 0
  }
}
