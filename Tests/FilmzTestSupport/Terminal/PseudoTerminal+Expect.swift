extension PseudoTerminal {
  /// Waits until the text since the last `send` contains `text`, and returns all of it.
  ///
  /// Throws `TestSupportError.notSeen` or `.terminalClosed` with the text that was seen instead.
  @discardableResult
  package func expect(_ text: String, timeout: Duration = .seconds(300)) async throws -> String {
    try await expect(text.debugDescription, timeout) { $0.contains(text) }
  }

  /// Waits until `pattern` matches the text since the last `send`, and returns all of it.
  ///
  /// The text ends at the cursor, and its rows are separated by line feeds. Throws
  /// `TestSupportError.notSeen` or `.terminalClosed` with the text that was seen instead.
  @discardableResult
  package func expect(
    _ pattern: Regex<some Any>, timeout: Duration = .seconds(300)
  ) async throws -> String {
    try await expect("match", timeout) { $0.contains(pattern) }
  }

  /// Waits for the shell's prompt and its line editor, and returns the text since the last `send`.
  ///
  /// The editor shows the prompt before it sets the terminal's mode.
  @discardableResult
  package func expectPrompt(timeout: Duration = .seconds(300)) async throws -> String {
    let deadline = Deadline(in: timeout)
    let text = try await expect(/filmz(?: kids)?(?: \([^\n]*\))?> $/, timeout: timeout)
    while try isCanonical {  // mode changes cannot be awaited, only polled
      guard !deadline.hasPassed else {
        throw TestSupportError.notSeen(expected: "line editor", seen: text)
      }
      guard try await advance(by: Deadline(in: .milliseconds(5))) else { break }
    }
    return text
  }

  /// Reads the program's output until a polled condition is true, such as the existence of a file.
  ///
  /// Throws `TestSupportError.terminalClosed` if the program ends first, `.notSeen` if it times out.
  package func wait(
    for expected: String, timeout: Duration = .seconds(300), until condition: () throws -> Bool
  ) async throws {
    let deadline = Deadline(in: timeout)
    while !(try condition()) {
      guard !deadline.hasPassed else {
        throw TestSupportError.notSeen(expected: expected, seen: screen.newText)
      }
      guard try await advance(by: Deadline(in: .milliseconds(1))) else {
        throw TestSupportError.terminalClosed(expected: expected, seen: screen.newText)
      }
    }
  }

  /// Reads the output until the program has exited, and returns its exit status.
  ///
  /// If a signal terminated the program, returns its negative number.
  package func waitForExit(timeout: Duration = .seconds(300)) async throws -> Int32 {
    let deadline = Deadline(in: timeout)
    while try await advance(by: deadline), !deadline.hasPassed {}
    while status == nil, !deadline.hasPassed { try await awaitExit(by: deadline) }
    guard let status else {
      throw TestSupportError.notSeen(expected: "exit", seen: screen.newText)
    }
    return status
  }

  private func expect(
    _ expected: String, _ timeout: Duration, _ isMatch: (String) -> Bool
  ) async throws -> String {
    let deadline = Deadline(in: timeout)
    while !isMatch(screen.newText) {
      guard !deadline.hasPassed else {
        throw TestSupportError.notSeen(expected: expected, seen: screen.newText)
      }
      guard try await advance(by: deadline) || isMatch(screen.newText) else {
        throw TestSupportError.terminalClosed(expected: expected, seen: screen.newText)
      }
    }
    return screen.newText
  }
}
