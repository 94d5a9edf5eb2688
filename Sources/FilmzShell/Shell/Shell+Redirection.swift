import FilmzCommands
import FilmzDomain

extension Shell {
  /// Runs a command, and sends its data where its redirection says.
  ///
  /// A command that is interrupted, or fails without data, leaves the file as it was, and starts no
  /// program.
  ///
  /// - Throws: ``OutputClosed``.
  func outcome(of command: LineParser.Command) async throws -> CommandRunner.Outcome {
    guard let redirection = command.redirection else {
      return try await running.run { [runner] in try await runner.run(command) }
    }
    do {
      var command = command
      command.redirection = nil
      guard !command.words.isEmpty else {
        throw CommandError.wrongRedirection(
          "`\(redirection.sign.rawValue)` needs a command before it, as in `ls > films.txt`")
      }
      return redirection.sign == .pipe
        ? try await feed(redirection.program, with: command)
        : try await write(command, to: redirection)
    } catch let closed as OutputClosed {
      throw closed
    } catch {
      return .failed(session.printer.printError(error))
    }
  }

  private func write(
    _ command: LineParser.Command, to redirection: Redirection
  ) async throws -> CommandRunner.Outcome {
    let name = try redirection.path
    let file = try OutputFile(
      UserPath.expanded(name, environment: environment), named: name,
      appends: redirection.sign == .append)
    let text = SpillBuffer()
    let runner = runner(writingTo: text, isTerminal: file.isTerminal)
    return try await running.run {
      let outcome: CommandRunner.Outcome
      do { outcome = try await runner.run(command) } catch {
        file.discard()
        throw error
      }
      guard outcome.isUsable(with: text) else {
        file.discard()
        return outcome
      }
      try await file.write(text)
      return outcome
    }
  }

  private func feed(
    _ program: String, with command: LineParser.Command
  ) async throws -> CommandRunner.Outcome {
    guard !program.isEmpty else {
      throw CommandError.wrongRedirection("`|` needs a program, as in `ls | head -3`")
    }
    let text = SpillBuffer()
    let runner = runner(writingTo: text)
    let (outcome, end) = try await running.run { [userShell] in
      let outcome = try await runner.run(command)
      guard outcome.isUsable(with: text) else { return (outcome, TerminalChild.End?.none) }
      try Task.checkCancellation()
      let input = try text.input()
      defer { input.close() }
      return (outcome, try await userShell.run(program, input: input))
    }
    if let end { printEnd(end, of: program) }
    return outcome
  }

  private func runner(
    writingTo text: SpillBuffer, isTerminal: Bool = false
  ) -> CommandRunner {
    var session = session
    session.host.console = session.host.console.redirected(toTerminal: isTerminal) {
      try text.append($0)
    }
    return CommandRunner(session: session, prefix: "")
  }
}

extension CommandRunner.Outcome {
  /// Whether the data of a command is worth something: all of it, or what a failure left.
  fileprivate func isUsable(with text: SpillBuffer) -> Bool {
    switch self {
    case .done, .ended: true
    case .failed(.interrupted), .outputLost: false
    case .failed: !text.isEmpty
    }
  }
}
