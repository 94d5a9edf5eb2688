import FilmzCommands
import FilmzDomain
import Subprocess
import SystemPackage

extension Shell {
  /// Runs a command; if it is redirected, writes its data to the file or program.
  ///
  /// If the command is interrupted, loses its output, or fails without data, the file is not
  /// changed and the program is not started.
  ///
  /// - Throws: ``OutputClosed``.
  func runWithRedirection(_ command: ParsedCommand) async throws -> CommandRunner.Outcome {
    guard let redirection = command.redirection else {
      return try await runningCommand.run { [runner] in try await runner.runExpanded(command) }
    }
    return try await printingErrors {
      var command = command
      command.redirection = nil
      guard !command.words.isEmpty else {
        let example = redirection.kind == .pipe ? "ls | head" : "ls > films.txt"
        throw CommandError.wrongRedirection(
          "`\(redirection.kind.rawValue)` needs a command before it, as in `\(example)`")
      }
      try redirection.requireNoText(before: command.words)
      return redirection.kind == .pipe
        ? try await pipe(command, to: redirection.program) : try await write(command, to: redirection)
    }
  }

  private func write(_ command: ParsedCommand, to redirection: OutputRedirection) async throws -> CommandRunner.Outcome
  {
    let name = try redirection.path(after: command.words)
    let file = try OutputFile(
      UserPath(environment: environment).expanded(name), named: name, appends: redirection.kind == .append)
    let output = SpillBuffer()
    let isTerminal = file.isTerminal
    let runner = runner(writingTo: output, isTerminal: isTerminal, isShownOnTerminal: isTerminal)
    return try await runningCommand.run { [session] in
      let outcome: CommandRunner.Outcome
      do { outcome = try await runner.runExpanded(command) } catch {
        file.discard()
        throw error
      }
      guard outcome.hasUsableOutput(output) else {
        file.discard()
        return outcome
      }
      try await file.write(output)
      if !isTerminal, session.printer.showsNotices {
        let verb = redirection.kind == .append ? "Appended" : "Wrote"
        session.printer.printNotice("\(verb) \(output.amount) to \(name)")
      }
      return outcome
    }
  }

  private func pipe(_ command: ParsedCommand, to program: String) async throws -> CommandRunner.Outcome {
    guard !program.isEmpty else { throw CommandError.wrongRedirection("`|` needs a program, as in `ls | head -3`") }
    let output = SpillBuffer()
    // With `>`, the program probably writes to a file, which must not be truncated.
    let runner = runner(writingTo: output, isShownOnTerminal: !program.contains(">"))
    let (outcome, termination) = try await runningCommand.run { [environment, runningCommand] in
      let outcome = try await runner.runExpanded(command)
      guard outcome.hasUsableOutput(output) else { return (outcome, TerminationStatus?.none) }
      try Task.checkCancellation()
      let input = try output.makeChildInput()
      defer { try? input.close() }
      let termination = try await runningCommand.runInUserShell(program, input: input, environment: environment)
      return (outcome, termination)
    }
    if let termination { reportFailure(termination, of: program) }
    return outcome
  }

  private func runner(writingTo output: SpillBuffer, isTerminal: Bool = false, isShownOnTerminal: Bool) -> CommandRunner
  {
    var session = session
    session.host.console = session.host.console.redirected(toTerminal: isTerminal, isShownOnTerminal: isShownOnTerminal)
    { try output.append($0) }
    session.host.console.didWrite = output.add
    return CommandRunner(session: session, prefix: "")
  }
}

extension CommandRunner.Outcome {
  /// Returns whether the redirected output is written.
  ///
  /// This is the case if the command succeeded or ended the session, or if it failed after it had output data.
  fileprivate func hasUsableOutput(_ output: SpillBuffer) -> Bool {
    switch self {
    case .done, .sessionEnded: true
    case .failed(.interrupted), .outputLost: false
    case .failed: !output.isEmpty
    }
  }
}
