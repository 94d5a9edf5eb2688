import FilmzCommands
import FilmzTerminal

extension Shell {
  /// The program's command line in a line that begins with `!`; empty for the user's shell itself.
  static func program(in line: String) -> String? {
    let line = line.drop(while: \.isWhitespace)
    guard line.first == "!" else { return nil }
    return String(line.dropFirst().drop(while: \.isWhitespace))
  }

  /// Runs a program in the user's shell on the terminal, and says how it ended where that is no success.
  ///
  /// - Throws: ``CommandError/programFailed(_:reason:)``, `CancellationError`.
  func runProgram(_ line: String, input: String? = nil) async throws {
    let end = try await running.run { [userShell] in
      try await userShell.run(line.isEmpty ? nil : line, input: input)
    }
    if let trouble = end.trouble {
      notify("`\(line.isEmpty ? "the shell" : line)` \(trouble)")
    } else if end.isInterrupted {
      session.console.say("\n")  // behind the ^C that the terminal shows
    }
  }

  private func notify(_ text: String) {
    let style = session.console.messageStyle(session.options.color)
    session.console.say(style.dim(text.inert) + "\n")
  }
}

extension TerminalChild.End {
  fileprivate var isInterrupted: Bool { self == .killed(by: 2) || self == .exited(130) }
}
