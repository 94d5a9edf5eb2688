import FilmzDomain
import FilmzTerminal
import Synchronization
import Testing

@testable import FilmzCommands

struct MessagePrinterTests {
  /// What was written to the standard error.
  private final class Written: Sendable {
    private let text = Mutex("")
    var lines: [String] {
      text.withLock { $0.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }
        .map(String.init)
    }

    func printer(
      prefix: String = "line 3: ", inShell: Bool = false, isWatched: Bool = false,
      verbose: Bool = false
    ) -> MessagePrinter {
      let console = Console(
        write: { _ in Issue.record("messages are no data") },
        writeMessage: { [self] new in text.withLock { $0 += new } },
        canvas: { _ in RenderTarget(width: 24) }, messageStyle: { Style(isOn: $0 != .never) },
        isWatched: isWatched, canErase: false, rows: { nil })
      return MessagePrinter(
        console: console, prefix: prefix, options: RunOptions(verbose: verbose),
        isInteractive: inShell)
    }
  }

  private static let warning = "the file /home/ann/.config/filmz/config.toml is damaged"

  @Test func outsideTheShellAWarningIsOnePlainLineWithItsPrefix() {
    let written = Written()
    written.printer().printWarning(Self.warning)
    #expect(written.lines == ["line 3: \(Self.warning)"])
  }

  @Test func inTheShellAWarningIsWrappedAndColouredButNoPathIsCut() {
    let written = Written()
    written.printer(prefix: "", inShell: true).printWarning(Self.warning)
    let lines = ["the file", "/home/ann/.config/filmz/config.toml", "is damaged"]
    #expect(written.lines == lines.map { "\u{1B}[33m\($0)\u{1B}[39m" })
  }

  @Test func aNoticeIsWrappedAndDimAndHasNoPrefix() {
    let written = Written()
    written.printer().printNotice("12 films, 3 of them are stale")
    #expect(
      written.lines == ["12 films, 3 of them are", "stale"].map { "\u{1B}[2m\($0)\u{1B}[22m" })
  }

  @Test(arguments: [true, false])
  func noControlCharacterOfATextIsWritten(inShell: Bool) {
    let text = "a\u{1B}]0;b\u{7}\u{9B}2J\r\nc"
    let written = Written()
    let printer = written.printer(prefix: "x\u{1B}[31m: ", inShell: inShell)
    printer.printNotice(text)
    printer.printWarning(text)
    printer.printError(CommandError.wrongRedirection(text))
    let ours = written.lines.map { line in
      ["\u{1B}[2m", "\u{1B}[22m", "\u{1B}[31m", "\u{1B}[33m", "\u{1B}[39m"]
        .reduce(line) { $0.replacing($1, with: "") }
    }
    #expect(ours.count > 2)
    #expect(
      !ours.joined().unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    )
  }

  @Test(arguments: [
    (
      CommandError.nothingToRetry as any Error, CommandError.nothingToRetry.message,
      ExitCategory.failed
    ),
    (CancellationError(), "interrupted", .interrupted),
    (Unforeseen(), "something unexpected went wrong", .failed),
  ])
  func anErrorIsPrintedInWordsForTheUser(error: any Error, words: String, kind: ExitCategory) {
    let written = Written()
    #expect(written.printer(prefix: "filmz: ").printError(error) == kind)
    #expect(written.lines == ["filmz: \(words)"])
  }

  @Test func whatIsUnexpectedIsWrittenIntoTheLogThatTheMessageNames() {
    let logged = Mutex<[String]>([])
    let log: (String) -> String? = { text in
      logged.withLock { $0.append(text) }
      return "/state/log"
    }
    let failure = MessagePrinter.failure(of: Unforeseen(), log: log)
    #expect(failure.message == "something unexpected went wrong; /state/log says what it was")
    _ = MessagePrinter.failure(of: CommandError.nothingToRetry, log: log)
    #expect(logged.withLock(\.self) == ["unexpected: Unforeseen: Unforeseen()"])
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func headersAndNoticesArePrintedWhereSomebodyWatches(isWatched: Bool, verbose: Bool) {
    let messages: [Output.Message] = [
      .notice("n"), .closing("c"), .header("h"), .warning("w1"), .warning("w2"),
    ]
    let written = Written()
    let printer = written.printer(prefix: "", isWatched: isWatched, verbose: verbose)
    printer.printBeforeData(messages)
    printer.printNotice("data")
    printer.printAfterData(messages)
    let shown = isWatched || verbose
    #expect(printer.showsNotices == shown)
    let lines = written.lines.map {
      $0.replacing("\u{1B}[2m", with: "").replacing("\u{1B}[22m", with: "")
    }
    #expect(lines == (shown ? ["w1", "w2", "h", "data", "c", "n"] : ["w1", "w2", "data", "c"]))
  }

  private struct Unforeseen: Error {}
}
