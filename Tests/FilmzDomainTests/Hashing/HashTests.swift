import FilmzDomain
import FilmzTestSupport
import Testing

/// Source: RFC 6234, section 8.5, and the examples of FIPS 180-4.
struct HashTests {
  struct Vector: Sendable {
    let message: [UInt8]
    let sha1: String
    let sha256: String

    init(_ text: String, _ sha1: String, _ sha256: String) {
      message = Array(text.utf8)
      self.sha1 = sha1
      self.sha256 = sha256
    }
  }

  static let vectors = [
    Vector(
      "", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Vector(
      "abc", "a9993e364706816aba3e25717850c26c9cd0d89d",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Vector(
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Vector(
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "a49b2446a02c645bf419f995b67091253a04a259",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    Vector(
      String(repeating: "01234567", count: 80), "dea356a2cddd90c7a7ecedc5ebb563934f460452",
      "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"),
    Vector(
      String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test(arguments: vectors)
  func hashesAreThoseOfTheStandard(vector: Vector) {
    #expect(SHA1.hash(of: vector.message).hex == vector.sha1)
    #expect(SHA256.hash(of: vector.message).hex == vector.sha256)
  }

  /// The last block has room for up to 55 bytes of the message; the expected values are those of Python's hashlib.
  @Test func everyLengthAroundTheBoundariesOfBlocksIsPadded() {
    let messages = (0..<300).map { size in
      (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 + size) }
    }
    #expect(
      SHA1.hash(of: messages.flatMap(SHA1.hash)).hex == "dfc942b5ddc5fe6421ccada9be50fa42e873926c")
    #expect(
      SHA256.hash(of: messages.flatMap(SHA256.hash)).hex
        == "d5238871a46ac4a1a75ac3fb19d645b0b3b9e5f35f5f720e2b240d605c6b694e")
  }

  /// Source: RFC 4231, section 4; the fifth code is truncated there.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0x0c, count: 20), "Test With Truncation",
      "a3b6167473100ee06e0c796c2955552b"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      "This is a test using a larger than block-size key and a larger than block-size data. "
        + "The key needs to be hashed before being used by the HMAC algorithm.",
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ])
  func authenticationCodesAreThoseOfTheStandard(key: [UInt8], message: String, code: String) {
    let result = SHA256.authenticationCode(of: Array(message.utf8), key: key).hex
    #expect(result.hasPrefix(code) && result.count == 64)
  }

  /// Source: RFC 4231, sections 4.4 and 4.5.
  @Test func authenticationCodesOfBytesAreThoseOfTheStandard() {
    #expect(
      SHA256.authenticationCode(
        of: Array(repeating: 0xdd, count: 50), key: Array(repeating: 0xaa, count: 20)
      ).hex == "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe")
    #expect(
      SHA256.authenticationCode(of: Array(repeating: 0xcd, count: 50), key: Array(1...25)).hex
        == "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b")
  }

  /// Source: RFC 5869, appendix A.1 to A.3.
  @Test func derivedKeysAreThoseOfTheStandard() {
    #expect(
      SHA256.derivedKey(
        from: Array(repeating: 0x0b, count: 22), salt: Array(0...12), purpose: Array(0xf0...0xf9),
        size: 42
      ).hex
        == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    #expect(
      SHA256.derivedKey(
        from: Array(0...0x4f), salt: Array(0x60...0xaf), purpose: Array(0xb0...0xff), size: 82
      ).hex
        == "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb"
        + "41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87")
    #expect(
      SHA256.derivedKey(from: Array(repeating: 0x0b, count: 22), purpose: [], size: 42).hex
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
  }

  @Test func hashInBase64IsThatOfUTF8() {
    #expect(SHA256.base64Hash(of: "abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  /// Source: RFC 9923, appendix C.
  @Test(
    arguments: [
      ("", 0x811c_9dc5, 0xcbf2_9ce4_8422_2325), ("a", 0xe40c_292c, 0xaf63_dc4c_8601_ec8c),
      ("foobar", 0xbf9c_f968, 0x8594_4171_f739_67e8),
    ] as [(String, UInt32, UInt64)])
  func hashesOfFNVAreThoseOfTheStandard(text: String, hash32: UInt32, hash64: UInt64) {
    let bytes = Array(text.utf8)
    #expect(FNV1a.hash32(of: bytes.span) == hash32)
    #expect(FNV1a.hash64(of: bytes.span) == hash64)
  }

  @Test func randomBytesDiffer() {
    #expect(Set((0..<100).map { _ in [UInt8].random(count: 16) }).count == 100)
    #expect([UInt8].random(count: 12).count == 12 && [UInt8].random(count: 0).isEmpty)
  }
}
