extension SHA256 {
  private static let blockSize = 64

  /// Returns the authentication code of a message (HMAC, RFC 2104).
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > blockSize ? hash(of: key) : key
    block += Array(repeating: 0, count: blockSize - block.count)
    let inner = hash(of: block.map { $0 ^ 0x36 } + message)
    return hash(of: block.map { $0 ^ 0x5c } + inner)
  }

  /// Returns a key of at most 8160 bytes for a purpose, derived from another one (HKDF, RFC 5869).
  package static func derivedKey(
    from key: [UInt8], salt: [UInt8] = [], purpose: [UInt8], size: Int
  ) -> [UInt8] {
    let pseudorandomKey = authenticationCode(of: key, key: salt)
    var output: [UInt8] = []
    var block: [UInt8] = []
    var number: UInt8 = 0
    while output.count < size {
      number += 1
      block = authenticationCode(of: block + purpose + [number], key: pseudorandomKey)
      output += block
    }
    return Array(output.prefix(size))
  }
}
