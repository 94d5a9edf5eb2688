import FilmzCommands
import FilmzDomain
import Synchronization

/// Data of a command that is to go elsewhere.
private final class CaughtText: Sendable {
  private let text = Mutex("")

  func append(_ more: String) { text.withLock { $0 += more } }

  var whole: String { text.withLock(\.self) }
}

extension Shell {
  /// Runs a command, and sends its data where its redirection says.
  ///
  /// A command that fails without data leaves the file as it was, and starts no program.
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
      return .failed(runner.report(error))
    }
  }

  private func write(
    _ command: LineParser.Command, to redirection: Redirection
  ) async throws -> CommandRunner.Outcome {
    let name = try redirection.path
    let file = try OutputFile(
      UserPath.expanded(name, environment: environment), named: name,
      appends: redirection.sign == .append)
    let caught = CaughtText()
    do {
      let outcome = try await run(command, into: caught)
      if outcome.isFailure, caught.whole.isEmpty {
        file.discard()
      } else {
        try file.write(caught.whole)
      }
      return outcome
    } catch let error where !(error is CommandError) {
      file.discard()
      throw error
    }
  }

  private func feed(
    _ program: String, with command: LineParser.Command
  ) async throws -> CommandRunner.Outcome {
    guard !program.isEmpty else {
      throw CommandError.wrongRedirection("`|` needs a program, as in `ls | head -3`")
    }
    let caught = CaughtText()
    let outcome = try await run(command, into: caught)
    if !outcome.isFailure || !caught.whole.isEmpty {
      try await runProgram(program, input: caught.whole)
    }
    return outcome
  }

  private func run(
    _ command: LineParser.Command, into caught: CaughtText
  ) async throws -> CommandRunner.Outcome {
    var session = session
    session.console = session.console.redirected { caught.append($0) }
    let runner = CommandRunner(session: session, prefix: "")
    return try await running.run { try await runner.run(command) }
  }
}

extension CommandRunner.Outcome {
  fileprivate var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
