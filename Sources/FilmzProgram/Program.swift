import Dispatch
import FilmzCommands
import FilmzDomain
package import FilmzShell
import FilmzStore
import FilmzTerminal
import FilmzViewModels
import Foundation
import Glibc

/// The program: parses the command line, creates the session, and runs a shell, a script, or a
/// command.
package struct Program: Sendable {
  /// The environment, streams and working directory of the program.
  package struct Surroundings: Sendable {
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

  private let surroundings: Surroundings
  private let arguments: [String]
  private let runningCommand = RunningCommand()
  private let wakePipe = WakePipe()

  /// Creates a program; the arguments do not include its name.
  package init(_ arguments: [String], in surroundings: Surroundings) {
    self.arguments = arguments
    self.surroundings = surroundings
  }

  private var environment: [String: String] { surroundings.environment }
  private var streams: StandardStreams { surroundings.streams }

  /// Runs the program and returns the exit status.
  package func run() async -> CInt {
    let console = streams.console(environment: environment)
    do {
      let invocation = try Invocation(arguments, isInteractive: isTerminal(streams.input))
      return try await run(
        invocation,
        invocation.action.isScript
          ? streams.console(environment: environment, isScript: true) : console)
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

  /// Prints the completions of the last word, one per line, each followed by a tab and its summary.
  private func printCompletions(
    of words: [String], _ invocation: Invocation, _ console: Console
  ) async throws {
    let factory = SessionFactory(
      invocation, surroundings, console: console, runningCommand: runningCommand)
    let candidates = await factory.session(.singleCommand, editor: nil).completion(of: words)
    let lines = candidates.map {
      "\($0.label.sanitizedForTerminal)\t\($0.summary.sanitizedForTerminal)\n"
    }
    await factory.close()
    try console.write(lines.joined())
  }

  // MARK: - Shell, script, and single command

  private func runShell(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    let style = console.messageStyle(invocation.options.color)
    let editor = LineEditor(style: style, wakePipe: wakePipe)
    defer { editor.close() }
    listenForShellSignals()
    let factory = SessionFactory(
      invocation, surroundings, console: console, runningCommand: runningCommand)
    let session = factory.session(.shell, editor: editor)
    factory.removeLeftovers(session)
    await factory.printSettingsWarnings(session)
    await factory.restoreResults(session)
    Task {
      await session.viewModels.collection.factFetcher.fetchMissingFacts(
        limit: 100, in: session.context)
    }
    let userShell = UserShell(
      environment: environment, childRunner: ChildProcessRunner(runningCommand: runningCommand))
    let shell = Shell(
      session: session, editor: editor, runningCommand: runningCommand, history: factory.history,
      userShell: userShell, environment: environment
    ) {
      await factory.saveResults(session, atEnd: false)
    }
    await session.viewModels.backgroundSync.start(isOffline: session.wasStartedOffline)
    let status: Result<CInt, any Error>
    do { status = .success(try await shell.run()) } catch { status = .failure(error) }
    await factory.saveResults(session, atEnd: true)
    await session.viewModels.backgroundSync.finish(within: .seconds(2))
    await factory.close()
    return try status.get()
  }

  private func listenForShellSignals() {
    Signals.listen { [runningCommand, wakePipe] signal in
      if [SIGINT, SIGQUIT].contains(signal), runningCommand.hasForegroundChild { return }
      if signal == SIGQUIT { exitNow(by: signal) }
      // Must precede `send`: when the editor stops reading, the shell reads the recorded signal.
      if signal == SIGTERM || signal == SIGHUP { endShell(by: signal, runningCommand) }
      // Must precede `cancel`: otherwise the signal could interrupt the line that is read after the
      // command has ended.
      if let reason = WakeReason(signal: signal) { wakePipe.send(reason) }
      if signal == SIGINT { runningCommand.cancel() }
    }
  }

  private func runOnce(_ invocation: Invocation, _ console: Console) async throws -> CInt {
    if surroundings.handlesSignals {
      Signals.listen { [runningCommand, wakePipe] signal in
        handleSignal(signal, runningCommand, wakePipe)
      }
    }
    return try await runningCommand.run {
      let mode: Session.Mode = invocation.action.isScript ? .script : .singleCommand
      let editor =
        mode == .singleCommand && isTerminal(streams.input) ? LineEditor(wakePipe: wakePipe) : nil
      defer { editor?.close() }
      let factory = SessionFactory(
        invocation, surroundings, console: console, runningCommand: runningCommand)
      let session = factory.session(mode, editor: editor)
      factory.removeLeftovers(session)
      await factory.printSettingsWarnings(session)
      let status: CInt
      do {
        status = try await perform(invocation, session)
      } catch {
        // The output was closed, or the script cannot be read; earlier changes are kept.
        try? await session.viewModels.collection.flushToDisk()
        await factory.close()
        throw error
      }
      let missingCount = await session.viewModels.collection.factFetcher.finish(
        within: .seconds(10))
      for warning in session.viewModels.takeWarnings() {
        MessagePrinter(session: session, prefix: "filmz: ").printWarning(warning.text)
      }
      if missingCount > 0 { warnOfMissingDetails(missingCount, session) }
      // The thread of the HTTP client must have ended before the process does.
      do { try await session.viewModels.collection.flushToDisk() } catch {
        await factory.close()
        throw error
      }
      await factory.close()
      return status
    }
  }

  private func warnOfMissingDetails(_ count: Int, _ session: Session) {
    MessagePrinter(session: session, prefix: "filmz: ").printWarning(
      "the details of \(count.counted("film")) were not fetched in time; `refresh --stale` or the next"
        + " shell fetches them")
  }

  private func perform(_ invocation: Invocation, _ session: Session) async throws -> CInt {
    let scriptRunner = ScriptRunner(
      session: session, stopsAtFirstFailure: invocation.stopsAtFirstFailure)
    switch invocation.action {
    case .commands(let text): return try await scriptRunner.run(commandsIn: text)
    case .scriptFile(let path):
      return try await scriptRunner.run(
        linesFrom: try ScriptRunner.open(surroundings.userPath.absolute(path), named: path),
        named: path)
    case .singleCommand(let words):
      return status(
        of: try await CommandRunner(session: session, prefix: "filmz: ").run(.init(words: words)))
    default:
      return try await scriptRunner.run(linesFrom: streams.input, named: "on standard input")
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

/// Handles a signal while a script or a single command runs.
///
/// SIGINT cancels the command, and exits if the command has not ended after 1.5 seconds. SIGTERM
/// and SIGHUP exit after 50 ms, in which the editor restores the terminal. While a child process
/// uses the terminal, they terminate the child process and exit after a second. SIGQUIT exits
/// immediately. SIGINT and SIGQUIT have no effect while a child process uses the terminal, because
/// the child process receives them, too. The other signals only wake the editor.
private func handleSignal(
  _ signal: CInt, _ runningCommand: RunningCommand, _ wakePipe: WakePipe
) {
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
  DispatchQueue.global().asyncAfter(deadline: .now() + 5) {
    exitNow(by: signal)
  }
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

/// The questions of commands, which are asked with a line editor or, for a secret, on standard input.
struct Questions: Sendable {
  let editor: LineEditor?
  let streams: StandardStreams

  /// A closure that reads an answer; `nil` without an editor.
  var ask: (@Sendable (String) async -> String?)? {
    guard let editor else { return nil }
    return { question in
      guard case .line(let answer) = await editor.readLine(prompt: question) else { return nil }
      return answer
    }
  }

  /// A closure that reads a secret: without echo or, if there is no editor, as a line of standard
  /// input.
  var askSecret: @Sendable (String) async -> String? {
    guard let editor else {
      return { [input = streams.input] _ in
        var reader = LineReader(descriptor: input)
        return try? await reader.next()
      }
    }
    return { question in await editor.readSecret(prompt: question) }
  }

  /// The input of single keys.
  ///
  /// It is `nil` if there is no editor, or if standard error is not a terminal: screens are drawn on
  /// standard error.
  var keys: KeyInput? {
    guard let editor, isTerminal(streams.error) else { return nil }
    return KeyInput(
      begin: { await editor.beginKeyInput() }, read: { await editor.readKey() },
      readLine: { await Self.readLine(editor, prompt: $0) },
      readName: { await Self.readLine(editor, prompt: $0, completing: $1) },
      end: { await editor.endKeyInput() })
  }

  /// Ends the input of single keys, reads a line, and, if the user entered one, begins the input of
  /// single keys again.
  ///
  /// Begins it again after Ctrl-C, too, which may only cancel the question. Tab completes the names.
  private static func readLine(
    _ editor: LineEditor, prompt: String, completing names: [String]? = nil
  ) async -> TypedLine {
    await editor.endKeyInput()
    let completer = names.map { names in
      LineCompleter { line, cursor in Completion(of: line[..<cursor], with: names) }
    }
    switch await editor.readLine(prompt: prompt, completer: completer) {
    case .line(let text): return await editor.beginKeyInput() ? .text(text) : .noLine(.terminated)
    case .interrupted:
      return .noLine(await editor.beginKeyInput() ? .interrupted : .terminated)
    case .endOfInput: return .noLine(.endOfInput)
    case .terminated: return .noLine(.terminated)
    }
  }
}
