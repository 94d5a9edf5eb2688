/// The hash function FNV-1a, which is the same in every run and does not resist attacks.
///
/// Source: RFC 9923.
package enum FNV1a {
  /// Returns the hash of some bytes, with 64 bits.
  @inlinable
  package static func hash64(of bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for index in bytes.indices { hash = next(hash, bytes[index]) }
    return hash
  }

  /// Returns the hash, with 64 bits, of the bytes that have a hash and a further byte.
  @inlinable
  package static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 1_099_511_628_211
  }

  /// Returns the hash of some bytes, with 32 bits.
  @inlinable
  package static func hash32(of bytes: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for index in bytes.indices { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
    return hash
  }
}
