import FilmzTestSupport

extension FilmzProcess {
  /// A shell that waits at its prompt.
  func openShell(
    _ arguments: [String] = [], columns: Int = 80, environment: [String: String?] = [:]
  ) async throws -> PseudoTerminal {
    let terminal = try openTerminal(arguments, columns: columns, environment: environment)
    try await terminal.expectPrompt()
    return terminal
  }
}

extension PseudoTerminal {
  /// Runs a line, and gives what stands on the screen when the prompt is there again.
  func answer(to line: String) async throws -> String {
    try await send(line + "\r")
    return try await expectPrompt()
  }

  /// Ends the shell; its exit status.
  func quit() async throws -> Int32 {
    try await send("quit\r")
    return try await waitForExit()
  }
}
