extension PseudoTerminal {
  /// Waits until `text` stands on the screen since the last `send`; gives all that stands there.
  ///
  /// Throws `TestSupportError.notSeen` or `.ended` with what stands there instead.
  @discardableResult
  package func expect(_ text: String, timeout: Duration = .seconds(60)) async throws -> String {
    try await expect(text.debugDescription, timeout) { $0.contains(text) }
  }

  /// Waits until `pattern` matches what stands on the screen since the last `send`, up to the
  /// cursor, rows divided by line feeds; gives all that stands there.
  ///
  /// Throws `TestSupportError.notSeen` or `.ended` with what stands there instead.
  @discardableResult
  package func expect(
    _ pattern: Regex<some Any>, timeout: Duration = .seconds(60)
  ) async throws -> String {
    try await expect("match", timeout) { $0.contains(pattern) }
  }

  /// Waits for the shell's prompt and for the editor behind it, which shows the prompt first and
  /// takes the terminal over after; gives what stands on the screen since the last `send`.
  @discardableResult
  package func expectPrompt(timeout: Duration = .seconds(60)) async throws -> String {
    let deadline = Deadline(in: timeout)
    let seen = try await expect(/filmz(?: \([^\n]*\))?> $/, timeout: timeout)
    while try isCanonical {  // the kernel tells nobody of a change, so we look again
      guard !deadline.hasPassed else {
        throw TestSupportError.notSeen(wanted: "line editor", seen: seen)
      }
      guard try await advance(by: Deadline(in: .milliseconds(5))) else { break }
    }
    return seen
  }

  /// Waits until something holds that nobody tells of, such as a file that is there; the program goes
  /// on meanwhile, and what it writes is read.
  ///
  /// Throws `TestSupportError.ended` when it has ended before, `.notSeen` when it takes too long.
  package func wait(
    for wanted: String, timeout: Duration = .seconds(60), until holds: () throws -> Bool
  ) async throws {
    let deadline = Deadline(in: timeout)
    while !(try holds()) {
      guard !deadline.hasPassed else {
        throw TestSupportError.notSeen(wanted: wanted, seen: screen.seen)
      }
      guard try await advance(by: Deadline(in: .milliseconds(1))) else {
        throw TestSupportError.ended(wanted: wanted, seen: screen.seen)
      }
    }
  }

  /// Waits until the program has ended, reading what it still writes; its exit status, or minus the
  /// number of the signal that ended it.
  package func waitForExit(timeout: Duration = .seconds(60)) async throws -> Int32 {
    let deadline = Deadline(in: timeout)
    while try await advance(by: deadline), !deadline.hasPassed {}
    while status == nil, !deadline.hasPassed { try await awaitExit(by: deadline) }
    guard let status else {
      throw TestSupportError.notSeen(wanted: "exit", seen: screen.seen)
    }
    return status
  }

  private func expect(
    _ wanted: String, _ timeout: Duration, _ isThere: (String) -> Bool
  ) async throws -> String {
    let deadline = Deadline(in: timeout)
    while !isThere(screen.seen) {
      guard !deadline.hasPassed else {
        throw TestSupportError.notSeen(wanted: wanted, seen: screen.seen)
      }
      guard try await advance(by: deadline) || isThere(screen.seen) else {
        throw TestSupportError.ended(wanted: wanted, seen: screen.seen)
      }
    }
    return screen.seen
  }
}
