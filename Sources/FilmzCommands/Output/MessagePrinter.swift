package import FilmzDomain
import FilmzTerminal

/// Prints messages on the standard error; no control character of their text gets there.
package struct MessagePrinter: Sendable {
  private let console: Console
  /// What stands before warnings and errors, such as `line 3: `.
  private let prefix: String
  private let options: RunOptions
  /// Whether warnings and errors are wrapped and coloured, because somebody sits at a shell.
  private let isInteractive: Bool
  /// Writes what is unexpected into the log, and returns the path of the log.
  private let log: @Sendable (String) -> String?
  private let mask: @Sendable (String) -> String

  init(
    console: Console, prefix: String, options: RunOptions, isInteractive: Bool,
    log: @escaping @Sendable (String) -> String? = { _ in nil },
    mask: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.log = log
    self.mask = mask
    self.console = console
    self.prefix = prefix
    self.options = options
    self.isInteractive = isInteractive
  }

  /// A printer for a program that has no session yet.
  package init(console: Console, prefix: String) {
    self.init(console: console, prefix: prefix, options: RunOptions(), isInteractive: false)
  }

  package init(session: Session, prefix: String) {
    self.init(
      console: session.host.console, prefix: prefix, options: session.options,
      isInteractive: session.mode == .shell, log: session.host.log,
      mask: session.host.mask)
  }

  /// Whether headers and notices are printed.
  package var showsNotices: Bool { console.isWatched || options.verbose }

  var style: Style { console.messageStyle(options.color) }

  package func printNotice(_ text: String) {
    for line in text.sanitizedForTerminal.wrapped(toWidth: width) { write(line, .dim) }
  }

  package func printWarning(_ text: String) { printTrouble(text, .yellow) }

  /// Prints an error in one line.
  ///
  /// - Returns: The kind of the failure.
  @discardableResult
  package func printError(_ error: any Error) -> ExitCategory {
    let failure = Self.failure(of: error, log: log)
    printTrouble(failure.text, .red)
    return failure.kind
  }

  /// Prints the messages that stand before the data.
  func printBeforeData(_ messages: [Output.Message]) {
    for case .warning(let text) in messages { printWarning(text) }
    for case .header(let text) in messages where showsNotices { printNotice(text) }
  }

  /// Prints the messages that stand behind the data.
  func printAfterData(_ messages: [Output.Message]) {
    for case .closing(let text) in messages { printNotice(text) }
    for case .notice(let text) in messages where showsNotices { printNotice(text) }
  }

  private func printTrouble(_ text: String, _ emphasis: Emphasis) {
    let text = (prefix + mask(text)).sanitizedForTerminal
    guard isInteractive else { return write(text, .plain) }
    for line in text.wrapped(toWidth: width, cuttingWords: false) { write(line, emphasis) }
  }

  private func write(_ line: String, _ emphasis: Emphasis) {
    console.writeMessage(style.emphasized(line, emphasis) + "\n")
  }

  private var width: Int { console.canvas(.never).width ?? .max }

  /// The failure that an error is for the user; one of an unknown type is written into the log.
  static func failure(
    of error: any Error, log: (String) -> String?
  ) -> any UserFacingError {
    switch error {
    case let failure as any UserFacingError: failure
    case is CancellationError: CommandError.interrupted
    default: UnexpectedFailure(log: log("unexpected: \(type(of: error)): \(error)"))
    }
  }
}

extension Session {
  /// Prints messages of the command that runs.
  package var printer: MessagePrinter { MessagePrinter(session: self, prefix: prefix) }
}

/// An error of an unknown type, whose description is not written for users.
private struct UnexpectedFailure: UserFacingError {
  /// The path of the log, if the error stands there.
  let log: String?

  var message: String {
    "something unexpected went wrong" + (log.map { "; \($0) says what it was" } ?? "")
  }

  var kind: ExitCategory { .failed }
}
