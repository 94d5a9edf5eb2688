import FilmzTestSupport
import Testing

@testable import FilmzSync

struct ChaCha20Poly1305Tests {
  /// Source: RFC 8439, section 2.8.2.
  private static let key = [UInt8](0x80...0x9f)
  private static let nonce = [UInt8](hex: "07000000 40414243 44454647")
  private static let data = [UInt8](hex: "50515253 c0c1c2c3 c4c5c6c7")
  private static let content = Array(
    ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      + "sunscreen would be it.").utf8)
  private static let ciphertext =
    "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b"
    + "1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
    + "3ff4def08e4b7a9de576d26586cec64b6116"
  private static let tag = "1ae10b594f09e26a7e902ecbd0600691"

  @Test func ciphertextIsThatOfTheStandard() throws {
    let cipher = try ChaCha20Poly1305(key: Self.key)
    let (ciphertext, tag) = try cipher.seal(
      Self.content, nonce: Self.nonce, authenticating: Self.data)
    #expect(ciphertext.hex == Self.ciphertext)
    #expect(tag.hex == Self.tag)
    let opened = try cipher.open(
      ciphertext[...], tag: tag[...], nonce: Self.nonce, authenticating: Self.data)
    #expect(opened == Self.content)
  }

  /// Returns the content of the standard's ciphertext after a part of it, or of what it needs, was altered.
  private static func open(
    key: [UInt8] = key, nonce: [UInt8] = nonce, data: [UInt8] = data,
    ciphertext: [UInt8] = [UInt8](hex: ciphertext), tag: [UInt8] = [UInt8](hex: tag)
  ) throws -> [UInt8]? {
    try ChaCha20Poly1305(key: key).open(
      ciphertext[...], tag: tag[...], nonce: nonce, authenticating: data)
  }

  @Test func onlyTheUnalteredIsAuthentic() throws {
    func altered(_ bytes: [UInt8], _ index: Int) -> [UInt8] {
      bytes.enumerated().map { $0 == index ? $1 ^ 1 : $1 }
    }
    #expect(try Self.open() == Self.content)
    let ciphertext = [UInt8](hex: Self.ciphertext)
    let tag = [UInt8](hex: Self.tag)
    for index in ciphertext.indices {
      #expect(try Self.open(ciphertext: altered(ciphertext, index)) == nil)
    }
    for index in tag.indices { #expect(try Self.open(tag: altered(tag, index)) == nil) }
    for index in Self.key.indices { #expect(try Self.open(key: altered(Self.key, index)) == nil) }
    for index in Self.data.indices {
      #expect(try Self.open(data: altered(Self.data, index)) == nil)
    }
    for index in Self.nonce.indices {
      #expect(try Self.open(nonce: altered(Self.nonce, index)) == nil)
    }
  }

  /// A shorter tag would be easier to guess.
  @Test func tagsOfAnotherSizeAreRefused() throws {
    let tag = [UInt8](hex: Self.tag)
    for tag in [[], Array(tag.prefix(4)), Array(tag.dropLast()), tag + [0]] {
      #expect(try Self.open(tag: tag) == nil)
    }
  }

  /// The sizes are around those of the blocks of ChaCha20 and Poly1305, and larger than a buffer.
  @Test(arguments: [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1_000_000])
  func contentOfEverySizeIsReadBack(size: Int) throws {
    let cipher = try ChaCha20Poly1305(key: Self.key)
    let content = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    for data in [[], Self.data] {
      let (ciphertext, tag) = try cipher.seal(content, nonce: Self.nonce, authenticating: data)
      #expect(ciphertext.count == size && tag.count == 16)
      let opened = try cipher.open(
        ciphertext[...], tag: tag[...], nonce: Self.nonce, authenticating: data)
      #expect(opened == content)
    }
  }
}
