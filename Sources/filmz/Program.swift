import Dispatch
import FilmzCommands
import FilmzDomain
import FilmzShell
import FilmzStore
import FilmzTerminal
import FilmzViewModels
import Foundation
import Glibc

/// The program: parses the command line, creates the session, and runs a shell, a script, or a command.
@main
struct Program {
  static func main() {
    let arguments = CommandLine.arguments
    SecretArguments.wipe(arguments)
    CoreFile.disable()
    openStandardStreams()
    Signals.runMain {
      await Program(
        environment: ProcessInfo.processInfo.environment, arguments: Array(arguments.dropFirst())
      ).run()
    }
  }

  /// Opens closed standard streams as `/dev/null`, so that no other file gets their descriptors.
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

  /// Runs the program and returns the exit status.
  private func run() async -> CInt {
    let console = StandardStreams.console(environment: environment)
    do {
      let invocation = try Invocation(arguments, isInteractive: isTerminal(STDIN_FILENO))
      return try await run(
        invocation,
        invocation.action.isScript
          ? StandardStreams.console(environment: environment, isScript: true) : console)
    } catch is OutputClosed {
      return 128 + SIGPIPE
    } catch {
      return MessagePrinter(console: console, prefix: "filmz: ").printError(error).exitStatus
    }
  }

  private func run(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    switch invocation.action {
    case .version: try console.write("filmz \(Filmz.version)\n")
    case .help:
      let width = console.renderTarget(.never).width ?? 80
      try console.write(HelpOverview().programText(width: width) + "\n")
    case .manualPage: try console.write(ManualPage().text)
    case .completionScript(let shell): try console.write(try CompletionScript.text(for: shell))
    case .completion(let words): try await printCompletions(of: words, invocation, console)
    case .shell: return try await runShell(invocation, console)
    case .standardInput, .scriptFile, .commands, .singleCommand:
      return try await runOnce(invocation, console)
    }
    return 0
  }

  /// Prints the completions of the last word, one a line, each with a tab and its summary.
  private func printCompletions(
    of words: [String], _ invocation: Invocation, _ console: Console
  ) async throws {
    let live = SessionFactory(
      invocation, environment: environment, console: console, running: running)
    let candidates = await live.session(.singleCommand, editor: nil).completion(of: words)
    let lines = candidates.map {
      "\($0.label.sanitizedForTerminal)\t\($0.summary.sanitizedForTerminal)\n"
    }
    await live.close()
    try console.write(lines.joined())
  }

  // MARK: - Shell, script, and single command

  private func runShell(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    let style = console.messageStyle(invocation.options.color)
    let editor = LineEditor(style: style, wake: wake)
    defer { editor.close() }
    Signals.listen { [running, wake] signal in
      if [SIGINT, SIGQUIT].contains(signal), running.hasForegroundChild { return }
      if signal == SIGQUIT { exitNow(by: signal) }
      // Before waking the reader, which checks the signal that was recorded.
      if signal == SIGTERM || signal == SIGHUP { endShell(by: signal, running) }
      // Before cancelling: a line that is read after the command has ended must not get this signal.
      if let reason = WakeReason(signal: signal) { wake.send(reason) }
      if signal == SIGINT { running.cancel() }
    }
    let live = SessionFactory(
      invocation, environment: environment, console: console, running: running)
    let session = live.session(.shell, editor: editor)
    live.removeLeftovers(session)
    await live.printSettingsWarnings(session)
    await live.restoreResults(session)
    Task {
      await session.viewModels.collection.factFetcher.fetchMissingFacts(
        limit: 100, in: session.context)
    }
    let userShell = UserShell(
      environment: environment, childRunner: ChildProcessRunner(running: running))
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
    Signals.listen { [running, wake] signal in terminate(on: signal, running, wake) }
    return try await running.run {
      let mode: Session.Mode = invocation.action.isScript ? .script : .singleCommand
      let editor = mode == .singleCommand && isTerminal(STDIN_FILENO) ? LineEditor(wake: wake) : nil
      defer { editor?.close() }
      let live = SessionFactory(
        invocation, environment: environment, console: console, running: running)
      let session = live.session(mode, editor: editor)
      live.removeLeftovers(session)
      await live.printSettingsWarnings(session)
      let status: CInt
      do {
        status = try await perform(invocation, session)
      } catch {
        // The reader of the output is gone; the changes made so far remain.
        try? await session.viewModels.collection.flushToDisk()
        throw error
      }
      let missingCount = await session.viewModels.collection.factFetcher.finish(
        within: .seconds(10))
      if missingCount > 0 { warnOfMissingDetails(missingCount, session) }
      try await session.viewModels.collection.flushToDisk()
      await live.close()
      return status
    }
  }

  private func warnOfMissingDetails(_ count: Int, _ session: Session) {
    MessagePrinter(session: session, prefix: "filmz: ").printWarning(
      "the details of \(count.counted("film")) were not fetched in time; `refresh --stale` or the next"
        + " shell fetches them")
  }

  private func perform(_ invocation: Invocation, _ session: Session) async throws -> CInt {
    let scriptRunner = ScriptRunner(session: session, stopsAtFirstFailure: invocation.stopsAtFirstFailure)
    switch invocation.action {
    case .commands(let text): return try await scriptRunner.run(commandsIn: text)
    case .scriptFile(let path):
      return try await scriptRunner.run(
        linesFrom: try ScriptRunner.open(path, named: path), named: path)
    case .singleCommand(let words):
      return status(
        of: try await CommandRunner(session: session, prefix: "filmz: ").run(.init(words: words)))
    default:
      return try await scriptRunner.run(linesFrom: STDIN_FILENO, named: "on the standard input")
    }
  }

  private func status(of outcome: CommandRunner.Outcome) -> CInt {
    switch outcome {
    case .done, .sessionEnded: 0
    case .failed(let category): category.exitStatus
    case .outputLost: ExitCategory.inputOutput.exitStatus
    }
  }
}

/// Ends the program on a signal outside the shell.
///
/// A question is cancelled, and Ctrl-C also cancels the running command; both get time to restore the
/// terminal. A child process that uses the terminal receives Ctrl-C itself; other signals end it together
/// with the program.
private func terminate(on signal: CInt, _ running: RunningCommand, _ wake: WakePipe) {
  if [SIGINT, SIGQUIT].contains(signal), running.hasForegroundChild { return }
  if signal == SIGQUIT { exitNow(by: signal) }
  if let reason = WakeReason(signal: signal) { wake.send(reason) }
  guard [SIGINT, SIGTERM, SIGHUP].contains(signal) else { return }
  guard signal == SIGINT else {
    let isShared = running.hasForegroundChild
    if isShared { running.cancel() }
    usleep(isShared ? 1_000_000 : 50_000)
    exitNow(by: signal)
  }
  running.cancel()
  // A cancelled command ends the program by itself; an import removes its draft first.
  usleep(1_500_000)
  SavedTerminalModes.restore()
  _exit(ExitCategory.interrupted.exitStatus)
}

/// Ends the shell on a signal; after 5 seconds, the program exits even if the command has not stopped.
private func endShell(by signal: CInt, _ running: RunningCommand) {
  running.terminate(by: signal)
  DispatchQueue.global().asyncAfter(deadline: .now() + 5) {
    exitNow(by: signal)
  }
}

/// Restores the terminal and exits immediately.
private func exitNow(by signal: CInt) -> Never {
  SavedTerminalModes.restore()
  _exit(128 + signal)
}
