import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// The decoding of UTF-8 according to RFC 3629.
@Suite struct UTF8ScalarTests {
  private func decode(_ bytes: [UInt8]) -> (scalar: Unicode.Scalar, length: Int)? {
    bytes.span.scalar(at: 0)
  }

  @Test(
    "The first and the last scalar of each length are decoded",
    arguments: [
      ([0x00], 0x0), ([0x7F], 0x7F), ([0xC2, 0x80], 0x80), ([0xDF, 0xBF], 0x7FF),
      ([0xE0, 0xA0, 0x80], 0x800), ([0xED, 0x9F, 0xBF], 0xD7FF), ([0xEE, 0x80, 0x80], 0xE000),
      ([0xEF, 0xBF, 0xBF], 0xFFFF), ([0xF0, 0x90, 0x80, 0x80], 0x10000),
      ([0xF4, 0x8F, 0xBF, 0xBF], 0x10FFFF),
    ] as [([UInt8], UInt32)])
  func boundsAreDecoded(bytes: [UInt8], value: UInt32) {
    let decoded = decode(bytes + [0x41])
    #expect(decoded?.scalar.value == value)
    #expect(decoded?.length == bytes.count)
    let isValid = bytes.span.isValidUTF8
    #expect(isValid)
  }

  @Test(
    "Overlong, surrogate, too large, and truncated forms are rejected",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0x80],
      [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
      [0xC2, 0x20], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0xC0], [0xF0, 0x9F, 0x41, 0x80],
    ] as [[UInt8]])
  func invalidFormsAreRejected(bytes: [UInt8]) {
    #expect(decode(bytes) == nil)
    let isValid = (Array("a".utf8) + bytes).span.isValidUTF8
    #expect(!isValid)
  }

  @Test("Scalars round-trip")
  func scalarsRoundTrip() {
    let scalars = stride(from: UInt32(0), through: 0x10FFFF, by: 13).compactMap(Unicode.Scalar.init)
    let wrong = scalars.filter { scalar in
      let bytes = Array(String(Character(scalar)).utf8)
      let decoded = decode(bytes)
      return decoded?.scalar != scalar || decoded?.length != bytes.count
    }
    #expect(wrong == [])
  }

  @Test("Random bytes are validated as by the standard library")
  func randomBytesAreValidated() {
    var random = SplitMix(1)
    let alphabet: [UInt8] = [0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xF0, 0xF4]
    for _ in 0..<20_000 {
      let bytes = (0..<4).map { _ in random.element(of: alphabet) }
      let isValid = bytes.span.isValidUTF8
      #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }
}

/// The variable-length encoding of numbers.
@Suite struct VarintTests {
  @Test(
    "Numbers have seven bits per byte, lowest bits first",
    arguments: [
      (0, [0]), (1, [1]), (127, [0x7F]), (128, [0x80, 1]), (300, [0xAC, 2]),
      (16_383, [0xFF, 0x7F]), (16_384, [0x80, 0x80, 1]),
      (UInt32.max, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
    ] as [(UInt32, [UInt8])])
  func numbersRoundTrip(value: UInt32, encoded: [UInt8]) {
    var bytes: [UInt8] = [9]
    Varint.append(value, to: &bytes)
    #expect(bytes == [9] + encoded)
    var index = 1
    let read = bytes.withUnsafeBytes { Varint.read($0, at: &index) }
    #expect(read == value)
    #expect(index == bytes.count)
  }

  @Test(
    "Reading a truncated or overlong number ends within the bytes",
    arguments: [[], [0x80], [0xFF, 0xFF], Array(repeating: 0xFF, count: 12)] as [[UInt8]])
  func damagedNumbersAreBounded(bytes: [UInt8]) {
    var index = 0
    _ = bytes.withUnsafeBytes { Varint.read($0, at: &index) }
    #expect(index <= bytes.count)
    #expect(index == min(bytes.count, 5))
  }
}
