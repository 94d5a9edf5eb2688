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

/// Several pasted lines, which are edited as one line.
package enum PastedLines {
  /// The character that the line editor shows instead of a line break.
  static let separator: Character = "\u{23CE}"  // ⏎

  /// Returns pasted text as one line.
  ///
  /// Line breaks at the end are removed, tabs become spaces, and other control characters are removed.
  static func joined(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\n", "\r", "\r\n": result.append(separator)
      case "\t": result.append(" ")
      default:
        result.unicodeScalars.append(contentsOf: character.unicodeScalars.filter(\.isText))
      }
    }
    while result.last == separator { result.removeLast() }
    return result
  }

  /// Returns the lines of an edited line, without empty ones if there are several.
  package static func split(_ line: String) -> [String] {
    guard line.contains(separator) else { return [line] }
    return line.split(separator: separator).map(String.init).filter {
      $0.contains { !$0.isWhitespace }
    }
  }
}

extension Unicode.Scalar {
  /// `true` for text and `false` for control characters.
  var isText: Bool { properties.generalCategory != .control }
}
