package import Foundation

extension UUID {
  /// A new id that sorts behind those of earlier moments (RFC 9562, version 7): the milliseconds since
  /// 1970 in the first 48 bits, chance in the rest.
  ///
  /// Where ids are made one after another, a database puts them side by side.
  package static func timeOrdered(at moment: Date) -> UUID {
    let milliseconds = UInt64(max(0, moment.timeIntervalSince1970) * 1000)
    var bytes = UUID().uuid
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in 0..<6 {
        bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> UInt64(8 * (5 - index)))
      }
      bytes[6] = 0x70 | (bytes[6] & 0x0F)
    }
    return UUID(uuid: bytes)
  }
}
