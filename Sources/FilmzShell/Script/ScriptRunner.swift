package import FilmzCommands
import FilmzDomain

/// Runs scripts: one command a line, or commands of a single text.
package struct ScriptRunner {
  /// How a script ended; the others ran where one command failed.
  private struct Tally {
    var hasFailed = false
    var status: CInt?
  }

  private let session: Session
  /// Whether the first failing line ends the script.
  private let bails: Bool

  package init(session: Session, bails: Bool) {
    self.session = session
    self.bails = bails
  }

  /// Runs the lines of a file.
  ///
  /// The name stands for it in errors. Throws ``OutputClosed``, and
  /// ``CommandError/unreadableScript(path:reason:)``.
  ///
  /// - Returns: The exit status: 0, 1, 74 or 130.
  package func run(linesFrom descriptor: CInt, named name: String) async throws -> CInt {
    var reader = LineReader(descriptor: descriptor, named: name)
    var tally = Tally()
    var number = 0
    while tally.status == nil, let line = try await reader.next() {
      number += 1
      let runner = CommandRunner(session: session, prefix: "line \(number): ")
      for command in commands(in: line, runner, &tally) ?? [] where tally.status == nil {
        take(try await runner.run(command), &tally)
      }
    }
    return tally.status ?? (tally.hasFailed ? 1 : 0)
  }

  /// Runs the commands of one text.
  package func run(commandsIn text: String) async throws -> CInt {
    var tally = Tally()
    var number = 0
    for line in text.split(whereSeparator: \.isNewline) {
      let next = CommandRunner(session: session, prefix: "command \(number + 1): ")
      guard let commands = commands(in: String(line), next, &tally) else {
        number += 1
        continue
      }
      for command in commands where tally.status == nil {
        number += 1
        let runner = CommandRunner(session: session, prefix: "command \(number): ")
        take(try await runner.run(command), &tally)
      }
    }
    return tally.status ?? (tally.hasFailed ? 1 : 0)
  }

  /// The commands of a line, or nothing where it cannot be read, and that was said.
  private func commands(
    in line: String, _ runner: CommandRunner, _ tally: inout Tally
  ) -> [LineParser.Command]? {
    do {
      return try LineParser.commands(in: line)
    } catch {
      take(.failed(runner.report(error)), &tally)
      return nil
    }
  }

  private func take(_ outcome: CommandRunner.Outcome, _ tally: inout Tally) {
    switch outcome {
    case .done: break
    case .failed(.interrupted): tally.status = FailureKind.interrupted.exitStatus
    case .failed:
      tally.hasFailed = true
      if bails { tally.status = 1 }
    case .outputLost: tally.status = FailureKind.inputOutput.exitStatus
    case .ended: tally.status = tally.hasFailed ? 1 : 0
    }
    if Task.isCancelled { tally.status = FailureKind.interrupted.exitStatus }
  }
}
