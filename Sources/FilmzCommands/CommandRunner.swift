import ArgumentParser
package import FilmzDomain
import FilmzTerminal

/// Runs commands: finds the verb, parses its words, and prints what comes of it.
package struct CommandRunner: Sendable {
  /// What a command came to.
  package enum Outcome: Sendable, Equatable {
    case done
    /// It failed, and that was said.
    case failed(FailureKind)
    /// Its data could not be written, and that was said; there is no sense in going on.
    case outputLost
    /// The shell or the script is to end.
    case ended
  }

  /// Words of one command; the time to parse them grows with their square.
  private static let mostWords = 10_000

  let session: Session
  /// What stands before an error, `line 3: `.
  private let prefix: String

  package init(session: Session, prefix: String) {
    self.session = session
    self.prefix = prefix
  }

  /// Runs one command, or those that an alias stands for.
  ///
  /// - Throws: ``OutputClosed`` where nobody reads the output any more.
  package func run(_ typed: LineParser.Command) async throws -> Outcome {
    let command = typed.withVerbFirst
    guard mayBeAlias(command) else { return try await runOne(command) }
    let commands: [LineParser.Command]
    do { commands = try await expanded(command) } catch { return .failed(report(error)) }
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
    let outcome: Outcome
    do {
      outcome = try await execute(command)
    } catch let closed as OutputClosed {
      throw closed
    } catch let error as CommandError where error.isOutputFailure {
      report(error)
      return .outputLost
    } catch {
      outcome = .failed(report(error))
    }
    if await session.preferences.isTiming { say(elapsed(since: start), .dim) }
    return outcome
  }

  /// Says in one line what went wrong.
  ///
  /// - Returns: What sort of trouble it is.
  @discardableResult
  package func report(_ error: any Error) -> FailureKind {
    let failure = failure(of: error)
    complain(failure.text, .red)
    return failure.kind
  }

  /// Says a warning in one line.
  package func warn(_ text: String) {
    complain(text, .yellow)
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
    if asksForHelp(match.arguments) { return try await finish(try help(of: match), session) }
    let leaf = try CommandParser(parsed: session.parsed).command(of: match)
    var session = session
    session.options = leaf.global.over(session.options)
    session.prefix = prefix
    session.commandLine = command.words.map(\.typed).joined(separator: " ")
    let output = try await output(of: leaf, command, in: session)
    let outcome = try await finish(output, session)
    guard let rerun = output.rerun else { return outcome }
    return try await CommandRunner(session: session, prefix: prefix).execute(rerun)
  }

  /// Runs a command under the sign that it is waiting, and remembers it where nobody answered.
  private func output(
    of leaf: any ShellCommand, _ command: LineParser.Command, in session: Session
  ) async throws -> Output {
    var session = session
    let progress = Progress(console: session.console, style: messageStyle)
    session.progress = progress
    progress.start()
    defer { progress.stop() }
    session.trace.listen(session.options.verbose ? progress.say(inert:) : nil)
    // Behind the prompt of a shell a line would stand in the way of what is typed.
    defer { if session.mode == .shell { session.trace.listen(nil) } }
    do {
      let output = try await leaf.run(in: session)
      guard output.rerun == nil else { return output }
      if output.failure?.kind == .unavailable || output.isFallback {
        await session.unanswered.remember(command, isMove: leaf is any PageMove)
      } else {
        await session.unanswered.forget(command, replacesResults: output.replacesResults)
      }
      return output
    } catch let failure as any Failure where failure.kind == .unavailable {
      await session.unanswered.remember(command, isMove: leaf is any PageMove)
      throw failure
    }
  }

  // MARK: - Help

  private func asksForHelp(_ words: [Word]) -> Bool {
    words.prefix { $0.text != "--" || $0.isQuoted }
      .contains { !$0.isQuoted && ($0.text == "--help" || $0.text == "-h") }
  }

  private func help(of match: CommandTree.Match) throws -> Output {
    let words = match.name.split(separator: " ").map { Word(String($0)) }
    let (type, name) = try CommandTree.named(words, abbreviated: false)
    return HelpCommand.help(
      of: type, name: name, width: session.console.canvas(.never).width ?? 80)
  }

  // MARK: - Printing

  private func finish(_ output: Output, _ session: Session) async throws -> Outcome {
    for warning in output.warnings { warn(warning) }
    let isTold = session.console.isWatched || session.options.verbose
    if isTold, let header = output.header { tell(header, session) }
    if output.failure == nil {
      let options = session.options
      let text = Renderer.text(
        of: output.content, as: options.format, on: session.console.canvas(options.color))
      if output.content.isLong { try Task.checkCancellation() }
      if !text.isEmpty { try await show(text, session) }
    }
    if let closing = output.closing { tell(closing, session) }
    if isTold { for notice in output.notices { tell(notice, session) } }
    if let failure = output.failure { return .failed(report(failure)) }
    if let outcome = output.scriptOutcome { return outcome }
    if output.isInterrupted { return .failed(.interrupted) }
    if output.reportsTrouble { return .failed(.failed) }
    return output.endsSession ? .ended : .done
  }

  /// Writes the data, page by page where that is for people and longer than the screen.
  private func show(_ text: String, _ session: Session) async throws {
    if let page = session.page, session.options.format == .table, !session.console.isRedirected,
      isLong(text, session)
    {
      switch await page(text) {
      case .shown: return
      case .refused: break
      case .failed(let reason): warn(reason)
      }
    }
    try session.console.write(text)
  }

  /// Whether a text does not fit on the screen above the prompt.
  private func isLong(_ text: String, _ session: Session) -> Bool {
    guard let rows = session.console.rows() else { return false }
    return text.utf8.count { $0 == UInt8(ascii: "\n") } > rows - 1
  }

  private func tell(_ notice: String, _ session: Session) {
    let width = session.console.canvas(.never).width ?? .max
    for line in notice.inert.wrapped(toWidth: width) { say(line, .dim) }
  }

  /// One line, which in the shell is wrapped and coloured for whoever sits there.
  private func complain(_ text: String, _ emphasis: Emphasis) {
    guard session.mode == .shell else { return say(prefix + text, .plain) }
    let width = session.console.canvas(.never).width ?? .max
    for line in (prefix + text).inert.wrapped(toWidth: width, cuttingWords: false) {
      say(line, emphasis)
    }
  }

  private func say(_ text: String, _ emphasis: Emphasis) {
    session.console.say(messageStyle.emphasized(text.inert, emphasis) + "\n")
  }

  private var messageStyle: Style { session.console.messageStyle(session.options.color) }

  private func elapsed(since start: ContinuousClock.Instant) -> String {
    let micros = start.duration(to: .now).microseconds
    let fraction = String(micros % 1000)
    return "elapsed \(micros / 1000)." + String(repeating: "0", count: 3 - fraction.count)
      + "\(fraction) ms"
  }

  private func failure(of error: any Error) -> any Failure {
    switch error {
    case let failure as any Failure: failure
    case is CancellationError: CommandError.interrupted
    default: UnexpectedFailure()
    }
  }
}

/// An error that nobody foresaw; its words would mean nothing to the user.
private struct UnexpectedFailure: Failure {
  let message = "something went wrong that filmz does not know"
  let kind = FailureKind.failed
}
