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
  /// - Returns: The exit status: 0, 1, 74 or 130.
  /// - Throws: ``OutputClosed``.
  package func run(linesFrom descriptor: CInt) async throws -> CInt {
    var reader = LineReader(descriptor: descriptor)
    var tally = Tally()
    var number = 0
    while tally.status == nil, let line = await reader.next() {
      number += 1
      let runner = CommandRunner(session: session, prefix: "line \(number): ")
      for command in commands(in: line, runner, &tally) where tally.status == nil {
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
      let first = CommandRunner(session: session, prefix: "command \(number + 1): ")
      for command in commands(in: String(line), first, &tally) where tally.status == nil {
        number += 1
        let runner = CommandRunner(session: session, prefix: "command \(number): ")
        take(try await runner.run(command), &tally)
      }
    }
    return tally.status ?? (tally.hasFailed ? 1 : 0)
  }

  private func commands(
    in line: String, _ runner: CommandRunner, _ tally: inout Tally
  ) -> [LineParser.Command] {
    do {
      return try LineParser.commands(in: line)
    } catch {
      take(.failed(runner.report(error)), &tally)
      return []
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
