import Testing

@testable import FilmzShell

struct UTF8AssemblerTests {
  @Test(arguments: ["abc", "é", "千と千尋", "🎬👨‍👩‍👧", "a\u{0}\u{1B}[A", "\u{10FFFF}\u{80}\u{7FF}\u{800}"])
  func wellFormedTextComesBackScalarByScalar(text: String) {
    var assembler = UTF8Assembler()
    #expect(text.utf8.flatMap { assembler.take($0) } == Array(text.unicodeScalars))
  }

  @Test func aScalarIsGivenWithItsLastByte() {
    var assembler = UTF8Assembler()
    let given = [UInt8]("🎬".utf8).map { assembler.take($0).count }
    #expect(given == [0, 0, 0, 1])
  }

  @Test(arguments: [
    ([0xFF], "\u{FFFD}"), ([0x80], "\u{FFFD}"), ([0xC0, 0x61], "\u{FFFD}a"),
    ([0xC3, 0x28], "\u{FFFD}("), ([0xE5, 0x8D, 0x61], "\u{FFFD}a"),
    ([0xED, 0xA0, 0x80], "\u{FFFD}"), ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}"),
    ([0xC3, 0xC3, 0xA9], "\u{FFFD}é"), ([0xE5, 0xFF, 0x61], "\u{FFFD}\u{FFFD}a"),
    ([0xF8, 0x61], "\u{FFFD}a"), ([0xE0, 0x80, 0x80], "\u{FFFD}"),
  ])
  func whatIsNoUTF8BecomesAReplacement(bytes: [UInt8], text: String) {
    var assembler = UTF8Assembler()
    #expect(bytes.flatMap { assembler.take($0) } == Array(text.unicodeScalars))
  }

  @Test func aResetForgetsWhatWasBegun() {
    var assembler = UTF8Assembler()
    #expect(assembler.take(0xE5).isEmpty)
    assembler.reset()
    #expect(assembler.take(0x61) == ["a"])
  }
}
