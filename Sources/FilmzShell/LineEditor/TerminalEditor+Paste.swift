import CLibEdit
import FilmzCommands
import Glibc

/// Pasted text, which is inserted as a whole.
///
/// libedit redraws the line after every key, which takes too long for many thousands of characters.
/// Text that arrives without a pause is therefore inserted with one key.
extension TerminalEditor {
  /// The key that runs `filmz-paste`; it never comes from the terminal.
  static let pasteKey = Unicode.Scalar(UInt8(CLIBEDIT_PASTE_KEY))

  /// The number of consecutive text characters after which a paste is detected, if at least as many
  /// bytes can be read without blocking.
  ///
  /// It exceeds both the length of the longest escape sequence and the number of characters that a
  /// user is likely to type ahead.
  private static let minimumPasteLength = 32

  /// The time without input that ends a paste, in milliseconds.
  static let endOfPasteTimeout: CInt = 20

  /// Returns whether scalars are part of a paste; they are the last of `length` consecutive text characters.
  func isPaste(_ scalars: [Unicode.Scalar], after length: Int) -> Bool {
    guard length >= Self.minimumPasteLength, !isSearching, !isConfirming, let first = scalars.first, !first.isAccent
    else { return false }
    return input.availableByteCount >= Self.minimumPasteLength && !readsKeysAsText
  }

  /// Reads pasted text up to a pause or a control key.
  ///
  /// - Returns: The paste key, followed by the keys that ended the paste, if any.
  func readPaste(startingWith beginning: [Unicode.Scalar]) -> [Unicode.Scalar] {
    pastedText = beginning
    while let byte = input.nextByte(within: Self.endOfPasteTimeout) {
      if hasViKeys, byte == 0x1B { return [Self.pasteKey] + readViKeys() }
      let scalars = decoder.decode(byte).map(Self.replacingC1Control)
      let text = scalars.prefix(while: \.isText)
      for scalar in text { addPasted(scalar) }
      if text.count < scalars.count { return [Self.pasteKey] + scalars[text.count...] }
    }
    return [Self.pasteKey]
  }

  /// Adds a scalar to `pastedText`; an accent is composed with the letter before it, if possible.
  func addPasted(_ scalar: Unicode.Scalar) {
    if scalar.isAccent, let letter = pastedText.last?.composed(with: scalar) {
      pastedText[pastedText.count - 1] = letter
    } else {
      pastedText.append(scalar)
    }
  }

  /// Inserts `pastedText`, but does not clear it, because vi's `.` inserts the text again.
  func insertPastedText() -> UInt8 {
    let text = pastedText.map { wchar_t(bitPattern: $0.value) } + [0]
    return UInt8(el_winsertstr(handle, text) == 0 ? CC_REFRESH : CC_ERROR)
  }
}

/// Text that the terminal marks as pasted (bracketed paste); it is inserted into the line and not run before Enter.
///
/// A line break in the text would otherwise run the text before it.
extension TerminalEditor {
  /// The key that reads the pasted text; it never comes from the terminal.
  static let bracketedPasteKey = Unicode.Scalar(UInt8(CLIBEDIT_BRACKETED_PASTE_KEY))

  /// Reads the pasted text, and inserts its lines as one line (``PastedLines``).
  func insertLines() -> UInt8 {
    let (bytes, reason) = input.readBracketedPaste()
    if let reason { respond(to: reason) }
    pastedText = []
    for scalar in PastedLines.joined(String(decoding: bytes, as: UTF8.self)).unicodeScalars {
      addPasted(Self.replacingC1Control(scalar))
    }
    return pastedText.isEmpty ? UInt8(CC_NORM) : insertPastedText()
  }
}

extension Unicode.Scalar {
  /// `true` for text and `false` for control characters.
  var isText: Bool { properties.generalCategory != .control }
}

/// Converts several pasted lines to one edited line, and back.
enum PastedLines {
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
      default: result.unicodeScalars.append(contentsOf: character.unicodeScalars.filter(\.isText))
      }
    }
    while result.last == separator { result.removeLast() }
    return result
  }

  /// Returns the pasted lines in an edited line, without blank ones if there are several.
  ///
  /// A line with an open quote includes the following lines up to the closing quote, or all of them if there is none;
  /// they remain separated by ``separator``.
  static func split(_ line: String) -> [String] {
    guard line.contains(separator) else { return [line] }
    var lines: [String] = []
    var isQuoted = false
    for part in line.split(separator: separator, omittingEmptySubsequences: false) {
      if isQuoted { lines[lines.count - 1] += String(separator) + part } else { lines.append(String(part)) }
      if !isQuoted || part.contains(where: quotes.contains) { isQuoted = endsInQuote(lines[lines.count - 1]) }
    }
    return lines.filter { $0.contains { !$0.isWhitespace } }
  }

  private static let quotes: Set<Character> = ["\"", "'", "`"]

  /// Returns the text to run for a line that ``split(_:)`` returned, with line breaks in quoted texts.
  static func text(of line: String) -> String { line.replacing(String(separator), with: "\n") }

  /// Returns whether a line ends inside of a quoted text.
  static func endsInQuote(_ line: String) -> Bool {
    do {
      _ = try LineParser.commands(in: text(of: line), isTyped: true)
      return false
    } catch {
      if case .unclosedQuote = error { return true }
      return false
    }
  }
}
