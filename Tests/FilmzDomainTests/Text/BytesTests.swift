import FilmzDomain
import Testing

/// Hexadecimal digits, percent-encoding, and numbers as bytes.
struct BytesTests {
  @Test func everyByteHasTwoHexadecimalDigits() throws {
    let bytes = Array(UInt8.min...UInt8.max)
    let text = bytes.hexadecimal
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
    #expect([UInt8](hexadecimal: text[...]) == bytes)
    #expect([UInt8](hexadecimal: "") == [] && [UInt8]().hexadecimal.isEmpty)
  }

  @Test(arguments: ["0", "000", "0g", "FF", "0x", " 0", "é", "0١"])
  func otherTextsAreNoHexadecimalDigits(text: String) {
    #expect([UInt8](hexadecimal: text[...]) == nil)
  }

  @Test(arguments: [
    ("", "", ""), ("az AZ09-._~", "", "az%20AZ09-._~"), ("a*b", "*", "a*b"), ("a*b", "", "a%2Ab"),
    ("é/@:%\n", "", "%C3%A9%2F%40%3A%25%0A"),
  ])
  func bytesButUnreservedOnesAreEncoded(text: String, others: String, encoded: String) {
    #expect(text.percentEncoded(except: others) == encoded)
  }

  @Test(
    arguments: [
      (0, [0, 0, 0, 0]), (1, [1, 0, 0, 0]), (0x0403_4B50, [0x50, 0x4B, 3, 4]),
    ] as [(UInt32, [UInt8])])
  func theLowestByteIsTheFirst(number: UInt32, bytes: [UInt8]) {
    #expect(number.littleEndianBytes == bytes && UInt32(littleEndian: bytes) == number)
    #expect(UInt64(littleEndian: bytes[...]) == UInt64(number))
  }
}
