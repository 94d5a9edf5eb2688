import Dispatch
import FilmzCommands
import FilmzDomain
package import FilmzShell
import FilmzStore
import FilmzTerminal
import FilmzViewModels
import Foundation
import Glibc

/// The program, which parses its arguments, creates a session, and runs the shell, a script, or a command.
package struct Program: Sendable {
  /// The environment, the streams, and the working directory of the process that runs the program.
  package struct ProcessContext: Sendable {
    package let environment: [String: String]
    package let streams: StandardStreams
    /// The folder to which paths are relative; `nil` is the working directory of the process.
    package let folder: String?
    /// `true` if the program handles the signals of the process.
    package let handlesSignals: Bool

    package init(
      environment: [String: String], streams: StandardStreams = StandardStreams(),
      folder: String? = nil, handlesSignals: Bool = true
    ) {
      self.environment = environment.withLoginName
      (self.streams, self.folder, self.handlesSignals) = (streams, folder, handlesSignals)
    }

    var userPath: UserPath { UserPath(environment: environment, folder: folder) }
  }

  private let processContext: ProcessContext
  private let arguments: [String]
  private let runningCommand = RunningCommand()
  private let wakePipe = WakePipe()

  /// Creates a program; the arguments do not include its name.
  package init(_ arguments: [String], in processContext: ProcessContext) {
    self.arguments = arguments
    self.processContext = processContext
  }

  private var environment: [String: String] { processContext.environment }
  private var streams: StandardStreams { processContext.streams }

  /// Runs the program and returns the exit status.
  package func run() async -> CInt {
    let console = streams.console(environment: environment)
    do {
      let invocation = try Invocation(arguments, isInteractive: isTerminal(streams.input))
      return try await run(
        invocation, invocation.action.isScript ? streams.console(environment: environment, isScript: true) : console)
    } catch is OutputClosed {
      return 128 + SIGPIPE
    } catch {
      return MessagePrinter(host: TerminalHost(console: console), prefix: "filmz: ").printError(error).exitStatus
    }
  }

  private func run(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    switch invocation.action {
    case .version: try console.write("filmz \(Filmz.version)\n")
    case .help:
      let target = console.renderTarget(.never)
      try console.write(target.transliterated(HelpOverview.programText(width: target.width ?? 80)) + "\n")
    case .manualPage: try console.write(ManualPage.text)
    case .completionScript(let shell): try console.write(try CompletionScript.text(for: shell))
    case .completion(let words): try await printCompletions(of: words, invocation, console)
    case .shell: return try await runShell(invocation, console)
    case .standardInput, .scriptFile, .commands, .singleCommand: return try await runOnce(invocation, console)
    }
    return 0
  }

  /// Prints the completions of the last word, one per line, each followed by a tab and its summary.
  private func printCompletions(of words: [String], _ invocation: Invocation, _ console: Console) async throws {
    let factory = SessionFactory(invocation, processContext, console: console, runningCommand: runningCommand)
    let candidates = await factory.session(.singleCommand, editor: nil).completion(of: words)
    let lines = candidates.map { "\($0.label.sanitizedForTerminal)\t\($0.summary.sanitizedForTerminal)\n" }
    await factory.close()
    try console.write(lines.joined())
  }

  // MARK: - Shell, script, and single command

  private func runShell(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    let style = console.messageStyle(invocation.options.color)
    let editor = LineEditor(style: style, wakePipe: wakePipe)
    defer { editor.close() }
    listenForShellSignals()
    let factory = SessionFactory(invocation, processContext, console: console, runningCommand: runningCommand)
    let session = factory.session(.shell, editor: editor)
    factory.removeLeftovers(session)
    await factory.printSettingsWarnings(session)
    await factory.restoreResults(session)
    Task { await session.viewModels.collection.fetchMissingFacts(limit: 100, in: session.context) }
    let shell = Shell(
      session: session, editor: editor, runningCommand: runningCommand, history: factory.history,
      environment: environment
    ) { await factory.saveResults(session, atEnd: false) }
    await session.backgroundSync.start(isOffline: session.wasStartedOffline)
    await session.backgroundIdentification.start(in: session.context)
    let status: Result<CInt, any Error>
    do {
      status = .success(try await shell.run())
    } catch {
      status = .failure(error)
    }
    await factory.saveResults(session, atEnd: true)
    await session.backgroundIdentification.stop()
    await session.backgroundSync.finish(within: .seconds(2))
    await factory.close()
    return try status.get()
  }

  private func listenForShellSignals() {
    Signals.listen { [runningCommand, wakePipe] signal in
      if [SIGINT, SIGQUIT].contains(signal), runningCommand.hasForegroundChild { return }
      if signal == SIGQUIT { exitNow(by: signal) }
      // Must precede `send`, which makes the editor stop reading: the shell then reads the recorded signal.
      if signal == SIGTERM || signal == SIGHUP { endShell(by: signal, runningCommand) }
      // Must precede `cancel`: otherwise, the signal could interrupt the line that is read after the command.
      if let reason = WakeReason(signal: signal) { wakePipe.send(reason) }
      if signal == SIGINT { runningCommand.cancel() }
    }
  }

  private func runOnce(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    try await runningCommand.run {
      // Signals are handled from here on, because they can cancel the command only while it is running.
      if processContext.handlesSignals {
        Signals.listen { [runningCommand, wakePipe] signal in handleSignal(signal, runningCommand, wakePipe) }
      }
      let mode: Session.Mode = invocation.action.isScript ? .script : .singleCommand
      let editor = mode == .singleCommand && isTerminal(streams.input) ? LineEditor(wakePipe: wakePipe) : nil
      defer { editor?.close() }
      let factory = SessionFactory(invocation, processContext, console: console, runningCommand: runningCommand)
      let session = factory.session(mode, editor: editor)
      factory.removeLeftovers(session)
      await factory.printSettingsWarnings(session)
      let status: Result<CInt, any Error>
      do {
        status = .success(try await performAndFlush(invocation, session))
      } catch {
        status = .failure(error)
      }
      // The thread of the HTTP client must have ended before the process does.
      await factory.close()
      return try status.get()
    }
  }

  /// Runs a script or a command, waits until missing facts are fetched, and flushes the collection to disk.
  private func performAndFlush(_ invocation: Invocation, _ session: Session) async throws -> CInt {
    let collection = session.viewModels.collection
    let status: CInt
    do {
      status = try await perform(invocation, session)
    } catch {
      // After an error, such as a closed output, the changes that were made before are flushed too.
      try? await collection.flushToDisk()
      throw error
    }
    let missingCount = await collection.finishFetchingFacts(within: .seconds(10))
    for warning in session.viewModels.takeWarnings() {
      MessagePrinter(session: session, prefix: "filmz: ").printWarning(warning.text)
    }
    if missingCount > 0 { printMissingDetailsWarning(missingCount, session) }
    try await collection.flushToDisk()
    return status
  }

  private func printMissingDetailsWarning(_ count: Int, _ session: Session) {
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
        linesFrom: try ScriptRunner.open(processContext.userPath.absolute(path), named: path), named: path)
    case .singleCommand(let words):
      let runner = CommandRunner(session: session, prefix: "filmz: ")
      return try await runner.run(ParsedCommand(words: words)).exitStatus
    default: return try await scriptRunner.run(linesFrom: streams.input, named: "on standard input")
    }
  }
}

