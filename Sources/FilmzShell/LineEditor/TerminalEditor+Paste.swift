import CLibEdit
import Glibc

/// Pasted text, which is inserted as a whole.
///
/// libedit redraws the line after every key, which takes too long for many thousands of characters.
/// Text that arrives without a pause is therefore inserted with one key.
extension TerminalEditor {
  /// The key that runs `filmz-paste`; it never comes from the terminal.
  private static let pasteKey = Unicode.Scalar(UInt8(CLIBEDIT_PASTE_KEY))

  /// The number of consecutive text characters after which a paste is detected, if at least as many
  /// bytes can be read without blocking.
  ///
  /// It exceeds both the length of the longest escape sequence and the number of characters that a
  /// user is likely to type ahead.
  private static let minimumPasteLength = 32

  /// The time without input that ends a paste, in milliseconds.
  private static let endOfPasteTimeout: CInt = 20

  /// Returns whether these scalars, the last of `length` consecutive text characters, are part of a
  /// paste.
  func isPaste(_ scalars: [Unicode.Scalar], after length: Int) -> Bool {
    guard length >= Self.minimumPasteLength, !scalars.isEmpty, !scalars[0].isAccent, !isSearching,
      !isConfirming
    else { return false }
    return input.availableByteCount >= Self.minimumPasteLength && !readsKeysAsText
  }

  /// Reads pasted text up to a pause or a control key.
  ///
  /// - Returns: The paste key, followed by the keys that ended the paste, if any.
  func readPaste(startingWith beginning: [Unicode.Scalar]) -> [Unicode.Scalar] {
    pastedText = beginning
    let modes = TerminalModes()
    modes?.withoutBlockingReads.apply()
    defer { modes?.apply() }
    while let byte = input.nextByte() ?? input.nextByte(within: Self.endOfPasteTimeout) {
      if hasViKeys, byte == 0x1B { return [Self.pasteKey] + readViKeys() }
      let scalars = decoder.decode(byte).map(Self.replacingC1Control)
      let text = scalars.prefix(while: \.isText)
      for scalar in text { addPasted(scalar) }
      if text.count < scalars.count { return [Self.pasteKey] + scalars[text.count...] }
    }
    return [Self.pasteKey]
  }

  func addPasted(_ scalar: Unicode.Scalar) {
    if scalar.isAccent, let letter = pastedText.last?.composed(with: scalar) {
      pastedText[pastedText.count - 1] = letter
    } else {
      pastedText.append(scalar)
    }
  }

  /// Binds the key that inserts the pasted text.
  ///
  /// The key is also bound in vi's command mode, in which libedit would run the text as commands.
  /// `filmz-paste` does not clear `pastedText`, because vi's `.` inserts the text again.
  func bindPasteKey() {
    clibedit_add_command(handle, "filmz-paste", "Insert pasted text") { handle, _ in
      guard let editor = TerminalEditor.editor(of: handle) else { return UInt8(CC_NORM) }
      let text = editor.pastedText.map { wchar_t(bitPattern: $0.value) } + [0]
      return UInt8(el_winsertstr(handle, text) == 0 ? CC_REFRESH : CC_ERROR)
    }
    clibedit_bind(handle, String(Self.pasteKey), "filmz-paste")
    clibedit_bind_alternative(handle, String(Self.pasteKey), "filmz-paste")
  }
}
