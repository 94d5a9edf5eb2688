package import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// Finds, parses and runs commands, and prints their data and messages.
package struct CommandRunner: Sendable {
  /// The outcome of a command whose messages have been printed already.
  package enum Outcome: Sendable, Equatable {
    /// The command succeeded.
    case done
    case failed(ExitCategory)
    /// The data could not be written, so no further command should run.
    case outputLost
    /// The shell or the script has to end.
    case sessionEnded
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
  package func run(_ typedCommand: ParsedCommand) async throws -> Outcome {
    let command = typedCommand.withVerbFirst
    guard mayBeAlias(command) else { return try await runOne(command) }
    let commands: [ParsedCommand]
    do { commands = try await expanded(command) } catch {
      return .failed(session.printer.printError(error))
    }
    var outcome = Outcome.done
    for command in commands {
      switch try await runOne(command) {
      case .done: continue
      case .failed(let category) where category != .interrupted: outcome = .failed(category)
      case let finalOutcome: return finalOutcome
      }
    }
    return outcome
  }

  private func runOne(_ command: ParsedCommand) async throws -> Outcome {
    let start = ContinuousClock.now
    // Prints the remaining warnings: those that were added after the command's messages were printed,
    // and those of a command that threw an error.
    defer { printWarnings() }
    let outcome: Outcome
    do {
      outcome = try await execute(command)
    } catch let closed as OutputClosed {
      throw closed
    } catch let error as CommandError where error.isOutputFailure {
      session.printer.printError(error)
      return .outputLost
    } catch {
      if let state = (error as? any UserFacingError)?.lastingState {
        _ = session.viewModels.report(state)
      }
      outcome = .failed(session.printer.printError(error, of: command.words.first?.text))
    }
    await session.lastCommand.setEnd(session.now())
    if await session.preferences.isTiming { session.printer.printNotice(elapsed(since: start)) }
    return outcome
  }

  private func execute(_ command: ParsedCommand) async throws -> Outcome {
    if let redirection = command.redirection {
      throw CommandError.redirectionInScript(redirection.kind.rawValue)
    }
    if command.words.first?.text.hasPrefix("!") == true {
      throw session.mode == .shell
        ? CommandError.programNotAtLineStart : CommandError.programInScript
    }
    guard command.words.count <= Self.maximumWordCount else {
      throw CommandError.tooManyWords(Self.maximumWordCount)
    }
    let aliases = await aliasNames(for: command)
    let command = try await session.addingVerb(to: command, aliases: aliases)
    let match = try CommandTree.find(
      command.words, abbreviated: session.mode == .shell, aliases: aliases)
    if asksForHelp(match.words) { return try await finish(help(of: match.namedCommand), session) }
    let (shellCommand, globalOptions) = try await read(command, match)
    var options = globalOptions.overriding(session.options)
    if await session.preferences.isOffline { options.offline = true }
    var session = session
    session.begin(command.text, options, await session.settings.all().listRatings)
    let output = try await output(of: shellCommand, command, in: session)
    let outcome = try await finish(output, session)
    guard case .rerun(let failedCommand) = output.ending else { return outcome }
    return try await CommandRunner(session: session, prefix: session.prefix).execute(failedCommand)
  }

  /// Parses the words after the name of a command.
  private func read(
    _ command: ParsedCommand, _ match: CommandTree.Match
  ) async throws -> (any ShellCommand, GlobalOptions) {
    do {
      return try match.command.read(match.words)
    } catch {
      throw await session.usageError(error, for: command.words)
    }
  }

  /// Runs a command with a progress line, and updates the command that `retry` runs.
  ///
  /// If a network request failed, the command is stored for `retry`. If the command finished
  /// without such a failure, it may remove the stored command
  /// (``RetryableCommand/clear(after:replacesResults:)``).
  private func output(
    of shellCommand: any ShellCommand, _ command: ParsedCommand, in session: Session
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
      let output = try await shellCommand.run(in: session)
      if case .rerun = output.ending { return output }
      if output.isRetryable {
        await session.retryableCommand.store(
          command, isPaging: shellCommand is any PagingCommand)
      } else {
        await session.retryableCommand.clear(
          after: command, replacesResults: output.replacesResults)
      }
      return output
    } catch is DeclinedChange {
      return .nothingChanged
    } catch let error as any UserFacingError where error.exitCategory == .unavailable {
      await session.retryableCommand.store(command, isPaging: shellCommand is any PagingCommand)
      throw error
    }
  }

  // MARK: - Help

  private func asksForHelp(_ words: [Word]) -> Bool {
    words.prefix { $0.text != "--" || $0.isQuoted }
      .contains { !$0.isQuoted && ($0.text == "--help" || $0.text == "-h") }
  }

  private func help(of command: Command) -> Output {
    HelpCommand.help(of: command, width: session.host.console.renderTarget(.never).width ?? 80)
  }

  // MARK: - Printing

  /// Prints the messages and the data of an output, and returns the outcome of its command.
  private func finish(_ output: Output, _ session: Session) async throws -> Outcome {
    let printer = session.printer
    printWarnings()
    let messages =
      session.host.console.isRedirected ? output.messagesForRedirection : output.messages
    printer.printBeforeData(
      messages, isRetryable: output.isRetryable, report: session.viewModels.report)
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

  private func writeData(of output: Output, _ session: Session) async throws {
    if case .partlyFailed = output.ending { return }
    let text = Renderer.text(
      of: await visibleContent(of: output, session), as: session.options.format,
      on: session.host.console.renderTarget(session.options.color))
    if output.content.isSlowToRender { try Task.checkCancellation() }
    if !text.isEmpty { try await show(text, atEnd: output.opensAtEnd, session) }
    session.host.console.didWrite?(output.content)
  }

  /// Returns the data of a command; tables have the columns of ratings that the settings choose.
  private func visibleContent(of output: Output, _ session: Session) async -> Output.Content {
    guard [.table, .markdown].contains(session.options.format) else { return output.content }
    return output.content.showing(await session.settings.all().listRatings)
  }

  /// Writes the data of a command.
  ///
  /// In the format `table`, a text that is longer than the screen is shown in the pager, if there
  /// is one and the output is not redirected; the pager shows the end of the text if `atEnd` is `true`.
  private func show(_ text: String, atEnd: Bool, _ session: Session) async throws {
    if let page = session.host.page, session.options.format == .table,
      !session.host.console.isRedirected,
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
  package func expanded(
    _ command: ParsedCommand
  ) async throws(CommandError) -> [ParsedCommand] {
    let command = command.withVerbFirst
    guard mayBeAlias(command) else { return [command] }
    let aliases = await session.settings.all().aliases
    guard !aliases.isEmpty else { return [command] }
    return try AliasExpansion(aliases, abbreviated: session.mode == .shell).commands(for: command)
  }

  /// Returns whether a command's verb may be an alias.
  ///
  /// Any verb may be one, except a built-in or planned verb in lower case.
  private func mayBeAlias(_ command: ParsedCommand) -> Bool {
    guard let verb = command.words.first?.text else { return false }
    return !CommandTree.isVerb(verb)
  }

  /// Returns the names of all aliases, or an empty array if the command's verb cannot be one of
  /// them.
  private func aliasNames(for command: ParsedCommand) async -> [String] {
    mayBeAlias(command) ? Array(await session.settings.all().aliases.keys) : []
  }
}
