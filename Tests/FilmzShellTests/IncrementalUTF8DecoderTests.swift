import Testing

@testable import FilmzShell

struct IncrementalUTF8DecoderTests {
  @Test(arguments: ["abc", "é", "千と千尋", "🎬👨‍👩‍👧", "a\u{0}\u{1B}[A", "\u{10FFFF}\u{80}\u{7FF}\u{800}"])
  func wellFormedTextIsDecodedScalarByScalar(text: String) {
    var decoder = IncrementalUTF8Decoder()
    #expect(text.utf8.flatMap { decoder.decode($0) } == Array(text.unicodeScalars))
  }

  @Test func scalarIsReturnedWithItsLastByte() {
    var decoder = IncrementalUTF8Decoder()
    let scalarCounts = [UInt8]("🎬".utf8).map { decoder.decode($0).count }
    #expect(scalarCounts == [0, 0, 0, 1])
  }

  @Test(arguments: [
    ([0xFF], "\u{FFFD}"), ([0x80], "\u{FFFD}"), ([0xC0, 0x61], "\u{FFFD}a"),
    ([0xC3, 0x28], "\u{FFFD}("), ([0xE5, 0x8D, 0x61], "\u{FFFD}a"),
    ([0xED, 0xA0, 0x80], "\u{FFFD}"), ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}"),
    ([0xC3, 0xC3, 0xA9], "\u{FFFD}é"), ([0xE5, 0xFF, 0x61], "\u{FFFD}\u{FFFD}a"),
    ([0xF8, 0x61], "\u{FFFD}a"), ([0xE0, 0x80, 0x80], "\u{FFFD}"),
  ])
  func invalidBytesBecomeReplacementCharacters(bytes: [UInt8], text: String) {
    var decoder = IncrementalUTF8Decoder()
    #expect(bytes.flatMap { decoder.decode($0) } == Array(text.unicodeScalars))
  }
}