/// Handles a signal while a script or a single command runs.
///
/// SIGINT cancels the command, and ends the program if the command has not ended after 1.5 seconds. SIGTERM and SIGHUP
/// end the program after 50 ms, in which the editor restores the terminal. SIGQUIT ends it immediately.
///
/// While a child process uses the terminal, SIGINT and SIGQUIT have no effect, because the child process receives them
/// too. SIGTERM and SIGHUP then terminate the child process, and end the program after a second.
///
/// The other signals only wake the editor.
private func handleSignal(_ signal: CInt, _ runningCommand: RunningCommand, _ wakePipe: WakePipe) {
  if [SIGINT, SIGQUIT].contains(signal), runningCommand.hasForegroundChild { return }
  if signal == SIGQUIT { exitNow(by: signal) }
  if let reason = WakeReason(signal: signal) { wakePipe.send(reason) }
  guard [SIGINT, SIGTERM, SIGHUP].contains(signal) else { return }
  guard signal == SIGINT else {
    let hasForegroundChild = runningCommand.hasForegroundChild
    if hasForegroundChild { runningCommand.cancel() }
    usleep(hasForegroundChild ? 1_000_000 : 50_000)
    exitNow(by: signal)
  }
  runningCommand.cancel()
  // The program normally exits earlier, when the cancelled command has ended; an import needs the
  // time to remove its draft.
  usleep(1_500_000)
  SavedTerminalModes.restore()
  _exit(ExitCategory.interrupted.exitStatus)
}

/// Cancels the running command to end the shell on a signal, and exits after 5 seconds at the
/// latest.
private func endShell(by signal: CInt, _ runningCommand: RunningCommand) {
  runningCommand.terminate(by: signal)
  DispatchQueue.global().asyncAfter(deadline: .now() + 5) { exitNow(by: signal) }
}

/// Restores the terminal and exits immediately, with the exit status for the signal.
private func exitNow(by signal: CInt) -> Never {
  SavedTerminalModes.restore()
  _exit(128 + signal)
}

extension [String: String] {
  /// The environment with the login name of the system if it has none, as in a container.
  fileprivate var withLoginName: [String: String] {
    guard ["LOGNAME", "USER"].allSatisfy({ self[$0, default: ""].isEmpty }) else { return self }
    return merging(["LOGNAME": NSUserName()]) { $1 }
  }
}
