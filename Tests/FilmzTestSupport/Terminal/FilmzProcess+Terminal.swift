extension FilmzProcess {
  /// Starts the program on a new pseudo-terminal, which is its controlling terminal.
  package func openTerminal(
    _ arguments: [String] = [], rows: Int = 24, columns: Int = 80,
    environment: [String: String?] = [:]
  ) throws -> PseudoTerminal {
    let variables = self.environment(with: environment)
    return try PseudoTerminal(rows: rows, columns: columns) { streams in
      SpawnConfiguration(
        executable: executable, arguments: arguments, environment: variables,
        folder: folder.path, streams: streams)
    }
  }
}
