package import FilmzCommands
import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Glibc

/// The shell: reads lines in a terminal and runs them until the user ends it.
package struct Shell {
  /// Cells of a film's title in the prompt.
  private static let titleWidth = 30

  let session: Session
  let running: RunningCommand
  let userShell: UserShell
  let environment: [String: String]
  private let editor: LineEditor
  private let history: ShellHistory
  /// Keeps the result set for the next shell.
  private let keepResults: @Sendable () async -> Void

  package init(
    session: Session, editor: LineEditor, running: RunningCommand, history: ShellHistory,
    userShell: UserShell, environment: [String: String],
    keepResults: @escaping @Sendable () async -> Void
  ) {
    self.session = session
    self.editor = editor
    self.running = running
    self.userShell = userShell
    self.environment = environment
    self.history = history
    self.keepResults = keepResults
  }

  /// Runs the shell.
  ///
  /// - Returns: The exit status.
  /// - Throws: ``OutputClosed``.
  package func run() async throws -> CInt {
    await greet()
    Task { [session] in await session.prepareCompletion() }
    await warnOfHistory()
    editor.recall(history.past)
    var kept = await session.models.state.revision
    let completer = LineCompleter { [session] in await session.completion(of: $0, cursor: $1) }
    while true {
      switch await editor.readLine(prompt: await prompt(), completer: completer) {
      case .interrupted: continue
      case .endOfInput: return running.endStatus ?? 0
      case .terminated: return running.endStatus ?? 128 + SIGTERM
      case .line(let line):
        await remember(line)
        guard try await run(line) else { return 0 }
        let revision = await session.models.state.revision
        if revision != kept { await keepResults() }
        kept = revision
      }
    }
  }

  /// Runs the commands of a line; where one fails the others still run, as in a script.
  ///
  /// - Returns: Whether the shell goes on.
  private func run(_ line: String) async throws -> Bool {
    do {
      if let program = Self.program(in: line) {
        try await runProgram(program)
        return true
      }
      for command in try LineParser.commands(in: line) {
        switch try await outcome(ofExpanded: command) {
        case .failed(.interrupted), .outputLost: return true
        case .done, .failed: continue
        case .ended: return false
        }
      }
    } catch let closed as OutputClosed {
      throw closed
    } catch {
      session.printer.printError(error)
    }
    return true
  }

  /// Runs a command, or those that an alias stands for.
  private func outcome(
    ofExpanded command: LineParser.Command
  ) async throws -> CommandRunner.Outcome {
    let commands: [LineParser.Command]
    do {
      commands = try await runner.expanded(command)
    } catch {
      return .failed(session.printer.printError(error))
    }
    for command in commands {
      let outcome = try await outcome(of: command)
      if [.ended, .outputLost, .failed(.interrupted)].contains(outcome) { return outcome }
    }
    return .done
  }

  var runner: CommandRunner { CommandRunner(session: session, prefix: "") }

  private func remember(_ line: String) async {
    guard await history.keep(line) else { return }
    editor.addHistory(line)
    await warnOfHistory()
  }

  private func warnOfHistory() async {
    guard let warning = await history.warning() else { return }
    session.printer.printWarning(warning)
  }

  /// `filmz> `, or with the selected film `filmz (The Godfather)> `.
  private func prompt() async -> String {
    guard let name = await session.models.state.selection?.name else { return "filmz> " }
    return "filmz (\(name.sanitizedForTerminal.truncated(toWidth: Self.titleWidth)))> "
  }

  /// What is left of the last session.
  private static func reminder(of resultSet: ResultSet) -> String? {
    guard resultSet.total > 0 else { return nil }
    let search = resultSet.searchText.map { "\"\($0.truncated(toWidth: 20))\"" } ?? "your list"
    return "`results` shows \(search) again, \(resultSet.total.counted("film"))."
  }

  /// What a newcomer may type.
  private static let welcome = [
    "Type `search godfather`, then `add 1` to keep the first.",
    "`help` lists the commands, Tab completes, `quit` ends.",
  ]

  private func greet() async {
    do {
      let counts = try await session.models.collection.counts()
      let kept = await session.models.state.resultSet.flatMap(Self.reminder)
      let count =
        "\(counts.total.counted("film")) in your collection: "
        + "\(counts.watched) watched, \(counts.unwatched) unwatched"
      let more = kept.map { [$0] } ?? (counts.total == 0 ? Self.welcome : [])
      for line in [count] + more { session.printer.printNotice(line) }
    } catch {
      session.printer.printError(error)
    }
  }
}
