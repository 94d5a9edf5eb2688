package import FilmzCommands
import FilmzDomain
import FilmzFiles
import Foundation
import Glibc

/// Runs scripts: one command a line, or commands of a single text.
package struct ScriptRunner {
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
    do {
      return try await tally(ofLinesFrom: descriptor, named: name, prefix: "line ").status
    } catch is CancellationError {
      return ExitCategory.interrupted.exitStatus
    }
  }

  /// Runs the lines of a file for a command that stands in a script or the shell itself.
  ///
  /// Errors name the file as it was typed, behind whatever stands before those of the command.
  ///
  /// - Throws: As ``run(linesFrom:named:)``, `CancellationError` where it was waiting for a line, and
  ///   ``CommandError/scriptRunsItself(_:)`` and ``CommandError/tooManyScripts(_:)``.
  package func run(file path: String, typed name: String) async throws -> CommandRunner.Outcome {
    var session = session
    try session.beginScript(URL(filePath: path).resolvingSymlinksInPath().path, named: name)
    let descriptor = try Self.open(path, named: name)
    defer { close(descriptor) }
    return try await ScriptRunner(session: session, bails: bails).tally(
      ofLinesFrom: descriptor, named: name, prefix: "\(session.prefix)\(name):"
    ).outcome
  }

  /// Opens a script, which is no terminal; a FIFO that nobody writes to yet is waited for later, where
  /// that can be cancelled.
  ///
  /// - Throws: ``CommandError/unreadableScript(path:reason:)``.
  package static func open(_ path: String, named name: String) throws(CommandError) -> CInt {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw .unreadableScript(path: name, reason: .systemError)
    }
    guard isatty(descriptor) == 0 else {
      close(descriptor)
      throw .unreadableScript(path: name, reason: "it is a terminal")
    }
    return descriptor
  }

  private func tally(
    ofLinesFrom descriptor: CInt, named name: String, prefix: String
  ) async throws -> ScriptTally {
    var reader = LineReader(descriptor: descriptor, named: name)
    var tally = ScriptTally(bails: bails)
    while !tally.isOver, let line = try await reader.nextCommand() {
      let prefix = "\(prefix)\(reader.number): "
      for command in commands(in: line, prefix, &tally) ?? [] where !tally.isOver {
        tally.take(try await CommandRunner(session: session, prefix: prefix).run(command))
      }
    }
    return tally
  }

  /// Runs the commands of one text.
  package func run(commandsIn text: String) async throws -> CInt {
    var tally = ScriptTally(bails: bails)
    var number = 0
    for line in text.split(whereSeparator: \.isNewline) {
      guard let commands = commands(in: String(line), "command \(number + 1): ", &tally) else {
        number += 1
        continue
      }
      for command in commands where !tally.isOver {
        number += 1
        let runner = CommandRunner(session: session, prefix: "command \(number): ")
        tally.take(try await runner.run(command))
      }
    }
    return tally.status
  }

  /// The commands of a line; `nil` after printing the error if it cannot be parsed.
  private func commands(
    in line: String, _ prefix: String, _ tally: inout ScriptTally
  ) -> [LineParser.Command]? {
    do {
      return try LineParser.commands(in: line)
    } catch {
      let printer = MessagePrinter(session: session, prefix: prefix)
      tally.take(.failed(printer.printError(error)))
      return nil
    }
  }
}
