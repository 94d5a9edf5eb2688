import CLibEdit
import Glibc

/// Pasted text: libedit draws after every key, which takes too long for text of many thousands of
/// characters, so what comes without a pause is put in with one key.
extension TerminalEditor {
  private static let pasteKey = Unicode.Scalar(UInt8(CLIBEDIT_PASTE_KEY))

  /// Characters before which no paste is found, and that have to wait in the terminal behind one: more
  /// than the longest sequence of keys has, and than anybody types ahead between two keys.
  private static let shortestPaste = 32

  /// Milliseconds without a byte that end a paste.
  private static let pause: CInt = 20

  static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    default: true
    }
  }

  /// Whether these characters, the last of so many, begin a paste.
  func isPaste(_ scalars: [Unicode.Scalar], after length: Int) -> Bool {
    guard length >= Self.shortestPaste, !scalars.isEmpty, !scalars[0].isAccent, !isSearching,
      !isAsking
    else { return false }
    return input.waitingBytes >= Self.shortestPaste && !takesKeysAsTheyAre
  }

  /// Reads up to a pause or a key that is no text; gives the keys that stand for all that was read.
  func paste(_ beginning: [Unicode.Scalar]) -> [Unicode.Scalar] {
    pastedText = beginning
    let modes = TerminalModes()
    modes?.withoutWaiting.apply()
    defer { modes?.apply() }
    while let byte = input.byteAtOnce() ?? input.byte(within: Self.pause) {
      if hasViKeys, byte == 0x1B { return [Self.pasteKey] + viKeys() }
      let scalars = assembler.take(byte).map(Self.withoutPrivateKeys)
      let text = scalars.prefix(while: Self.isText)
      for scalar in text { addPasted(scalar) }
      if text.count < scalars.count { return [Self.pasteKey] + scalars[text.count...] }
    }
    return [Self.pasteKey]
  }

  private func addPasted(_ scalar: Unicode.Scalar) {
    if scalar.isAccent, let letter = pastedText.last?.composed(with: scalar) {
      pastedText[pastedText.count - 1] = letter
    } else {
      pastedText.append(scalar)
    }
  }

  /// Binds the key that puts the text in, also in the command mode of vi, which would take it for commands.
  ///
  /// The text is kept, as vi's `.` puts it in again.
  func bindPasteKey() {
    clibedit_add_command(handle, "filmz-paste", "Put in text that came in one go") { handle, _ in
      guard let editor = TerminalEditor.behind(handle) else { return UInt8(CC_NORM) }
      let text = editor.pastedText.map { wchar_t(bitPattern: $0.value) } + [0]
      return UInt8(el_winsertstr(handle, text) == 0 ? CC_REFRESH : CC_ERROR)
    }
    clibedit_bind(handle, String(Self.pasteKey), "filmz-paste")
    clibedit_bind_alternative(handle, String(Self.pasteKey), "filmz-paste")
  }
}
