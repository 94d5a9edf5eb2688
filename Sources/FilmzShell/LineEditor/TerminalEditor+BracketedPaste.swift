import CLibEdit
import Glibc

/// Text that the terminal marks as pasted (bracketed paste), which waits for Enter.
///
/// A line break in the text would otherwise run the text before it.
extension TerminalEditor {
  static let bracketedPasteCommand = "filmz-bracketed-paste"

  /// The key that reads the pasted text; it never comes from the terminal.
  static let bracketedPasteKey = Unicode.Scalar(UInt8(CLIBEDIT_BRACKETED_PASTE_KEY))

  /// The sequence at the end of the pasted text (xterm control sequences).
  private static let endSequence = Array("\u{1B}[201~".utf8)

  func addBracketedPasteCommand() {
    clibedit_add_command(handle, Self.bracketedPasteCommand, "Insert pasted lines") { handle, _ in
      TerminalEditor.editor(of: handle)?.insertBracketedPaste() ?? UInt8(CC_ERROR)
    }
  }

  /// Binds the key for pastes during a history search, which libedit does not see as a sequence.
  func bindBracketedPasteKey() {
    clibedit_bind(handle, String(Self.bracketedPasteKey), Self.bracketedPasteCommand)
    clibedit_bind_alternative(handle, String(Self.bracketedPasteKey), Self.bracketedPasteCommand)
  }

  private func insertBracketedPaste() -> UInt8 {
    let bytes = readBracketedPaste()
    pastedText = []
    for scalar in PastedLines.joined(String(decoding: bytes, as: UTF8.self)).unicodeScalars {
      addPasted(Self.replacingC1Control(scalar))
    }
    guard !pastedText.isEmpty else { return UInt8(CC_NORM) }
    let text = pastedText.map { wchar_t(bitPattern: $0.value) } + [0]
    return UInt8(el_winsertstr(handle, text) == 0 ? CC_REFRESH : CC_ERROR)
  }

  /// Reads up to the end of the pasted text.
  ///
  /// Ctrl-C, a signal that terminates the program, and the end of the input also end the text.
  private func readBracketedPaste() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      switch input.next() {
      case .byte(let byte):
        bytes.append(byte)
        if byte == Self.endSequence.last,
          bytes.suffix(Self.endSequence.count) == Self.endSequence[...]
        {
          return Array(bytes.dropLast(Self.endSequence.count))
        }
      case .endOfInput: return bytes
      case .woken(.interruption): return interrupted(by: .interruption, bytes)
      case .woken(.termination): return interrupted(by: .termination, bytes)
      case .woken: break
      }
    }
  }

  private func interrupted(by reason: WakeReason, _ bytes: [UInt8]) -> [UInt8] {
    respond(to: reason)
    return bytes
  }
}
