/// Numbers in as few bytes as they need: seven bits a byte, the lowest first (LEB128).
enum Varint {
  static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  /// The number at a place, which moves behind it; 0 where the bytes end too soon.
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
