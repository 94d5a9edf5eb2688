package import Foundation

extension UUID {
  /// Returns a new UUID that sorts after the UUIDs of earlier milliseconds.
  ///
  /// The first 48 bits are milliseconds since 1970, the remaining bits are random, except for version and
  /// variant (RFC 9562, version 7). UUIDs that are created in succession are therefore close to each other
  /// in a database index.
  package static func timeOrdered(at moment: Date) -> UUID {
    let milliseconds = UInt64(max(0, min(2e14, moment.timeIntervalSince1970 * 1000)))
    // The random bits do not come from `UUID()`, which opens the system's random source on each call.
    let first = milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0x0FFF)
    let second = 1 << 63 | UInt64.random(in: 0..<(1 << 62))
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: first.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: second.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }
}
