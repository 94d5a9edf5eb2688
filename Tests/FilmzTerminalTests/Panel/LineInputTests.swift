import Testing

@testable import FilmzTerminal

struct LineInputTests {
  @Test(
    arguments: [
      ("abc", [], "abc|"), ("abc", [.left], "ab|c"), ("abc", [.control("b"), .control("b"), .right], "ab|c"),
      ("abc", [.home], "|abc"), ("abc", [.control("a"), .control("f")], "a|bc"),
      ("abc", [.home, .control("e")], "abc|"),
      ("abc", [.home, .end], "abc|"), ("abc", [.home, .left], "|abc"), ("abc", [.right], "abc|"),
      ("one two", [.alt("b")], "one |two"), ("one two ", [.alt("b"), .alt("b")], "|one two "),
      ("one two", [.home, .alt("f")], "one| two"), ("one two", [.home, .alt("f"), .alt("f")], "one two|"),
      ("abc", [.backspace], "ab|"), ("abc", [.home, .backspace], "|abc"), ("abc", [.home, .delete], "|bc"),
      ("abc", [.home, .endOfInput], "|bc"), ("abc", [.delete], "abc|"), ("abc", [.left, .control("k")], "ab|"),
      ("abc", [.left, .control("u")], "|c"), ("one two", [.control("w")], "one |"),
      ("one two  ", [.control("w")], "one |"), ("one two three", [.home, .alt("d")], "| two three"),
      ("one two three", [.home, .alt("d"), .alt("d")], "| three"), ("one", [.alt("d")], "one|"),
      ("千と", [.left], "千|と"), ("e\u{301}x", [.left, .backspace], "|x"), ("👨‍👩‍👧", [.left], "|👨‍👩‍👧"),
      ("a", [.character("\u{301}")], "a\u{301}|"), ("🇵", [.home, .character("🇯")], "🇯🇵|"),
      ("a", [.paste("b\nc\td\u{1b}[31m\u{7}")], "ab c d[31m|"), ("", [.paste("a\r\nb")], "a b|"),
      ("", [.paste("a\u{202e}\u{9b}b")], "ab|"), ("ab", [.left, .paste("千")], "a千|b"), ("a\u{1b}b", [], "ab|"),
      ("abc", [.tab, .enter, .up, .unknown, .control("x"), .alt("x"), .escape], "abc|"),
    ] as [(String, [KeyPress], String)])
  func keysEditTheText(text: String, keys: [KeyPress], expected: String) {
    var input = LineInput(text)
    for key in keys { _ = input.handle(key) }
    _ = input.handle("|")
    #expect(input.text == expected)
  }

  @Test(
    arguments: [
      ("abc", .left, true), ("abc", .right, false), ("abc", .end, false), ("", .backspace, false),
      ("abc", .control("k"), false), ("abc", .alt("d"), false),
      ("abc", .character("\u{202e}"), false), ("abc", .paste(""), false), ("abc", .up, false), ("", .home, false),
    ] as [(String, KeyPress, Bool)])
  func keysWithoutEffectAreReported(text: String, key: KeyPress, changes: Bool) {
    var input = LineInput(text)
    let hasChanged = input.handle(key)
    #expect(hasChanged == changes)
  }

  @Test(arguments: sampleTexts + ["\u{301}a", "שלום עולם", String(repeating: "長い ", count: 30)], 1...24)
  func visiblePartFitsAndHasTheCursor(text: String, width: Int) {
    var input = LineInput(text)
    var hasMoved = true
    while hasMoved {
      let (characters, column) = input.visiblePart(width: width, on: RenderTarget())
      let shown = characters.map(\.text)
      #expect(shown.map(\.displayWidth).reduce(0, +) < width)
      #expect((0..<width).contains(column))
      let all = input.text.map { String($0) }
      #expect(characters.allSatisfy { all[$0.offset] == $0.text })
      hasMoved = input.handle(.left)
    }
  }

  @Test func longTextsScrollByTheCursor() {
    var input = LineInput("abcdefghijklmnopqrstuvwxyz")
    func shown() -> String { input.visiblePart(width: 11, on: RenderTarget()).characters.map(\.text).joined() }
    #expect(shown() == "qrstuvwxyz")
    _ = input.handle(.home)
    #expect(shown() == "abcdefghij")
    for _ in 1...13 { _ = input.handle(.right) }
    #expect(shown() == "hijklmnopq")
  }

  @Test func manyCharactersAreEditedAndShown() {
    var input = LineInput()
    _ = input.handle(.paste(String(repeating: "a\n", count: 5000)))
    #expect(input.text.count == 10_000)
    for _ in 1...200 { _ = input.handle(.left) }
    _ = input.handle("x")
    let (characters, column) = input.visiblePart(width: 72, on: RenderTarget())
    #expect(characters.count == 71 && characters[column - 1].offset == 9800 && characters[column - 1].text == "x")
  }
}
