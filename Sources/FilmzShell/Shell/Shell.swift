package import FilmzCommands
import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Glibc
import Synchronization

/// The interactive shell, which reads lines from a terminal and runs their commands.
package struct Shell {
  /// The maximum width of the selected film's title in the prompt, in columns.
  private static let maximumTitleWidth = 30

  let session: Session
  let runningCommand: RunningCommand
  let userShell: UserShell
  let environment: [String: String]
  private let editor: LineEditor
  private let history: ShellHistory
  /// Saves the result set for the next shell.
  private let saveResults: @Sendable () async -> Void

  package init(
    session: Session, editor: LineEditor, runningCommand: RunningCommand, history: ShellHistory,
    userShell: UserShell, environment: [String: String],
    saveResults: @escaping @Sendable () async -> Void
  ) {
    (self.session, self.editor, self.runningCommand) = (session, editor, runningCommand)
    (self.userShell, self.environment, self.history) = (userShell, environment, history)
    self.saveResults = saveResults
  }

  /// Reads and runs lines until the user or a signal ends the shell.
  ///
  /// - Returns: The exit status.
  /// - Throws: ``OutputClosed``.
  package func run() async throws -> CInt {
    await greet()
    Task { [session] in await session.prepareCompletion() }
    await warnAboutUnsavedHistory()
    editor.loadHistory(from: history.earlierLines)
    var savedRevision = await session.viewModels.browsingState.revision
    let completer = LineCompleter { [session] in await session.completion(of: $0, cursor: $1) }
    while true {
      for line in await session.viewModels.backgroundSync.takeNews() {
        session.printer.printNotice(line)
      }
      switch await editor.readLine(prompt: await prompt(), completer: completer) {
      case .interrupted: continue
      case .endOfInput: return runningCommand.terminationStatus ?? 0
      case .terminated: return runningCommand.terminationStatus ?? 128 + SIGTERM
      case .line(let line):
        // A Ctrl-C that was pressed before the line was entered must not interrupt its commands.
        await Signals.waitForPendingSignals()
        guard try await run(linesOf: line) else { return 0 }
        await session.viewModels.backgroundSync.syncSoon()
        let revision = await session.viewModels.browsingState.revision
        if revision != savedRevision { await saveResults() }
        savedRevision = revision
      }
    }
  }

  /// Runs the lines that were pasted into an edited line, or that line itself.
  ///
  /// Each of several lines is printed before it runs. If a command is interrupted, the lines after it do
  /// not run. A line that may be a PIN does not run after a command that asked for the PIN and failed: a search for
  /// it would be sent to services, and stored.
  ///
  /// - Returns: `false` if the session has ended.
  private func run(linesOf editedLine: String) async throws -> Bool {
    let lines = PastedLines.split(editedLine)
    for line in lines {
      if await session.preferences.takeFailedPIN(), HistoryFilter.hasPINAlone(line) {
        session.printer.printWarning(
          "the line may be a PIN, so it was not run; `search` and a number searches for it")
        continue
      }
      await addToHistory(line)
      if lines.count > 1 { session.printer.printNotice("filmz> \(line)") }
      switch try await run(line) {
      case .sessionEnded: return false
      case .outputLost, .failed(.interrupted): return true
      case .done, .failed: continue
      }
    }
    return true
  }

  /// Runs the program after `!`, or the commands of a line.
  ///
  /// If a command fails, the following commands still run, as in a script, unless the failed command
  /// was interrupted or its output could not be written.
  ///
  /// - Returns: The outcome that stops the line, or `done`, even if commands have failed.
  private func run(_ line: String) async throws -> CommandRunner.Outcome {
    do {
      if let commandLine = Self.shellCommandLine(in: line) {
        try await runProgram(commandLine)
        return .done
      }
      for command in try LineParser.commands(in: line) {
        let outcome = try await runExpandingAlias(command)
        if outcome.stopsLine { return outcome }
      }
    } catch let closed as OutputClosed {
      throw closed
    } catch {
      return .failed(session.printer.printError(error))
    }
    return .done
  }

  /// Runs a command, or the commands that it is an alias for.
  ///
  /// - Returns: `failed` if the alias cannot be expanded. Otherwise the outcome that stops the
  /// line, or `done`, even if commands have failed.
  private func runExpandingAlias(
    _ command: ParsedCommand
  ) async throws -> CommandRunner.Outcome {
    let commands: [ParsedCommand]
    do {
      commands = try await runner.expanded(command)
    } catch {
      return .failed(session.printer.printError(error))
    }
    for command in commands {
      let outcome = try await runWithRedirection(command)
      if outcome.stopsLine { return outcome }
    }
    return .done
  }

  var runner: CommandRunner { CommandRunner(session: session, prefix: "") }

  private func addToHistory(_ line: String) async {
    guard await history.add(line) else { return }
    editor.addHistory(line)
    await warnAboutUnsavedHistory()
  }

  private func warnAboutUnsavedHistory() async {
    guard let warning = await history.warning() else { return }
    session.printer.printWarning(warning)
  }

  /// Returns `filmz> `, or `filmz (The Godfather)> ` if a film is selected.
  ///
  /// While the kids filter is on, `kids` follows `filmz`, and a hidden film is not named.
  private func prompt() async -> String {
    let program = await session.settings.all().isKidsFilterOn ? "filmz kids" : "filmz"
    guard let name = await session.viewModels.kids.selectedFilmName() else {
      return "\(program)> "
    }
    return "\(program) (\(name.sanitizedForTerminal.truncated(toWidth: Self.maximumTitleWidth)))> "
  }

  /// Returns a notice about the restored results, or `nil` if there are none.
  private static func reminder(of resultSet: ResultSet) -> String? {
    guard resultSet.total > 0 else { return nil }
    guard let text = resultSet.searchText else {
      return "`results` shows your last list again (\(resultSet.total.counted("film")))."
    }
    let results =
      (resultSet.isTotalEstimated ? "about " : "") + resultSet.total.counted("result")
    return "`results` shows the \(results) for \"\(text.truncated(toWidth: 20))\" again."
  }

  /// The notices if the collection is empty and there are no restored results.
  private static let welcome = [
    "Type `search godfather`, then `add 1` to add the first film.",
    "`help` lists the commands, Tab completes, `quit` ends.",
  ]

  private func greet() async {
    do {
      let counts = try await session.viewModels.collection.counts()
      let reminder = await session.viewModels.browsingState.resultSet.flatMap(Self.reminder(of:))
      let summary =
        "\(counts.total.counted("film")) in your collection: "
        + "\(counts.watched) watched, \(counts.unwatched) unwatched"
      let hints = reminder.map { [$0] } ?? (counts.total == 0 ? Self.welcome : [])
      for line in [summary] + hints { session.printer.printNotice(line) }
    } catch {
      session.printer.printError(error)
    }
  }
}

