import Testing

@testable import FilmzShell

struct SpillBufferTests {
  @Test(arguments: [0, 4, 100, 1 << 20])
  func appendedTextIsReturned(memoryLimit: Int) throws {
    let text = SpillBuffer(memoryLimit: memoryLimit)
    #expect(text.isEmpty)
    for word in ["Amélie, ", "", "2001\n", "七人の侍\n"] { try text.append(word) }
    let expected = Array("Amélie, 2001\n七人の侍\n".utf8)
    #expect(text.count == expected.count)
    for start in [0, 3, expected.count] {
      #expect(Array(try text.bytes(from: start)) == Array(expected[start...]))
    }
  }

  @Test func longTextIsReturnedInPieces() throws {
    let text = SpillBuffer(memoryLimit: 1 << 20)
    let line = String(repeating: "x", count: 1 << 20)
    for _ in 1...64 { try text.append(line) }
    #expect(text.count == 64 << 20)
    #expect(try text.bytes(from: 0).count <= 1 << 20)
  }
}
