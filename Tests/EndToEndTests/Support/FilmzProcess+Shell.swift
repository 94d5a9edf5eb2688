import FilmzTestSupport

extension FilmzProcess {
  /// Opens a shell and waits for its prompt.
  func openShell(
    _ arguments: [String] = [], columns: Int = 80, environment: [String: String?] = [:]
  ) async throws -> PseudoTerminal {
    let terminal = try openTerminal(arguments, columns: columns, environment: environment)
    try await terminal.expectPrompt()
    return terminal
  }
}

extension PseudoTerminal {
  /// Runs a line, waits for the next prompt, and returns the new text on the screen.
  func answer(to line: String) async throws -> String {
    try await send(line + "\r")
    return try await expectPrompt()
  }

  /// Quits the shell and returns its exit status.
  func quit() async throws -> Int32 {
    try await send("quit\r")
    return try await waitForExit()
  }
}
