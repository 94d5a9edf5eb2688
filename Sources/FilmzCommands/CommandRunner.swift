package import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// Parses and runs commands, and prints their data and messages.
package struct CommandRunner: Sendable {
  /// The outcome of a command whose messages have been printed already.
  package enum Outcome: Sendable, Equatable {
    case done
    case failed(ExitCategory)
    /// The data could not be written, so no further command should run.
    case outputLost
    /// The shell or the script has to end.
    case sessionEnded

    /// `true` if no further command of a line, an alias or a script may run.
    package var isFinal: Bool { [.sessionEnded, .outputLost, .failed(.interrupted)].contains(self) }
  }

  /// The maximum number of words in a command.
  ///
  /// There is a limit because the time for parsing grows with the square of the number of words.
  private static let maximumWordCount = 10_000

  private let session: Session

  /// Creates a runner that prints warnings and errors with a prefix, such as `line 3: `.
  package init(session: Session, prefix: String) {
    var session = session
    session.prefix = prefix
    self.session = session
  }

  /// Runs a command, or the commands of an alias.
  ///
  /// If a command of an alias fails, the remaining commands still run. They do not run after a
  /// command that was interrupted, whose data could not be written, or that ends the session; the
  /// outcome is then that of this command. Otherwise, the outcome is the last failure, or
  /// ``Outcome/done`` if no command failed.
  ///
  /// - Throws: ``OutputClosed`` if the reader has closed the output.
  package func run(_ command: ParsedCommand) async throws -> Outcome {
    let commands: [ParsedCommand]
    do {
      commands = try await expanded(command)
    } catch {
      return .failed(session.printer.printError(error))
    }
    var outcome = Outcome.done
    for command in commands {
      let nextOutcome = try await runExpanded(command)
      if nextOutcome.isFinal { return nextOutcome }
      if nextOutcome != .done { outcome = nextOutcome }
    }
    return outcome
  }

  /// Runs a command that ``expanded(_:)`` returned.
  ///
  /// - Throws: ``OutputClosed`` if the reader has closed the output.
  package func runExpanded(_ command: ParsedCommand) async throws -> Outcome {
    let start = ContinuousClock.now
    // Some warnings are added after the command's messages were printed, or before the command throws an error.
    defer { printWarnings() }
    let outcome: Outcome
    do {
      outcome = try await executeOrAsk(command)
    } catch let closed as OutputClosed {
      throw closed
    } catch let error as CommandError where error.isOutputFailure {
      session.printer.printError(error)
      return .outputLost
    } catch {
      if let state = (error as? any UserFacingError)?.lastingState { _ = session.viewModels.report(state) }
      outcome = .failed(session.printer.printError(error, of: command.words.first?.text))
    }
    await session.lastCommand.setEnd(session.now())
    if await session.preferences.isTiming { session.printer.printNotice(elapsed(since: start)) }
    return outcome
  }

  /// Runs a command; if it is ambiguous, lets the user choose in the shell, and runs the chosen command.
  ///
  /// If the user chooses none, the following commands do not run, because they may depend on it.
  private func executeOrAsk(_ command: ParsedCommand) async throws -> Outcome {
    do {
      return try await execute(command)
    } catch {
      guard let choice = Choice(after: error, of: command) else { throw error }
      printWarnings()
      guard let words = try await session.words(chosenFrom: choice) else {
        session.printer.printNotice("Nothing was done.")
        return .failed(.interrupted)
      }
      return try await executeOrAsk(ParsedCommand(words: words))
    }
  }

  /// Parses and runs a command, and prints its output.
  private func execute(_ command: ParsedCommand) async throws -> Outcome {
    if let redirection = command.redirection { throw CommandError.redirectionInScript(redirection.kind.rawValue) }
    if command.words.first?.text.hasPrefix("!") == true {
      throw session.mode == .shell ? CommandError.programNotAtLineStart : CommandError.programInScript
    }
    guard command.words.count <= Self.maximumWordCount else { throw CommandError.tooManyWords(Self.maximumWordCount) }
    let settings = await session.settings.all()
    let aliases = Array(settings.aliases.keys)
    let command = try await session.addingVerb(to: command, aliases: aliases)
    let match: CommandTree.Match
    do {
      match = try CommandTree.find(command.words, abbreviated: session.mode == .shell, aliases: aliases)
    } catch {
      throw session.lookupError(error, for: command.words)
    }
    if asksForHelp(match.words) { return try await finish(help(of: match.namedCommand), session) }
    let (run, globalOptions) = try read(command, match)
    var options = globalOptions.overriding(session.options)
    if await session.preferences.isOffline { options.offline = true }
    var session = session
    session.begin(command.text, options, settings)
    let output: Output
    do {
      output = try await self.output(of: run, command, isPaging: match.command.isPaging, in: session)
    } catch ViewModelError.nothingSelected {
      throw await session.selectionError(for: match)
    }
    let outcome = try await finish(output, session)
    guard case .rerun(let failedCommand) = output.ending else { return outcome }
    return try await CommandRunner(session: session, prefix: session.prefix).execute(failedCommand)
  }

  /// Parses the words after the name of a command.
  private func read(
    _ command: ParsedCommand, _ match: CommandTree.Match
  ) throws -> (run: Command.Run, global: GlobalOptions) {
    do {
      let isTyped = session.mode == .shell
      let keepsText = isTyped && OutputRedirection.verbWithText(command.words, abbreviated: true) != nil
      return try match.command.read(match.words, keepsText: keepsText)
    } catch {
      throw session.usageError(error, of: match.command, for: command.words)
    }
  }

  /// Runs a command with a progress line, and updates the command that `retry` runs.
  ///
  /// A command with a failed network request is stored for `retry`. A command without one may remove the stored command
  /// (``RetryableCommand/clear(after:replacesResults:)``).
  private func output(
    of run: Command.Run, _ command: ParsedCommand, isPaging: Bool, in session: Session
  ) async throws -> Output {
    var session = session
    let progress = Progress(console: session.host.console, style: session.printer.style)
    session.progress = progress
    progress.start()
    defer { progress.stop() }
    session.trace.setListener(session.options.verbose ? progress.printLine : nil)
    // While the shell prompts for the next command, trace lines would garble the line being typed.
    defer { if session.mode == .shell { session.trace.setListener(nil) } }
    do {
      let output = try await run(session)
      if case .rerun = output.ending { return output }
      if output.isRetryable {
        await session.retryableCommand.store(command, isPaging: isPaging)
      } else {
        await session.retryableCommand.clear(after: command, replacesResults: output.replacesResults)
      }
      return output
    } catch is DeclinedChange {
      return .nothingChanged
    } catch let error as any UserFacingError where error.exitCategory == .unavailable {
      await session.retryableCommand.store(command, isPaging: isPaging)
      throw error
    }
  }

  // MARK: - Help

  private func asksForHelp(_ words: [Word]) -> Bool {
    words.prefix { $0.text != "--" || $0.isQuoted }.contains {
      !$0.isQuoted && ($0.text == "--help" || $0.text == "-h")
    }
  }

  private func help(of command: Command) -> Output {
    HelpCommand.help(of: command, width: session.host.console.renderTarget(.never).width ?? 80)
  }

  // MARK: - Printing

  /// Prints the messages and the data of an output, and returns the outcome of its command.
  private func finish(_ output: Output, _ session: Session) async throws -> Outcome {
    let printer = session.printer
    printWarnings()
    let messages = session.host.console.isRedirected ? output.messagesForRedirection : output.messages
    printer.printBeforeData(messages, isRetryable: output.isRetryable, report: session.viewModels.report)
    try await writeData(of: output, session)
    printer.printAfterData(messages)
    switch output.ending {
    case .done, .rerun: return .done
    case .partlyFailed(let error): return .failed(printer.printError(error))
    case .foundProblems: return .failed(.failed)
    case .interrupted: return .failed(.interrupted)
    case .script(let outcome): return outcome
    case .endsSession: return .sessionEnded
    }
  }

  /// Prints the warnings that have been added since the last call, such as the one for a damaged
  /// cache.
  private func printWarnings() {
    for warning in session.viewModels.takeWarnings() { session.printer.printWarning(warning.text) }
  }

  /// Writes the data of an output, unless an error is printed instead.
  private func writeData(of output: Output, _ session: Session) async throws {
    if case .partlyFailed = output.ending { return }
    let text = Renderer.text(
      of: await visibleContent(of: output, session), as: session.options.format,
      on: session.host.console.renderTarget(session.options.color))
    if output.content.isSlowToRender { try Task.checkCancellation() }
    if !text.isEmpty { try await show(text, atEnd: output.opensAtEnd, session) }
    session.host.console.didWrite?(output.content)
  }

  /// Returns the data of a command; tables have only those columns of ratings that the settings select.
  private func visibleContent(of output: Output, _ session: Session) async -> Output.Content {
    guard [.table, .markdown].contains(session.options.format) else { return output.content }
    return output.content.showing(
      await session.settings.all(), on: session.options.format == .table ? session.typedScale : .points)
  }

  /// Writes the data of a command.
  ///
  /// In the format `table`, a text that is longer than the screen is shown in the pager, if there
  /// is one and the output is not redirected; the pager shows the end of the text if `atEnd` is `true`.
  private func show(_ text: String, atEnd: Bool, _ session: Session) async throws {
    if let page = session.host.page, session.options.format == .table, !session.host.console.isRedirected,
      isLongerThanScreen(text, session)
    {
      switch await page(text, atEnd) {
      case .shown: return
      case .notPaged: break
      case .failed(let reason): session.printer.printWarning(reason)
      }
    }
    try session.host.console.write(text)
  }

  /// Returns whether a text is too long to fit on the screen together with the prompt; `false` if
  /// the height of the screen is unknown.
  private func isLongerThanScreen(_ text: String, _ session: Session) -> Bool {
    guard let rows = session.host.console.rows() else { return false }
    return text.utf8.count { $0 == UInt8(ascii: "\n") } > rows - 1
  }

  private func elapsed(since start: ContinuousClock.Instant) -> String {
    let microseconds = start.duration(to: .now).microseconds
    let fraction = (microseconds % 1000).zeroPadded(toLength: 3)
    return "elapsed \(microseconds / 1000).\(fraction) ms"
  }

  // MARK: - Aliases

  /// Returns the commands that an alias expands to, or the command itself if its verb is not an alias.
  package func expanded(_ command: ParsedCommand) async throws(CommandError) -> [ParsedCommand] {
    let command = command.withVerbFirst
    // The settings are not read for a built-in or planned verb, which cannot be an alias.
    guard let verb = command.words.first?.text, !CommandTree.isVerb(verb) else { return [command] }
    let aliases = await session.settings.all().aliases
    return try AliasExpansion(aliases, abbreviated: session.mode == .shell).commands(for: command)
  }
}
