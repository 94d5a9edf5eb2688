package import FilmzDomain
import FilmzTerminal

/// Prints messages to standard error, without characters that could control a terminal.
package struct MessagePrinter: Sendable {
  private let host: TerminalHost
  /// The prefix of warnings and errors, such as `line 3: `.
  private let prefix: String
  private let options: RunOptions
  /// `true` if warnings and errors are wrapped and can be colored, as in the shell.
  private let isInteractive: Bool

  /// Creates a printer; the default values are for messages that are printed before a session exists.
  package init(host: TerminalHost, prefix: String, options: RunOptions = RunOptions(), isInteractive: Bool = false) {
    (self.host, self.prefix) = (host, prefix)
    (self.options, self.isInteractive) = (options, isInteractive)
  }

  package init(session: Session, prefix: String) {
    self.init(host: session.host, prefix: prefix, options: session.options, isInteractive: session.mode == .shell)
  }

  /// `true` if headers and notices are printed.
  package var showsNotices: Bool { host.console.isStandardErrorTerminal || options.verbose }

  var style: Style { host.console.messageStyle(options.color) }

  package func printNotice(_ text: String) {
    let text = target.transliterated(text.withoutMiddle.sanitizedForTerminal)
    for line in text.wrapped(toWidth: target.width ?? .max, cuttingWords: false) { write(line, .dim) }
  }

  package func printWarning(_ text: String) { printProblem(text, .yellow) }

  /// Prints the message and the remedy of an error.
  ///
  /// In the shell, the text also names `retry` if the same command may succeed later. The verb of the command is
  /// logged with an error of an unknown type.
  ///
  /// - Returns: The exit category of the error.
  @discardableResult
  package func printError(_ error: any Error, of verb: String? = nil) -> ExitCategory {
    let error = Self.userFacingError(for: error, of: verb, log: host.log)
    printProblem(error.text + retryHint(error.canBeRetried), .red)
    return error.exitCategory
  }

  /// Prints the messages that precede the data.
  ///
  /// A warning about a lasting state is printed only if `report` returns `true` for the state. In the shell, the
  /// warning that a service did not respond names `retry` if `isRetryable` is `true`.
  func printBeforeData(
    _ messages: [Output.Message], isRetryable: Bool = false, report: (LastingState) -> Bool = { _ in true }
  ) {
    for case .warning(let text, let state) in messages where state.map(report) ?? true {
      let isNoResponse = if case .noResponse = state { true } else { false }
      printWarning(text + retryHint(isNoResponse && isRetryable))
    }
    for case .header(let text) in messages where showsNotices { printNotice(text) }
  }

  /// Prints the messages that follow the data.
  func printAfterData(_ messages: [Output.Message]) {
    for case .summary(let text) in messages { printNotice(text) }
    for case .notice(let text) in messages where showsNotices { printNotice(text) }
  }

  /// Returns the end of a message about a command that `retry` can repeat; empty outside the shell.
  private func retryHint(_ isRetryable: Bool) -> String {
    isInteractive && isRetryable ? "; " + Remedy.retrySearch.text : ""
  }

  private func printProblem(_ text: String, _ emphasis: Emphasis) {
    let text = target.transliterated((prefix + host.mask(text).withoutMiddle).sanitizedForTerminal)
    guard isInteractive else { return write(text, .plain) }
    for line in text.wrapped(toWidth: target.width ?? .max, cuttingWords: false) { write(line, emphasis) }
  }

  private func write(_ line: String, _ emphasis: Emphasis) {
    host.console.writeMessage(style.emphasized(line, emphasis) + "\n")
  }

  private var target: RenderTarget { host.console.renderTarget(.never) }

  /// Returns the error that is reported to the user; an error of an unknown type is written to the
  /// log, with the verb of the command that failed.
  static func userFacingError(
    for error: any Error, of verb: String? = nil, log: (String) -> String?
  ) -> any UserFacingError {
    switch error {
    case let error as any UserFacingError: error
    case is CancellationError: CommandError.interrupted
    default:
      CommandError.unexpected(
        logPath: log("unexpected\(verb.map { " in `\($0)`" } ?? ""): \(type(of: error)): \(error)"))
    }
  }
}

extension String {
  /// The text of a message, in which ` … ` replaces the middle if there are more than 1,000 Unicode scalars.
  ///
  /// Such a message quotes a long argument; its end has the remedy.
  fileprivate var withoutMiddle: String {
    guard utf8.count > 1000 else { return self }
    let characters = unicodeScalars
    guard characters.count > 1000 else { return self }
    return String(characters.prefix(200)) + " … " + String(characters.suffix(500))
  }
}

extension Session {
  /// The printer for the messages of the running command.
  package var printer: MessagePrinter { MessagePrinter(session: self, prefix: prefix) }
}
