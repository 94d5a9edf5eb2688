/// The LEB128 format of integers: seven bits per byte, the lowest bits first; the highest bit of a byte
/// is set if another byte follows.
enum Varint {
  static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  /// Reads the number at an index, and advances the index past it.
  ///
  /// Returns the bits read so far if the bytes end before the number ends, or the number has more than
  /// five bytes.
  static func read(_ bytes: UnsafeRawBufferPointer, at index: inout Int) -> UInt32 {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while index < bytes.count, shift < 32 {
      let byte = UInt32(bytes[index])
      index += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return value
  }
}
