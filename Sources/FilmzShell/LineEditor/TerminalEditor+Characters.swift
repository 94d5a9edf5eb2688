import CLibEdit
import Foundation
import Glibc

/// Commands that edit by grapheme clusters, such as an emoji of several code points or a letter
/// with an accent; libedit's own commands edit by code points.
extension TerminalEditor {
  /// The maximum number of code points that are treated as one character.
  private static let maximumCharacterLength = 64

  /// An upper bound for the number of code points in one of libedit's own prompts and the input
  /// after it.
  ///
  /// libedit's buffers for this input have 1024 code points.
  private static let maximumPromptLength = 2048

  /// The key that runs `filmz-compose`; it never comes from the terminal.
  static let composeKey = Unicode.Scalar(UInt8(CLIBEDIT_COMPOSE_KEY))

  /// Composes an accent with the letter before the cursor, if there is one precomposed letter for
  /// the two.
  ///
  /// This is necessary because libedit loses combining characters when it redraws a line. If
  /// libedit reads the next key as text, the accent is not composed. In libedit's incremental
  /// search, which an accent would end, the accent is dropped.
  ///
  /// - Returns: The keys to pass to libedit: the compose key if an accent is composed, `[]` if an
  ///   accent is dropped, and `scalars` in all other cases.
  func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard !isSearching, scalars.count == 1, scalars[0].isAccent,
      let line = el_wline(handle)?.pointee
    else { return scalars }
    let libeditPrompt = Self.libeditPrompt(in: line)
    if libeditPrompt.hasPrefix("bck") || libeditPrompt.hasPrefix("fwd") { return [] }
    guard libeditPrompt.isEmpty, !isInQuotedInsert, line.cursor > line.buffer,
      let last = Unicode.Scalar(UInt32(bitPattern: line.cursor[-1])), let letter = last.composed(with: scalars[0])
    else { return scalars }
    composedLetter = letter
    return [Self.composeKey]
  }

  /// `true` if libedit reads the next key as text: at its own prompts, and after Ctrl-V.
  var readsKeysAsText: Bool {
    guard let line = el_wline(handle)?.pointee else { return true }
    return !Self.libeditPrompt(in: line).isEmpty || isInQuotedInsert
  }

  /// Returns libedit's own prompt and the input after it, or an empty string if there is none.
  ///
  /// libedit appends the prompt to the line's buffer, after a line feed. The prompt of its
  /// incremental search begins with `bck` or `fwd`.
  private static func libeditPrompt(in line: LineInfoW) -> String {
    guard let start = line.buffer else { return "" }
    let length = max(0, line.lastchar - start)
    let tail = UnsafeBufferPointer(start: start, count: length).suffix(maximumPromptLength)
    guard let lineFeed = tail.lastIndex(of: wchar_t(UInt8(ascii: "\n"))) else { return "" }
    return text(start + lineFeed + 1, length - lineFeed - 1)
  }

  /// `true` after Ctrl-V, until libedit has inserted the next key literally.
  ///
  /// libedit disables signal keys (ISIG) meanwhile.
  private var isInQuotedInsert: Bool {
    guard let modes = TerminalModes() else { return false }
    return modes.attributes.c_lflag & tcflag_t(ISIG) == 0
  }

  /// Replaces the letter before the cursor with ``composedLetter``.
  func composeLetter() -> UInt8 {
    guard let letter = composedLetter else { return UInt8(CC_NORM) }
    el_deletestr(handle, 1)
    el_winsertstr(handle, [wchar_t(bitPattern: letter.value), 0])
    return UInt8(CC_REFRESH)
  }

  // MARK: - Commands

  func deleteLeft() -> UInt8 { delete(lengthOfPreviousCharacter()) }

  func deleteRight() -> UInt8 {
    let count = lengthOfNextCharacter()
    if count > 0 { el_cursor(handle, CInt(count)) }
    return delete(count)
  }

  /// Deletes the next character or, on an empty line, ends the input.
  func deleteOrEnd() -> UInt8 {
    guard let line = el_wline(handle)?.pointee else { return UInt8(CC_NORM) }
    return line.buffer == line.lastchar ? UInt8(CC_EOF) : deleteRight()
  }

  func moveLeft() -> UInt8 { move(by: -lengthOfPreviousCharacter()) }

  func moveRight() -> UInt8 { move(by: lengthOfNextCharacter()) }

  /// Moves to the end of the text; with vi keys, libedit's command stops before the last character.
  func moveToEnd() -> UInt8 {
    guard let line = el_wline(handle)?.pointee else { return UInt8(CC_NORM) }
    el_cursor(handle, CInt(line.lastchar - line.cursor))
    return UInt8(CC_CURSOR)
  }

  private func delete(_ count: Int) -> UInt8 {
    guard count > 0 else { return UInt8(CC_ERROR) }
    el_deletestr(handle, CInt(count))
    return UInt8(CC_REFRESH)
  }

  private func move(by count: Int) -> UInt8 {
    guard count != 0 else { return UInt8(CC_ERROR) }
    el_cursor(handle, CInt(count))
    return UInt8(CC_CURSOR)
  }

  /// Returns the number of code points in the character before the cursor, or 0 if there is none.
  private func lengthOfPreviousCharacter() -> Int {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer else { return 0 }
    let count = min(Self.maximumCharacterLength, line.cursor - start)
    return Self.text(line.cursor - count, count).last?.unicodeScalars.count ?? 0
  }

  /// Returns the number of code points in the character after the cursor, or 0 if there is none.
  private func lengthOfNextCharacter() -> Int {
    guard let line = el_wline(handle)?.pointee, let cursor = line.cursor else { return 0 }
    let count = min(Self.maximumCharacterLength, line.lastchar - cursor)
    return Self.text(cursor, count).first?.unicodeScalars.count ?? 0
  }

  /// Converts characters of libedit to a string.
  ///
  /// A negative count is treated as 0: some of libedit's vi commands leave the cursor and the end
  /// of the line before the start of the line.
  static func text(_ start: UnsafePointer<wchar_t>, _ count: Int) -> String {
    var text = ""
    for character in UnsafeBufferPointer(start: start, count: max(0, count)) {
      text.unicodeScalars.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    return text
  }
}

extension Unicode.Scalar {
  /// `true` if this scalar is a combining character with a nonzero combining class, such as an
  /// accent.
  var isAccent: Bool { properties.canonicalCombiningClass != .notReordered }

  /// Returns the precomposed letter for this letter with an accent, or `nil` if there is none.
  func composed(with accent: Unicode.Scalar) -> Unicode.Scalar? {
    let text = (String(self) + String(accent)).precomposedStringWithCanonicalMapping
    return text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}
