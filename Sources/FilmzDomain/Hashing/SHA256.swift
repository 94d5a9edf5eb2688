import Foundation

/// The hash function SHA-256 (FIPS 180-4, 6.2).
package enum SHA256 {
  /// The size of a hash in bytes.
  package static let size = 32

  private typealias Words = UnsafeMutableBufferPointer<UInt32>

  /// Returns the hash of a message.
  package static func hash(of message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    message.forEachBlock(wordCount: constants.count) { update(&state, $0) }
    return [UInt8](bigEndian: state)
  }

  /// Returns the hash of the UTF-8 bytes of a text, encoded in base64.
  package static func base64Hash(of text: String) -> String { Data(hash(of: Array(text.utf8))).base64EncodedString() }

  private static func update(_ state: inout [UInt32], _ words: Words) {
    extend(words)
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // Instead of copying each variable to the next one after a round, the arguments move by one place.
    for index in stride(from: 0, to: 64, by: 8) {
      round(a, b, c, &d, e, f, g, &h, words[index])
      round(h, a, b, &c, d, e, f, &g, words[index + 1])
      round(g, h, a, &b, c, d, e, &f, words[index + 2])
      round(f, g, h, &a, b, c, d, &e, words[index + 3])
      round(e, f, g, &h, a, b, c, &d, words[index + 4])
      round(d, e, f, &g, h, a, b, &c, words[index + 5])
      round(c, d, e, &f, g, h, a, &b, words[index + 6])
      round(b, c, d, &e, f, g, h, &a, words[index + 7])
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let sum1 = e.rotatedRight(by: 6) ^ e.rotatedRight(by: 11) ^ e.rotatedRight(by: 25)
    let first = h &+ sum1 &+ ((e & f) ^ (~e & g)) &+ word
    let sum0 = a.rotatedRight(by: 2) ^ a.rotatedRight(by: 13) ^ a.rotatedRight(by: 22)
    d &+= first
    h = first &+ sum0 &+ ((a & b) ^ (a & c) ^ (b & c))
  }

  /// Computes the message schedule from a block, and adds the constant of its round to each word.
  private static func extend(_ words: Words) {
    for index in 16..<constants.count {
      let (early, late) = (words[index - 15], words[index - 2])
      let sigma0 = early.rotatedRight(by: 7) ^ early.rotatedRight(by: 18) ^ early >> 3
      let sigma1 = late.rotatedRight(by: 17) ^ late.rotatedRight(by: 19) ^ late >> 10
      words[index] = words[index - 16] &+ sigma0 &+ words[index - 7] &+ sigma1
    }
    for index in constants.indices { words[index] &+= constants[index] }
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98,
    0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8,
    0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819,
    0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension SHA256 {
  private static let blockSize = 64

  /// Returns the authentication code of a message (HMAC, RFC 2104).
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > blockSize ? hash(of: key) : key
    block += Array(repeating: 0, count: blockSize - block.count)
    let inner = hash(of: block.map { $0 ^ 0x36 } + message)
    return hash(of: block.map { $0 ^ 0x5c } + inner)
  }

  /// Derives a key of at most 8160 bytes for a purpose from another key (HKDF, RFC 5869).
  package static func derivedKey(from key: [UInt8], salt: [UInt8] = [], purpose: [UInt8], size: Int) -> [UInt8] {
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

extension UInt32 {
  func rotatedLeft(by count: UInt32) -> UInt32 { self << count | self >> (32 - count) }

  func rotatedRight(by count: UInt32) -> UInt32 { rotatedLeft(by: 32 - count) }
}

// The division of a message into blocks, which SHA-1 and SHA-256 have in common.
extension [UInt8] {
  private static var blockSize: Int { 64 }

  /// Calls a closure with each block of the padded message (FIPS 180-4, 5.1.1 and 5.2.1).
  ///
  /// The closure receives a buffer of `wordCount` words, of which the first 16 are the block.
  func forEachBlock(wordCount: Int, _ body: (UnsafeMutableBufferPointer<UInt32>) -> Void) {
    let wholeSize = count / Self.blockSize * Self.blockSize
    var end = Array(self[wholeSize...])
    end.reserveCapacity(2 * Self.blockSize)
    end.append(0x80)
    while end.count % Self.blockSize != Self.blockSize - 8 { end.append(0) }
    Swift.withUnsafeBytes(of: UInt64(count * 8).bigEndian) { end += $0 }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: wordCount) { words in
      words.initialize(repeating: 0)
      withUnsafeBytes { Self.forEachBlock(of: $0[..<wholeSize], words, body) }
      end.withUnsafeBytes { Self.forEachBlock(of: $0[...], words, body) }
    }
  }

  private static func forEachBlock(
    of blocks: Slice<UnsafeRawBufferPointer>, _ words: UnsafeMutableBufferPointer<UInt32>,
    _ body: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    for start in stride(from: 0, to: blocks.count, by: blockSize) {
      for index in 0..<16 {
        let word = blocks.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
        words[index] = UInt32(bigEndian: word)
      }
      body(words)
    }
  }

  /// Creates the bytes of words, the highest byte of each first.
  init(bigEndian words: [UInt32]) {
    self = words.flatMap { word in Swift.withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }
}
