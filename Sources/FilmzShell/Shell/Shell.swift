package import FilmzCommands
import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Glibc
import Subprocess

/// The interactive shell, which reads lines from a terminal and runs their commands.
package struct Shell {
  /// The maximum width of the selected film's title in the prompt, in columns; at most a third of a narrower terminal.
  private static let maximumTitleWidth = 30

  let session: Session
  let runningCommand: RunningCommand
  let environment: [String: String]
  private let editor: LineEditor
  private let history: ShellHistory
  /// Saves the results, which the next shell restores.
  private let saveResults: @Sendable () async -> Void

  package init(
    session: Session, editor: LineEditor, runningCommand: RunningCommand, history: ShellHistory,
    environment: [String: String], saveResults: @escaping @Sendable () async -> Void
  ) {
    (self.session, self.editor, self.runningCommand) = (session, editor, runningCommand)
    (self.environment, self.history, self.saveResults) = (environment, history, saveResults)
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
    let completer: LineCompleter = { [session] in await session.completion(of: $0, cursor: $1) }
    let filmPicker = FilmPicker(
      isAvailable: { [session] in await session.hasLiveKeys() },
      choose: { [session] in await session.choosingFilms(in: $0, cursor: $1) })
    while true {
      for line in await session.takeNews() { session.printer.printNotice(line) }
      let typed = await session.preferences.takeKeptKey()
      let result = await editor.readLine(
        prompt: await prompt(), typed: typed, completer: completer, filmPicker: filmPicker)
      switch result {
      case .interrupted: continue
      case .endOfInput: return runningCommand.terminationStatus ?? 0
      case .terminated: return runningCommand.terminationStatus ?? 128 + SIGTERM
      case .line(let line):
        // A Ctrl-C that was pressed before the line was entered must not interrupt its commands.
        await Signals.waitForPendingSignals()
        guard try await run(linesOf: line) else { return 0 }
        try await runningCommand.run { [session] in await session.identifyInBackground() }
        await session.backgroundSync.syncSoon()
        let revision = await session.viewModels.browsingState.revision
        if revision != savedRevision { await saveResults() }
        savedRevision = revision
      }
    }
  }

  /// Runs the lines that were pasted into an edited line, or that line itself.
  ///
  /// Each of several lines is printed before it runs. If a command is interrupted, the lines after it do not run.
  ///
  /// If a line ends inside of a quote and more text arrives without a pause, the terminal does not mark pasted text:
  /// the line is not run, and the text is discarded. A line that may be the PIN (``isPINAlone(_:)``) is neither run nor
  /// stored, because a search for it would be sent to services.
  ///
  /// - Returns: `false` if the session has ended.
  private func run(linesOf editedLine: String) async throws -> Bool {
    let lines = PastedLines.split(editedLine)
    for line in lines {
      if await isPINAlone(line) {
        session.printer.printWarning("the line may be a PIN, so it was not run; `search` and a number searches for it")
        continue
      }
      if HistoryFilter.asksForPIN(line) { await session.preferences.expectPIN() }
      await addToHistory(line)
      if lines.count > 1 { session.printer.printNotice("filmz> \(line)") }
      if PastedLines.endsInQuote(line), await editor.discardPaste() {
        session.printer.printWarning("a quote is not closed, so none of the pasted lines was run")
        continue
      }
      switch try await run(PastedLines.text(of: line)) {
      case .sessionEnded: return false
      case .outputLost, .failed(.interrupted): return true
      case .done, .failed: continue
      }
    }
    return true
  }

  /// Returns whether a line is the PIN of the kids filter, or has the form of a PIN right after a line that asked for
  /// one.
  private func isPINAlone(_ line: String) async -> Bool {
    let isExpected = await session.preferences.takeExpectedPIN()
    let possiblePINs = HistoryFilter.possiblePINs(in: line)
    let kids = session.viewModels.kids
    return (isExpected && !possiblePINs.isEmpty) || (kids.hasPIN && possiblePINs.contains(where: kids.isPIN))
  }

  /// Runs the program after `!`, or the commands of a line.
  ///
  /// If a command fails, the following commands still run, as in a script, unless the failed command
  /// was interrupted or its output could not be written.
  ///
  /// - Returns: The outcome that stops the line, or `done`, even if commands have failed.
  private func run(_ line: String) async throws -> CommandRunner.Outcome {
    try await printingErrors {
      if let commandLine = Self.shellCommandLine(in: line) {
        try await runProgram(commandLine)
        return .done
      }
      for command in try LineParser.commands(in: line, isTyped: true) {
        for command in await expanded(command) {
          let outcome = try await runWithRedirection(command)
          if outcome.isFinal { return outcome }
        }
      }
      return .done
    }
  }

  /// Calls a closure; if it throws an error other than ``OutputClosed``, prints the error and returns a failure.
  func printingErrors(_ body: () async throws -> CommandRunner.Outcome) async throws -> CommandRunner.Outcome {
    do {
      return try await body()
    } catch let closed as OutputClosed {
      throw closed
    } catch {
      return .failed(session.printer.printError(error))
    }
  }

  /// Returns the commands to which an alias expands, or the command itself if its verb is not an alias.
  ///
  /// Prints the error and returns an empty array if the alias cannot be expanded.
  private func expanded(_ command: ParsedCommand) async -> [ParsedCommand] {
    do { return try await runner.expanded(command) } catch {
      session.printer.printError(error)
      return []
    }
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
  /// While the kids filter is on, `kids` follows `filmz`, and a hidden film is not named. The title is cut to a third of
  /// the width of the terminal.
  private func prompt() async -> String {
    let program = await session.settings.all().isKidsFilterOn ? "filmz kids" : "filmz"
    guard let name = await session.viewModels.kids.selectedFilmName() else { return "\(program)> " }
    let target = session.host.console.renderTarget(.never)
    let width = min(Self.maximumTitleWidth, (target.width ?? 80) / 3)
    let title = target.transliterated(name.sanitizedForTerminal).truncated(toWidth: width, ending: target.ellipsis)
    return "\(program) (\(title))> "
  }

  /// Returns a notice about the results that were restored; `nil` if there are none.
  private static func reminder(of resultSet: ResultSet) -> String? {
    guard resultSet.total > 0 else { return nil }
    guard let text = resultSet.searchText else {
      return "`results` shows your last list again (\(resultSet.total.counted("film")))."
    }
    let results = (resultSet.isTotalEstimated ? "about " : "") + resultSet.total.counted("result")
    return "`results` shows the \(results) for \"\(text.truncated(toWidth: 20))\" again."
  }

  /// The notices if the collection is empty and there are no restored results.
  private static let welcome = [
    "Type `search godfather`, then `add 1` to add the first film.",
    "`help` lists the commands, Tab completes, `quit` ends.",
  ]

  /// Prints the size of the collection, and a hint: about the restored results, or for a new user.
  private func greet() async {
    do {
      let counts = try await session.viewModels.collection.counts()
      let reminder = await session.viewModels.browsingState.resultSet.flatMap(Self.reminder(of:))
      let films = counts.total.counted("film")
      let summary = "\(films) in your collection: \(counts.watched) watched, \(counts.unwatched) unwatched"
      let hints = reminder.map { [$0] } ?? (counts.total == 0 ? Self.welcome : [])
      for line in [summary] + hints { session.printer.printNotice(line) }
    } catch { session.printer.printError(error) }
  }

  // MARK: - Other programs

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
    let termination = try await runningCommand.run { [environment, runningCommand] in
      try await runningCommand.runInUserShell(commandLine.isEmpty ? nil : commandLine, environment: environment)
    }
    reportFailure(termination, of: commandLine)
  }

  /// Reports a program's failure, unless SIGINT or SIGPIPE terminated it.
  func reportFailure(_ termination: TerminationStatus, of commandLine: String) {
    if let failure = termination.failureDescription(ignoring: [SIGINT, SIGPIPE]) {
      let program = commandLine.isEmpty ? "the shell" : "`\(commandLine)`"
      session.printer.printNotice("\(program) \(failure)")
    } else if [.signaled(SIGINT), .exited(128 + SIGINT)].contains(termination) {
      session.host.console.writeMessage("\n")  // after the ^C that the terminal shows
    }
  }
}
