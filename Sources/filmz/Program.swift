import Dispatch
import FilmzCommands
import FilmzDomain
import FilmzShell
import FilmzStore
import FilmzTerminal
import FilmzViewModels
import Foundation
import Glibc

/// The program: reads the call, builds the live session, and runs shell, script or single call.
@main
struct Program {
  static func main() {
    let arguments = CommandLine.arguments
    SecretArguments.wipe(arguments)
    CoreFile.forbid()
    openStandardStreams()
    Signals.runMain {
      await Program(
        environment: ProcessInfo.processInfo.environment, arguments: Array(arguments.dropFirst())
      ).run()
    }
  }

  /// Gives standard streams that are closed a place, so that no file of ours is opened in it.
  private static func openStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private let environment: [String: String]
  private let arguments: [String]
  private let running = RunningCommand()
  private let wake = WakePipe()

  private init(environment: [String: String], arguments: [String]) {
    self.environment = environment
    self.arguments = arguments
  }

  /// - Returns: The exit status.
  private func run() async -> CInt {
    let console = StandardStreams.console(environment: environment)
    do {
      let invocation = try Invocation(arguments, isInteractive: isTerminal(STDIN_FILENO))
      return try await run(
        invocation,
        invocation.work.isScript
          ? StandardStreams.console(environment: environment, isScript: true) : console)
    } catch is OutputClosed {
      return 128 + SIGPIPE
    } catch {
      return MessagePrinter(console: console, prefix: "filmz: ").printError(error).exitStatus
    }
  }

  private func run(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    switch invocation.work {
    case .version: try console.write("filmz \(Filmz.version)\n")
    case .help:
      let width = console.canvas(.never).width ?? 80
      try console.write(HelpOverview().programText(width: width) + "\n")
    case .manualPage: try console.write(ManualPage().text)
    case .completionScript(let shell): try console.write(try CompletionScript.text(for: shell))
    case .completion(let words): try await complete(words, invocation, console)
    case .shell: return try await runShell(invocation, console)
    case .standardInput, .scriptFile, .commands, .single:
      return try await runOnce(invocation, console)
    }
    return 0
  }

  /// Prints what fits the last word, a line each with what there is to say of it behind a tab.
  private func complete(
    _ words: [String], _ invocation: Invocation, _ console: Console
  ) async throws {
    let live = LiveSession(
      invocation, environment: environment, console: console, running: running)
    let candidates = await live.session(.single, editor: nil).completion(of: words)
    let lines = candidates.map {
      "\($0.label.sanitizedForTerminal)\t\($0.summary.sanitizedForTerminal)\n"
    }
    await live.close()
    try console.write(lines.joined())
  }

  // MARK: - Ways to run

  private func runShell(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    let style = console.messageStyle(invocation.options.color)
    let editor = LineEditor(style: style, wake: wake)
    defer { editor.close() }
    Signals.listen { [running, wake] signal in
      if [SIGINT, SIGQUIT].contains(signal), running.hasLentTerminal { return }
      if signal == SIGQUIT { endNow(by: signal) }
      // Noted first: whoever is woken asks which signal it was.
      if signal == SIGTERM || signal == SIGHUP { end(by: signal, running) }
      // Woken first: a line that is read after the command has ended must not see this signal.
      if let reason = WakeReason(signal: signal) { wake.send(reason) }
      if signal == SIGINT { running.cancel() }
    }
    let live = LiveSession(
      invocation, environment: environment, console: console, running: running)
    let session = live.session(.shell, editor: editor)
    live.removeLeftovers(session)
    await live.warnOfSettings(session)
    await live.restoreResults(session)
    Task { await session.models.collection.details.complete(atMost: 100, in: session.context) }
    let userShell = UserShell(environment: environment, child: TerminalChild(running: running))
    let shell = Shell(
      session: session, editor: editor, running: running, history: live.history,
      userShell: userShell, environment: environment
    ) {
      await live.saveResults(session, atEnd: false)
    }
    let status: Result<CInt, any Error>
    do { status = .success(try await shell.run()) } catch { status = .failure(error) }
    await live.saveResults(session, atEnd: true)
    await live.close()
    return try status.get()
  }

