import FilmzCommands
import Glibc

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
