/// Reads a line from the terminal without echo.
///
/// The terminal is in canonical mode meanwhile, so that Backspace works and Ctrl-C sends SIGINT.
struct SecretReader {
  let input: TerminalInput

  /// Displays the prompt with `write`, reads a line, and begins a new row.
  func read(prompt: String, write: (String) -> Void) -> LineEditorResult {
    let previousModes = TerminalModes()
    previousModes?.withoutEcho.apply()
    defer {
      write("\n")
      previousModes?.apply()
    }
    write(prompt)
    return readLine { reason in
      guard reason == .resumption else { return }
      previousModes?.withoutEcho.apply()
      write(prompt)
    }
  }

  private func readLine(onWake handleWake: (WakeReason) -> Void) -> LineEditorResult {
    var bytes: [UInt8] = []
    while true {
      switch input.next() {
      case .byte(UInt8(ascii: "\n")), .byte(UInt8(ascii: "\r")):
        return .line(String(decoding: bytes, as: UTF8.self))
      case .byte(let byte): bytes.append(byte)
      case .endOfInput: return .endOfInput
      case .woken(.interruption): return .interrupted
      case .woken(.termination): return .terminated
      case .woken(let reason): handleWake(reason)
      }
    }
  }
}
