import FilmzCommands
import Glibc

extension Shell {
  /// The program's command line in a line that begins with `!`; empty for the user's shell itself.
  static func program(in line: String) -> String? {
    let line = line.drop(while: \.isWhitespace)
    guard line.first == "!" else { return nil }
    return String(line.dropFirst().drop(while: \.isWhitespace))
  }

  /// Runs a program in the user's shell on the terminal, and says how it ended if badly.
  ///
  /// - Throws: ``CommandError/programFailed(_:reason:)``, `CancellationError`.
  func runProgram(_ line: String) async throws {
    let end = try await running.run { [userShell] in
      try await userShell.run(line.isEmpty ? nil : line)
    }
    printEnd(end, of: line)
  }

  /// Prints how a program ended, unless the user ended it or it had read enough.
  func printEnd(_ end: TerminalChild.End, of line: String) {
    if let trouble = end.trouble(pardoning: [SIGINT, SIGPIPE]) {
      session.printer.printNotice("`\(line.isEmpty ? "the shell" : line)` \(trouble)")
    } else if end.isInterrupted {
      session.host.console.writeMessage("\n")  // behind the ^C that the terminal shows
    }
  }
}

extension TerminalChild.End {
  fileprivate var isInterrupted: Bool {
    self == .killed(by: SIGINT) || self == .exited(128 + SIGINT)
  }
}
