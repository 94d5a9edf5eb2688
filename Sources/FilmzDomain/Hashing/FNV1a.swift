/// The hash function FNV-1a (RFC 9923).
///
/// It is not cryptographic; unlike those of `Hasher`, its results are the same in every run of the program.
package enum FNV1a {
  /// Returns the 64-bit hash of some bytes.
  @inlinable
  package static func hash64(of bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for index in bytes.indices { hash = next(hash, bytes[index]) }
    return hash
  }

  /// Returns the 64-bit hash of some bytes followed by one more byte, given the hash of the bytes before it.
  @inlinable
  package static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 1_099_511_628_211
  }

  /// Returns the 32-bit hash of some bytes.
  @inlinable
  package static func hash32(of bytes: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for index in bytes.indices { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
    return hash
  }
}
