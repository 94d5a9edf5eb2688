/// Reads a line from the terminal without showing what is typed.
///
/// The terminal keeps gathering the line, so that Backspace works and Ctrl-C is a signal.
struct SecretReader {
  let input: TerminalInput

  /// Shows the prompt with `show` and reads up to the line's end.
  func read(prompt: String, show: (String) -> Void) -> LineEditorResult {
    let usual = TerminalModes()
    usual?.withoutEcho.apply()
    defer {
      show("\n")
      usual?.apply()
    }
    show(prompt)
    return readLine { reason in
      guard reason == .resumption else { return }
      usual?.withoutEcho.apply()
      show(prompt)
    }
  }

  private func readLine(onWaking redraw: (WakeReason) -> Void) -> LineEditorResult {
    var bytes: [UInt8] = []
    while true {
      switch input.next() {
      case .byte(UInt8(ascii: "\n")), .byte(UInt8(ascii: "\r")):
        return .line(String(decoding: bytes, as: UTF8.self))
      case .byte(let byte): bytes.append(byte)
      case .end: return .endOfInput
      case .woken(.interruption): return .interrupted
      case .woken(.termination): return .terminated
      case .woken(let reason): redraw(reason)
      }
    }
  }
}