extension CommandRunner.Outcome {
  /// `true` if the commands after this one do not run.
  fileprivate var stopsLine: Bool {
    switch self {
    case .sessionEnded, .outputLost, .failed(.interrupted): true
    case .done, .failed: false
    }
  }
}

/// The running command, if any, which the thread that handles signals can cancel.
package final class RunningCommand: Sendable {
  private let cancellation = Mutex<(@Sendable () -> Void)?>(nil)

  /// The number of child processes that use the terminal.
  private let foregroundChildCount = Atomic(0)

  /// The signal that terminates the program, or 0 if there is none.
  private let terminationSignal = Atomic<CInt>(0)

  package init() {}

  /// Runs a function as a task that ``cancel()`` cancels.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // The task may call `cancel()` immediately, which waits for the lock.
    let task = cancellation.withLock { cancel in
      let task = Task { try await body() }
      cancel = { task.cancel() }
      return task
    }
    defer { cancellation.withLock { $0 = nil } }
    return try await task.value
  }

  /// `true` while a child process uses the terminal and receives Ctrl-C itself.
  package var hasForegroundChild: Bool { foregroundChildCount.load(ordering: .acquiring) > 0 }

  /// Runs a function that starts a child process on the terminal and waits for it.
  ///
  /// When this method returns, a Ctrl-C that was pressed meanwhile has been handled, unless the
  /// task was cancelled.
  func withForegroundChild<Value>(_ body: () async throws -> Value) async throws -> Value {
    foregroundChildCount.add(1, ordering: .acquiringAndReleasing)
    defer { foregroundChildCount.subtract(1, ordering: .acquiringAndReleasing) }
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    // If the task is cancelled, the thread that handles signals may be busy ending the program.
    if !Task.isCancelled { await Signals.waitForPendingSignals() }
    return try result.get()
  }

  /// Cancels the command because a signal terminates the program.
  ///
  /// If this method is called for several signals, ``terminationStatus`` is the status for the
  /// first one.
  package func terminate(by signal: CInt) {
    _ = terminationSignal.compareExchange(
      expected: 0, desired: signal, ordering: .acquiringAndReleasing)
    cancel()
  }

  /// The exit status for the signal that terminates the program, or `nil` if there is none.
  package var terminationStatus: CInt? {
    let signal = terminationSignal.load(ordering: .acquiring)
    return signal == 0 ? nil : 128 + signal
  }

  /// Cancels the command, if one is running.
  package func cancel() {
    cancellation.withLock { $0 }?()
  }
}

extension Shell {
  /// Returns the command line after `!`, or `nil` if the line does not begin with `!`.
  ///
  /// The command line is empty if the user wants to start the shell itself. Whitespace may precede
  /// `!`.
  static func shellCommandLine(in line: String) -> String? {
    let line = line.drop(while: \.isWhitespace)
    guard line.first == "!" else { return nil }
    return String(line.dropFirst().drop(while: \.isWhitespace))
  }

  /// Runs a command line in the user's shell on the terminal, and reports a failure.
  ///
  /// - Throws: ``CommandError/programFailed(_:reason:)``, `CancellationError`.
  func runProgram(_ commandLine: String) async throws {
    let termination = try await runningCommand.run { [userShell] in
      try await userShell.run(commandLine.isEmpty ? nil : commandLine)
    }
    reportFailure(termination, of: commandLine)
  }

  /// Reports a program's failure, unless SIGINT or SIGPIPE terminated it.
  func reportFailure(_ termination: ChildProcessRunner.Termination, of commandLine: String) {
    if let failure = termination.failureDescription(ignoring: [SIGINT, SIGPIPE]) {
      let program = commandLine.isEmpty ? "the shell" : "`\(commandLine)`"
      session.printer.printNotice("\(program) \(failure)")
    } else if termination.isInterrupted {
      session.host.console.writeMessage("\n")  // after the ^C that the terminal shows
    }
  }
}

extension ChildProcessRunner.Termination {
  fileprivate var isInterrupted: Bool {
    self == .killed(by: SIGINT) || self == .exited(128 + SIGINT)
  }
}
