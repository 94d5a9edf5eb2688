package import FilmzDomain
import FilmzTerminal

/// Prints messages to standard error; characters that could control a terminal are replaced or
/// removed.
package struct MessagePrinter: Sendable {
  private let console: Console
  /// The prefix of warnings and errors, such as `line 3: `.
  private let prefix: String
  private let options: RunOptions
  /// `true` if warnings and errors are wrapped and can be colored, as in the shell.
  private let isInteractive: Bool
  /// Writes a line to the log; returns the path of the log, or `nil` if the line could not be
  /// written.
  private let log: @Sendable (String) -> String?
  /// Replaces keys and tokens in a string.
  private let mask: @Sendable (String) -> String

  init(
    console: Console, prefix: String, options: RunOptions, isInteractive: Bool,
    log: @escaping @Sendable (String) -> String? = { _ in nil },
    mask: @escaping @Sendable (String) -> String = { $0 }
  ) {
    (self.log, self.mask, self.console, self.prefix) = (log, mask, console, prefix)
    (self.options, self.isInteractive) = (options, isInteractive)
  }

  /// Creates a printer for use before there is a session.
  package init(console: Console, prefix: String) {
    self.init(console: console, prefix: prefix, options: RunOptions(), isInteractive: false)
  }

  package init(session: Session, prefix: String) {
    self.init(
      console: session.host.console, prefix: prefix, options: session.options,
      isInteractive: session.mode == .shell, log: session.host.log,
      mask: session.host.mask)
  }

  /// `true` if headers and notices are printed.
  package var showsNotices: Bool { console.isStandardErrorTerminal || options.verbose }

  var style: Style { console.messageStyle(options.color) }

  package func printNotice(_ text: String) {
    for line in text.sanitizedForTerminal.wrapped(toWidth: width) { write(line, .dim) }
  }

  package func printWarning(_ text: String) { printProblem(text, .yellow) }

  /// Prints the message and the remedy of an error of the command with a verb.
  ///
  /// In the shell, `retry` is named if the same command may succeed later.
  ///
  /// - Returns: The exit category of the error.
  @discardableResult
  package func printError(_ error: any Error, of verb: String? = nil) -> ExitCategory {
    let error = Self.userFacingError(for: error, of: verb, log: log)
    printProblem(error.text + retryHint(error.mayBeTemporary), .red)
    return error.exitCategory
  }

  /// Prints the messages that precede the data.
  ///
  /// A warning about a state is printed only if `report` returns `true` for the state. In the shell, the
  /// warning that a service did not respond names `retry` if `isRetryable` is `true`.
  func printBeforeData(
    _ messages: [Output.Message], isRetryable: Bool = false,
    report: (LastingState) -> Bool = { _ in true }
  ) {
    for case .warning(let text, let state) in messages where state.map(report) ?? true {
      if case .noResponse = state {
        printWarning(text + retryHint(isRetryable))
      } else {
        printWarning(text)
      }
    }
    for case .header(let text) in messages where showsNotices { printNotice(text) }
  }

  /// Prints the messages that follow the data.
  func printAfterData(_ messages: [Output.Message]) {
    for case .summary(let text) in messages { printNotice(text) }
    for case .notice(let text) in messages where showsNotices { printNotice(text) }
  }

  /// Returns the text that is added to an error if the command can be repeated with `retry`.
  private func retryHint(_ isRetryable: Bool) -> String {
    isInteractive && isRetryable ? "; " + Remedy.retrySearch.text : ""
  }

  private func printProblem(_ text: String, _ emphasis: Emphasis) {
    let text = (prefix + mask(text)).sanitizedForTerminal
    guard isInteractive else { return write(text, .plain) }
    for line in text.wrapped(toWidth: width, cuttingWords: false) { write(line, emphasis) }
  }

  private func write(_ line: String, _ emphasis: Emphasis) {
    console.writeMessage(style.emphasized(line, emphasis) + "\n")
  }

  private var width: Int { console.renderTarget(.never).width ?? .max }

  /// Returns the error that is reported to the user; an error of an unknown type is written to the
  /// log, with the verb of the command that failed.
  static func userFacingError(
    for error: any Error, of verb: String? = nil, log: (String) -> String?
  ) -> any UserFacingError {
    switch error {
    case let error as any UserFacingError: error
    case is CancellationError: CommandError.interrupted
    default:
      UnexpectedError(
        logPath: log("unexpected\(verb.map { " in `\($0)`" } ?? ""): \(type(of: error)): \(error)"))
    }
  }
}

extension Session {
  /// The printer for the messages of the running command.
  package var printer: MessagePrinter { MessagePrinter(session: self, prefix: prefix) }
}

/// An error of an unknown type, whose description is not intended for users.
private struct UnexpectedError: UserFacingError {
  /// The path of the log that contains the description, or `nil` if it could not be written.
  let logPath: String?

  var message: String {
    "the command failed with an unexpected error; "
      + (logPath.map { "details are in \($0)" } ?? "its details could not be written to the log")
  }

  var exitCategory: ExitCategory { .failed }
}
