/// The hash function SHA-1 (FIPS 180-4, 6.1), for name-based UUIDs only, because it is not secure any more.
package enum SHA1 {
  private static let roundCount = 80

  /// Returns the hash of a message, which has 20 bytes.
  package static func hash(of message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    message.forEachBlock(wordCount: roundCount) { update(&state, $0) }
    return [UInt8](bigEndian: state)
  }

  private static func update(_ state: inout [UInt32], _ words: UnsafeMutableBufferPointer<UInt32>) {
    for index in 16..<roundCount {
      let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = word.rotatedLeft(by: 1)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for round in 0..<roundCount {
      let (mixed, constant) = mix(b, c, d, round)
      let next = a.rotatedLeft(by: 5) &+ mixed &+ e &+ constant &+ words[round]
      (e, d, c, b, a) = (d, c, b.rotatedLeft(by: 30), a, next)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  /// Returns the result of a round's function for three words, and the constant of the round.
  private static func mix(_ b: UInt32, _ c: UInt32, _ d: UInt32, _ round: Int) -> (mixed: UInt32, constant: UInt32) {
    switch round {
    case ..<20: ((b & c) ^ (~b & d), 0x5a82_7999)
    case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
    case ..<60: ((b & c) ^ (b & d) ^ (c & d), 0x8f1b_bcdc)
    default: (b ^ c ^ d, 0xca62_c1d6)
    }
  }
}
