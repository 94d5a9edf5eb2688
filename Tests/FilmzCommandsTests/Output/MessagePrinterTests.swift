import FilmzDomain
import FilmzTerminal
import Synchronization
import Testing

@testable import FilmzCommands

struct MessagePrinterTests {
  /// The messages that were written to standard error.
  private final class CapturedMessages: Sendable {
    private let text = Mutex("")
    var lines: [String] {
      text.withLock { $0.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }
        .map(String.init)
    }

    func printer(
      prefix: String = "line 3: ", inShell: Bool = false, isTerminal: Bool = false,
      verbose: Bool = false
    ) -> MessagePrinter {
      let console = Console(
        write: { _ in Issue.record("a message was written as data") },
        writeMessage: { [self] new in text.withLock { $0 += new } },
        renderTarget: { _ in RenderTarget(width: 24) },
        messageStyle: { Style(usesColor: $0 != .never) },
        isStandardErrorTerminal: isTerminal, canErase: false, rows: { nil })
      return MessagePrinter(
        host: TerminalHost(console: console), prefix: prefix, options: RunOptions(verbose: verbose),
        isInteractive: inShell)
    }
  }

  private static let warning = "the file /home/ann/.config/filmz/config.toml is damaged"

  @Test func warningOutsideTheShellIsOnePlainLineWithAPrefix() {
    let captured = CapturedMessages()
    captured.printer().printWarning(Self.warning)
    #expect(captured.lines == ["line 3: \(Self.warning)"])
  }

  @Test func warningInTheShellIsWrappedAndColoredWithoutCuttingPaths() {
    let captured = CapturedMessages()
    captured.printer(prefix: "", inShell: true).printWarning(Self.warning)
    let lines = ["the file", "/home/ann/.config/filmz/config.toml", "is damaged"]
    #expect(captured.lines == lines.map { "\u{1B}[33m\($0)\u{1B}[39m" })
  }

  @Test func noticeIsWrappedAndDimWithoutAPrefix() {
    let captured = CapturedMessages()
    captured.printer().printNotice("12 films, 3 of them are stale")
    #expect(
      captured.lines == ["12 films, 3 of them are", "stale"].map { "\u{1B}[2m\($0)\u{1B}[22m" })
  }

  @Test(arguments: [true, false])
  func middleOfALongMessageIsLeftOut(isProblem: Bool) {
    let captured = CapturedMessages()
    let printer = captured.printer(prefix: "")
    let text = "no film \"" + String(repeating: "é", count: 1_000_000) + "\"; check the spelling"
    isProblem ? printer.printWarning(text) : printer.printNotice(text)
    let output = captured.lines.joined()
    #expect(output.count < 1500 && output.contains("…"), "\(output)")
    #expect(output.contains("no film") && output.contains("spelling"), "\(output)")
  }

  @Test func messageOfUsualLengthIsWhole() {
    let captured = CapturedMessages()
    let text = String(repeating: "é", count: 1000)
    captured.printer(prefix: "").printWarning(text)
    #expect(captured.lines == [text])
  }

  @Test(arguments: [true, false])
  func controlCharactersInTextAreNotWritten(inShell: Bool) {
    let text = "a\u{1B}]0;b\u{7}\u{9B}2J\r\nc"
    let captured = CapturedMessages()
    let printer = captured.printer(prefix: "x\u{1B}[31m: ", inShell: inShell)
    printer.printNotice(text)
    printer.printWarning(text)
    printer.printError(CommandError.wrongRedirection(text))
    let plainLines = captured.lines.map { line in
      ["\u{1B}[2m", "\u{1B}[22m", "\u{1B}[31m", "\u{1B}[33m", "\u{1B}[39m"]
        .reduce(line) { $0.replacing($1, with: "") }
    }
    #expect(plainLines.count > 2)
    #expect(
      !plainLines.joined().unicodeScalars.contains {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
      }
    )
  }

  @Test(arguments: [
    (
      CommandError.nothingToRetry as any Error, CommandError.nothingToRetry.message,
      ExitCategory.failed
    ),
    (CancellationError(), "interrupted", .interrupted),
    (
      Unforeseen(),
      "the command failed with an unexpected error; its details could not be written to the log",
      .failed
    ),
  ])
  func errorsArePrintedAsMessagesForUsers(error: any Error, message: String, category: ExitCategory) {
    let captured = CapturedMessages()
    #expect(captured.printer(prefix: "filmz: ").printError(error) == category)
    #expect(captured.lines == ["filmz: \(message)"])
  }

  @Test func unexpectedErrorIsWrittenToTheLogThatTheMessageNames() {
    let logged = Mutex<[String]>([])
    let log: (String) -> String? = { text in
      logged.withLock { $0.append(text) }
      return "/state/log"
    }
    let error = MessagePrinter.userFacingError(for: Unforeseen(), of: "ls", log: log)
    #expect(
      error.message == "the command failed with an unexpected error; details are in /state/log")
    _ = MessagePrinter.userFacingError(for: CommandError.nothingToRetry, log: log)
    #expect(logged.withLock(\.self) == ["unexpected in `ls`: Unforeseen: Unforeseen()"])
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func headersAndNoticesArePrintedToATerminalOrIfVerbose(isTerminal: Bool, verbose: Bool) {
    let messages: [Output.Message] = [
      .notice("n"), .summary("c"), .header("h"), .warning("w1"), .warning("w2"),
    ]
    let captured = CapturedMessages()
    let printer = captured.printer(prefix: "", isTerminal: isTerminal, verbose: verbose)
    printer.printBeforeData(messages)
    printer.printNotice("data")
    printer.printAfterData(messages)
    let showsNotices = isTerminal || verbose
    #expect(printer.showsNotices == showsNotices)
    let lines = captured.lines.map {
      $0.replacing("\u{1B}[2m", with: "").replacing("\u{1B}[22m", with: "")
    }
    #expect(
      lines == (showsNotices ? ["w1", "w2", "h", "data", "c", "n"] : ["w1", "w2", "data", "c"]))
  }

  private struct Unforeseen: Error {}
}
