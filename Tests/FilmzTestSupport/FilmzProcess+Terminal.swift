extension FilmzProcess {
  /// Starts the program on a terminal of its own, which it gets as controlling terminal.
  package func openTerminal(
    _ arguments: [String] = [], rows: Int = 24, columns: Int = 80,
    environment: [String: String?] = [:]
  ) throws -> PseudoTerminal {
    let variables = self.environment(with: environment)
    return try PseudoTerminal(rows: rows, columns: columns) { streams in
      Spawn(
        executable: executable, arguments: arguments, environment: variables,
        folder: folder.path, streams: streams)
    }
  }
}
