package import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// Runs commands: finds the verb, parses its words, and prints data and messages.
package struct CommandRunner: Sendable {
  /// How a command ended, after all messages about it were printed.
  package enum Outcome: Sendable, Equatable {
    case done
    case failed(ExitCategory)
    /// Its data could not be written; no further command should run.
    case outputLost
    /// The shell or the script ends here.
    case ended
  }

  /// Words of one command; the time to parse them grows with their square.
  private static let mostWords = 10_000

  private let session: Session

  /// A runner whose warnings and errors begin with a prefix, such as `line 3: `.
  package init(session: Session, prefix: String) {
    var session = session
    session.prefix = prefix
    self.session = session
  }

  /// Runs one command, or those that an alias stands for.
  ///
  /// - Throws: ``OutputClosed`` if nobody reads the output any more.
  package func run(_ typed: LineParser.Command) async throws -> Outcome {
    let command = typed.withVerbFirst
    guard mayBeAlias(command) else { return try await runOne(command) }
    let commands: [LineParser.Command]
    do { commands = try await expanded(command) } catch {
      return .failed(session.printer.printError(error))
    }
    var outcome = Outcome.done
    for command in commands {
      switch try await runOne(command) {
      case .done: continue
      case .failed(let kind) where kind != .interrupted: outcome = .failed(kind)
      case let end: return end
      }
    }
    return outcome
  }

  private func runOne(_ command: LineParser.Command) async throws -> Outcome {
    let start = ContinuousClock.now
    // What comes too late for the command's own messages, or of one that fails.
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
      outcome = .failed(session.printer.printError(error))
    }
    if await session.preferences.isTiming { session.printer.printNotice(elapsed(since: start)) }
    return outcome
  }

  private func execute(_ command: LineParser.Command) async throws -> Outcome {
    if let redirection = command.redirection {
      throw CommandError.redirectionInScript(redirection.sign.rawValue)
    }
    if command.words.first?.text.hasPrefix("!") == true {
      throw session.mode == .shell
        ? CommandError.programBehindCommand : CommandError.programInScript
    }
    guard command.words.count <= Self.mostWords else {
      throw CommandError.tooManyWords(Self.mostWords)
    }
    let match = try CommandTree.find(
      command.words, abbreviated: session.mode == .shell, aliases: await aliasNames(for: command))
    if asksForHelp(match.words) { return try await finish(help(of: match.named), session) }
    let (leaf, global) = try match.command.read(match.words)
    var session = session
    session.begin(
      command.words.map(\.typed).joined(separator: " "), global.over(session.options))
    let output = try await output(of: leaf, command, in: session)
    let outcome = try await finish(output, session)
    guard case .rerun(let other) = output.ending else { return outcome }
    return try await CommandRunner(session: session, prefix: session.prefix).execute(other)
  }

  /// Runs a command with a progress line, and remembers it for `retry` if the network gave no answer.
  private func output(
    of leaf: any ShellCommand, _ command: LineParser.Command, in session: Session
  ) async throws -> Output {
    var session = session
    let progress = Progress(console: session.host.console, style: session.printer.style)
    session.progress = progress
    progress.start()
    defer { progress.stop() }
    session.trace.listen(session.options.verbose ? progress.printLine : nil)
    // Behind the prompt of a shell a line would stand in the way of what is typed.
    defer { if session.mode == .shell { session.trace.listen(nil) } }
    do {
      let output = try await leaf.run(in: session)
      if case .rerun = output.ending { return output }
      if output.isUnanswered {
        await session.unanswered.remember(command, isMove: leaf is any PageMove)
      } else {
        await session.unanswered.forget(command, replacesResults: output.replacesResults)
      }
      return output
    } catch let failure as any UserFacingError where failure.kind == .unavailable {
      await session.unanswered.remember(command, isMove: leaf is any PageMove)
      throw failure
    }
  }

  // MARK: - Help

  private func asksForHelp(_ words: [Word]) -> Bool {
    words.prefix { $0.text != "--" || $0.isQuoted }
      .contains { !$0.isQuoted && ($0.text == "--help" || $0.text == "-h") }
  }

  private func help(of command: Command) -> Output {
    HelpCommand.help(of: command, width: session.host.console.canvas(.never).width ?? 80)
  }

  // MARK: - Printing

  private func finish(_ output: Output, _ session: Session) async throws -> Outcome {
    let printer = session.printer
    printWarnings()
    printer.printBeforeData(output.messages)
    try await writeData(of: output, session)
    printer.printAfterData(output.messages)
    switch output.ending {
    case .done, .rerun: return .done
    case .partlyFailed(let failure): return .failed(printer.printError(failure))
    case .foundTrouble: return .failed(.failed)
    case .interrupted: return .failed(.interrupted)
    case .script(let outcome): return outcome
    case .endsSession: return .ended
    }
  }

  /// Prints what there is to say of the files.
  private func printWarnings() {
    for warning in session.models.takeWarnings() { session.printer.printWarning(warning.text) }
  }

  private func writeData(of output: Output, _ session: Session) async throws {
    if case .partlyFailed = output.ending { return }
    let text = Renderer.text(
      of: output.content, as: session.options.format,
      on: session.host.console.canvas(session.options.color))
    if output.content.isLong { try Task.checkCancellation() }
    if !text.isEmpty { try await show(text, session) }
  }

  /// Writes the data, in a pager if it is a table that is longer than the screen.
  private func show(_ text: String, _ session: Session) async throws {
    if let page = session.host.page, session.options.format == .table,
      !session.host.console.isRedirected,
      isLong(text, session)
    {
      switch await page(text) {
      case .shown: return
      case .refused: break
      case .failed(let reason): session.printer.printWarning(reason)
      }
    }
    try session.host.console.write(text)
  }

  /// Whether a text does not fit on the screen above the prompt.
  private func isLong(_ text: String, _ session: Session) -> Bool {
    guard let rows = session.host.console.rows() else { return false }
    return text.utf8.count { $0 == UInt8(ascii: "\n") } > rows - 1
  }

  private func elapsed(since start: ContinuousClock.Instant) -> String {
    let micros = start.duration(to: .now).microseconds
    let fraction = String(micros % 1000)
    return "elapsed \(micros / 1000)." + String(repeating: "0", count: 3 - fraction.count)
      + "\(fraction) ms"
  }

  // MARK: - Aliases

  /// The commands that a command stands for; each of them has a verb of ours, unless it is unknown.
  package func expanded(
    _ command: LineParser.Command
  ) async throws(CommandError) -> [LineParser.Command] {
    let command = command.withVerbFirst
    guard mayBeAlias(command) else { return [command] }
    let aliases = await session.settings.all().aliases
    guard !aliases.isEmpty else { return [command] }
    return try AliasExpansion(aliases, abbreviated: session.mode == .shell).commands(for: command)
  }

  /// Whether a command's verb is none of ours, so that it may be an alias.
  private func mayBeAlias(_ command: LineParser.Command) -> Bool {
    guard let verb = command.words.first?.text else { return false }
    return !CommandTree.isTaken(verb)
  }

  /// The aliases that may be meant by an unknown verb.
  private func aliasNames(for command: LineParser.Command) async -> [String] {
    mayBeAlias(command) ? Array(await session.settings.all().aliases.keys) : []
  }
}
