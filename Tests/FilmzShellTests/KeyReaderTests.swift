import FilmzTerminal
import Glibc
import Testing

@testable import FilmzShell

struct KeyReaderTests {
  /// A pipe in place of the terminal.
  private final class Keyboard {
    private var ends: [CInt] = [-1, -1]
    let wakePipe = WakePipe()

    init() throws { try #require(pipe(&ends) == 0) }

    deinit {
      close(ends[0])
      close(ends[1])
    }

    /// Returns a reader that waits for the rest of a sequence as long as a slow computer needs.
    func reader(secondByteTimeout: CInt = 2000) -> KeyReader {
      var input = TerminalInput(wakePipe: wakePipe, descriptor: ends[0])
      input.secondByteTimeout = secondByteTimeout
      input.splitSequenceTimeout = 60_000
      return KeyReader(input: input)
    }

    func type(_ text: String) { type(Array(text.utf8)) }

    func type(_ bytes: [UInt8]) { #expect(write(ends[1], bytes, bytes.count) == bytes.count) }
  }

  @Test(
    arguments: [
      ("a", ["a"]), ("é千", ["é", "千"]), ("\r\n", [.enter, .enter]), ("\t", [.tab]),
      ("\u{7F}\u{8}", [.backspace, .backspace]),
      ("\u{1}\u{2}\u{17}\u{1A}", [.control("a"), .control("b"), .control("w"), .control("z")]),
      ("\u{4}", [.endOfInput]),
      ("\0\u{1C}\u{1F}", [.unknown, .unknown, .unknown]),
      ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
      ("\u{1B}[1;5A\u{1B}[1;2D\u{1B}[1;2C", [.up, .left, .right]),
      ("\u{1B}[1;5D\u{1B}[1;5C\u{1B}[5D\u{1B}[5C", [.alt("b"), .alt("f"), .alt("b"), .alt("f")]),
      ("\u{1B}[1;3D\u{1B}[1;3C\u{1B}[Z\u{1B}d", [.alt("b"), .alt("f"), .backTab, .alt("d")]),
      ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", [.home, .home, .home, .home]),
      ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", [.end, .end, .end, .end]),
      ("\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[5;5~", [.delete, .pageUp, .pageDown, .pageUp]),
      (
        "\u{1B}[2~\u{1B}[15~\u{1B}[[A\u{1B}OP\u{1B}[201~x",
        [.unknown, .unknown, .unknown, .unknown, .unknown, "x"]
      ),
      ("\u{1B}a\u{1B}A\u{1B}1\u{1B}?", [.alt("a"), .alt("A"), .alt("1"), .alt("?")]), ("\u{1B}éx", [.alt("é"), "x"]),
      ("\u{1B}\u{7F}\u{1B}\r", [.control("w"), .unknown]), ("\u{1B}\u{1B}[Ax", [.up, "x"]),
      ("\u{1B}[200~two\r\nlines\u{1B}[A\u{1B}[201~x", [.paste("two\r\nlines\u{1B}[A"), "x"]),
      ("\u{1B}[200~\u{1B}[201~x", [.paste(""), "x"]),
      ("\u{15}\u{F}\u{7}", [.control("u"), .control("o"), .control("g")]),
    ] as [(String, [KeyPress])])
  func bytesAreDecodedToKeys(bytes: String, keys: [KeyPress]) throws {
    let keyboard = try Keyboard()
    var reader = keyboard.reader()
    keyboard.type(bytes)
    #expect(keys.map { _ in reader.next() } == keys)
  }

  @Test func escapeAloneIsAKeyAndTheRestOfASplitSequenceIsDropped() throws {
    for (rest, keys) in [
      ("[Ax", ["x"]), ("OBx", ["x"]), ("[5~x", ["x"]), ("x[A", ["x", "[", "A"]), ("x", ["x"]),
    ] as [(String, [KeyPress])] {
      let keyboard = try Keyboard()
      var reader = keyboard.reader(secondByteTimeout: 1)
      keyboard.type("\u{1B}")
      #expect(reader.next() == .escape)
      keyboard.type(rest)
      #expect(keys.map { _ in reader.next() } == keys, "\(rest)")
    }
  }

  @Test func aBracketAfterEscapeIsAKeyIfNothingFollows() throws {
    for bracket in ["[", "O"] {
      let keyboard = try Keyboard()
      var reader = keyboard.reader(secondByteTimeout: 1)
      keyboard.type("\u{1B}")
      #expect(reader.next() == .escape)
      keyboard.type(bracket)
      #expect(reader.next() == .character(Character(bracket)))
    }
  }

  @Test func longPastesAreOneKey() throws {
    let keyboard = try Keyboard()
    var reader = keyboard.reader()
    let text = String(repeating: "five ", count: 2000)
    keyboard.type("\u{1B}[200~" + text + "\u{1B}[201~")
    #expect(reader.next() == .paste(text))
  }

  @Test func eventsAreKeys() throws {
    let keyboard = try Keyboard()
    var reader = keyboard.reader()
    for (reason, key) in [
      (WakeReason.resizing, KeyPress.resized), (.cancellation, .cancelled), (.interruption, .interrupted),
      (.termination, .terminated),
    ] {
      keyboard.wakePipe.send(reason)
      #expect(reader.next() == key)
    }
  }
}
