package import FilmzCommands
import FilmzDomain
import FilmzFiles
import Foundation
import Glibc

/// Runs the commands in the lines of a file or a string.
package struct ScriptRunner {
  private let session: Session
  /// `true` if a command that fails stops the script.
  private let stopsAtFirstFailure: Bool

  package init(session: Session, stopsAtFirstFailure: Bool) {
    (self.session, self.stopsAtFirstFailure) = (session, stopsAtFirstFailure)
  }

  /// Runs the lines of an open file.
  ///
  /// Errors refer to the file as `name`.
  ///
  /// - Throws: ``OutputClosed``, ``CommandError/unreadableScript(path:reason:)``.
  /// - Returns: The exit status: 0, 1, 74 or 130.
  package func run(linesFrom descriptor: CInt, named name: String) async throws -> CInt {
    do {
      return try await runLines(from: descriptor, named: name, prefix: "line ").exitStatus
    } catch is CancellationError {
      return ExitCategory.interrupted.exitStatus
    }
  }

  /// Runs the lines of a file for a command that was typed in the shell or is part of a script.
  ///
  /// Error messages begin with the prefix of the command, followed by the file's name as it was typed and the number of
  /// the line.
  ///
  /// - Throws: The errors of ``run(linesFrom:named:)``, `CancellationError` if the task is
  ///   cancelled while it waits for a line, ``CommandError/scriptRunsItself(_:)``, and
  ///   ``CommandError/scriptsNestedTooDeeply(_:)``.
  package func run(file path: String, typed name: String) async throws -> CommandRunner.Outcome {
    var session = session
    try session.beginScript(URL(filePath: path).resolvingSymlinksInPath().path, named: name)
    let descriptor = try Self.open(path, named: name)
    defer { close(descriptor) }
    return try await ScriptRunner(session: session, stopsAtFirstFailure: stopsAtFirstFailure).runLines(
      from: descriptor, named: name, prefix: "\(session.prefix)\(name):")
  }

  /// Opens a script, which must not be a terminal.
  ///
  /// Does not wait until a FIFO has a writer. Reading from the FIFO waits, and can be cancelled.
  ///
  /// - Throws: ``CommandError/unreadableScript(path:reason:)``.
  package static func open(_ path: String, named name: String) throws(CommandError) -> CInt {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadableScript(path: name, reason: .systemError) }
    guard isatty(descriptor) == 0 else {
      close(descriptor)
      throw .unreadableScript(path: name, reason: "it is a terminal")
    }
    return descriptor
  }

  private func runLines(from descriptor: CInt, named name: String, prefix: String) async throws -> CommandRunner.Outcome
  {
    var reader = LineReader(descriptor: descriptor, named: name)
    var result = ScriptResult(stopsAtFirstFailure: stopsAtFirstFailure)
    while !result.isStopped, let line = try await reader.nextCommand() {
      let prefix = "\(prefix)\(reader.lineNumber): "
      for command in commands(in: line, prefix, &result) ?? [] where !result.isStopped {
        result.record(try await CommandRunner(session: session, prefix: prefix).run(command))
      }
    }
    return result.outcome
  }

  /// Runs the commands in the lines of a string.
  ///
  /// - Returns: The exit status: 0, 1, 74 or 130.
  package func run(commandsIn text: String) async throws -> CInt {
    var result = ScriptResult(stopsAtFirstFailure: stopsAtFirstFailure)
    var commandNumber = 0
    for line in text.split(whereSeparator: \.isNewline) {
      guard let commands = commands(in: String(line), "command \(commandNumber + 1): ", &result) else {
        commandNumber += 1
        continue
      }
      for command in commands where !result.isStopped {
        commandNumber += 1
        let runner = CommandRunner(session: session, prefix: "command \(commandNumber): ")
        result.record(try await runner.run(command))
      }
    }
    return result.outcome.exitStatus
  }

  /// Returns the commands of a line.
  ///
  /// If the line cannot be parsed, prints the error, records the failure in `result`, and returns
  /// `nil`.
  private func commands(in line: String, _ prefix: String, _ result: inout ScriptResult) -> [ParsedCommand]? {
    do { return try LineParser.commands(in: line) } catch {
      let printer = MessagePrinter(session: session, prefix: prefix)
      result.record(.failed(printer.printError(error)))
      return nil
    }
  }
}

extension CommandRunner.Outcome {
  /// The exit status of a program that ends with this outcome.
  package var exitStatus: CInt {
    switch self {
    case .done, .sessionEnded: 0
    case .failed(let category): category.exitStatus
    case .outputLost: ExitCategory.inputOutput.exitStatus
    }
  }
}

/// The combined result of the commands of a script that have run so far.
struct ScriptResult {
  private let stopsAtFirstFailure: Bool
  private var hasFailed = false
  /// The outcome after which no further command may run; `nil` as long as commands may run.
  private var finalOutcome: CommandRunner.Outcome?

  /// Creates the result of a script before its first command.
  ///
  /// If `stopsAtFirstFailure` is `true`, a command that fails stops the script.
  init(stopsAtFirstFailure: Bool) { self.stopsAtFirstFailure = stopsAtFirstFailure }

  /// `true` if no further command may run.
  var isStopped: Bool { finalOutcome != nil }

  /// The outcome of the script as a whole.
  var outcome: CommandRunner.Outcome {
    switch finalOutcome {
    case .failed(.interrupted): .failed(.interrupted)
    case .outputLost: .outputLost
    default: hasFailed ? .failed(.failed) : .done
    }
  }

  /// Records the outcome of a command, and whether the task is cancelled.
  mutating func record(_ outcome: CommandRunner.Outcome) {
    let hasCommandFailed = !outcome.isFinal && outcome != .done
    hasFailed = hasFailed || hasCommandFailed
    if outcome.isFinal || hasCommandFailed && stopsAtFirstFailure { finalOutcome = outcome }
    if Task.isCancelled { finalOutcome = .failed(.interrupted) }
  }
}