  private func runOnce(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    Signals.listen { [running, wake] signal in stop(on: signal, running, wake) }
    return try await running.run {
      let mode: Session.Mode = invocation.work.isScript ? .script : .single
      let editor = mode == .single && isTerminal(STDIN_FILENO) ? LineEditor(wake: wake) : nil
      defer { editor?.close() }
      let live = LiveSession(
        invocation, environment: environment, console: console, running: running)
      let session = live.session(mode, editor: editor)
      live.removeLeftovers(session)
      await live.warnOfSettings(session)
      let status: CInt
      do {
        status = try await perform(invocation, session)
      } catch {
        // Whoever read the output has gone; what was done stays done.
        try? await session.models.collection.flushToDisk()
        throw error
      }
      let missing = await session.models.collection.details.finish(within: .seconds(10))
      if missing > 0 { warnOfMissingDetails(missing, session) }
      try await session.models.collection.flushToDisk()
      await live.close()
      return status
    }
  }

  private func warnOfMissingDetails(_ count: Int, _ session: Session) {
    MessagePrinter(session: session, prefix: "filmz: ").printWarning(
      "the details of \(count.counted("film")) did not come in time; `refresh --stale` or the next"
        + " shell fetches them")
  }

  private func perform(_ invocation: Invocation, _ session: Session) async throws -> CInt {
    let script = ScriptRunner(session: session, bails: invocation.bails)
    switch invocation.work {
    case .commands(let text): return try await script.run(commandsIn: text)
    case .scriptFile(let path):
      return try await script.run(
        linesFrom: try ScriptRunner.open(path, named: path), named: path)
    case .single(let words):
      return status(
        of: try await CommandRunner(session: session, prefix: "filmz: ").run(.init(words: words)))
    default: return try await script.run(linesFrom: STDIN_FILENO, named: "on the standard input")
    }
  }

  private func status(of outcome: CommandRunner.Outcome) -> CInt {
    switch outcome {
    case .done, .ended: 0
    case .failed(let kind): kind.exitStatus
    case .outputLost: ExitCategory.inputOutput.exitStatus
    }
  }
}

/// Outside the shell signals end the program.
///
/// A question is taken back, with Ctrl-C what runs is cancelled, and both have a moment to leave the
/// terminal as it was. An editor that has the terminal gets the Ctrl-C itself; other signals end it
/// with the program.
private func stop(on signal: CInt, _ running: RunningCommand, _ wake: WakePipe) {
  if [SIGINT, SIGQUIT].contains(signal), running.hasLentTerminal { return }
  if signal == SIGQUIT { endNow(by: signal) }
  if let reason = WakeReason(signal: signal) { wake.send(reason) }
  guard [SIGINT, SIGTERM, SIGHUP].contains(signal) else { return }
  guard signal == SIGINT else {
    let isShared = running.hasLentTerminal
    if isShared { running.cancel() }
    usleep(isShared ? 1_000_000 : 50_000)
    endNow(by: signal)
  }
  running.cancel()
  // What is cancelled ends the program by itself; an import removes its draft first.
  usleep(1_500_000)
  UsualTerminal.putBack()
  _exit(ExitCategory.interrupted.exitStatus)
}

/// Ends the shell when a signal wants it; the terminal is put back also where what runs does not stop.
private func end(by signal: CInt, _ running: RunningCommand) {
  running.end(by: signal)
  DispatchQueue.global().asyncAfter(deadline: .now() + 5) {
    endNow(by: signal)
  }
}

/// Ends the program without waiting for anything, with the terminal as it was.
private func endNow(by signal: CInt) -> Never {
  UsualTerminal.putBack()
  _exit(128 + signal)
}
