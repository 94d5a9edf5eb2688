import CLibEdit
import Foundation
import Glibc

/// Keys that mean what a person takes for a character: an emoji of several code points, or a letter
/// with its accent.
extension TerminalEditor {
  /// Code points that are looked at around the cursor.
  private static let reach = 64

  /// More code points than a question of libedit's has, whose buffers for answers take 1024.
  private static let longestQuestion = 2048

  private static let composeKey = Unicode.Scalar(UInt8(CLIBEDIT_COMPOSE_KEY))

  /// Makes the commands that keys can be bound to.
  func addCharacterCommands() {
    clibedit_add_command(handle, "filmz-prev", "Move one character to the left") { handle, _ in
      TerminalEditor.move(handle, by: -TerminalEditor.before(handle))
    }
    clibedit_add_command(handle, "filmz-next", "Move one character to the right") { handle, _ in
      TerminalEditor.move(handle, by: TerminalEditor.behindCursor(handle))
    }
    // Vi's own stops before the last character.
    clibedit_add_command(handle, "filmz-end", "Move behind the text") { handle, _ in
      guard let line = el_wline(handle)?.pointee else { return UInt8(CC_NORM) }
      el_cursor(handle, CInt(line.lastchar - line.cursor))
      return UInt8(CC_CURSOR)
    }
    clibedit_add_command(handle, "filmz-delete-prev", "Delete the character before") { handle, _ in
      TerminalEditor.delete(handle, TerminalEditor.before(handle))
    }
    clibedit_add_command(handle, "filmz-delete-next", "Delete this character") { handle, _ in
      TerminalEditor.deleteNext(handle)
    }
    clibedit_add_command(handle, "filmz-delete-or-end", "Delete, or end the shell") { handle, _ in
      guard let line = el_wline(handle)?.pointee else { return UInt8(CC_NORM) }
      return line.buffer == line.lastchar ? UInt8(CC_EOF) : TerminalEditor.deleteNext(handle)
    }
  }

  /// An accent that makes one letter with the character before it does so: libedit loses accents of
  /// their own when it draws a line anew.
  ///
  /// Where libedit does not read a key that it looks up the accent is passed on; its search by Ctrl-R
  /// would end with it, so there it is dropped.
  func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard !isSearching, scalars.count == 1, scalars[0].isAccent,
      let line = el_wline(handle)?.pointee
    else { return scalars }
    let question = Self.question(in: line)
    if question.hasPrefix("bck") || question.hasPrefix("fwd") { return [] }
    guard question.isEmpty, !isQuoting, line.cursor > line.buffer,
      let last = Unicode.Scalar(UInt32(bitPattern: line.cursor[-1])),
      let letter = last.composed(with: scalars[0])
    else { return scalars }
    composition = letter
    return [Self.composeKey]
  }

  /// Whether libedit asks something, or Ctrl-V has the next key put in as it is.
  var takesKeysAsTheyAre: Bool {
    guard let line = el_wline(handle)?.pointee else { return true }
    return !Self.question(in: line).isEmpty || isQuoting
  }

  /// What libedit asks in a row of its own, below the line and in its buffer, as for Ctrl-R `bck:` and
  /// what is looked for; empty where it asks nothing.
  private static func question(in line: LineInfoW) -> String {
    guard let start = line.buffer else { return "" }
    let length = max(0, line.lastchar - start)
    let end = UnsafeBufferPointer(start: start, count: length).suffix(longestQuestion)
    guard let sign = end.lastIndex(of: wchar_t(UInt8(ascii: "\n"))) else { return "" }
    return text(start + sign + 1, length - sign - 1)
  }

  /// Whether Ctrl-V has the next key put in as it is; libedit takes signals from the terminal then.
  private var isQuoting: Bool {
    guard let modes = TerminalModes() else { return false }
    return modes.settings.c_lflag & tcflag_t(ISIG) == 0
  }

  /// Binds the key that does what ``composed(_:)`` decided.
  func bindComposeKey() {
    clibedit_add_command(handle, "filmz-compose", "Put an accent on a letter") { handle, _ in
      guard let letter = TerminalEditor.behind(handle)?.composition else { return UInt8(CC_NORM) }
      el_deletestr(handle, 1)
      el_winsertstr(handle, [wchar_t(bitPattern: letter.value), 0])
      return UInt8(CC_REFRESH)
    }
    clibedit_bind(handle, String(Self.composeKey), "filmz-compose")
  }

  // MARK: - What the commands do

  private static func deleteNext(_ handle: OpaquePointer?) -> UInt8 {
    let count = behindCursor(handle)
    if count > 0 { el_cursor(handle, CInt(count)) }
    return delete(handle, count)
  }

  private static func delete(_ handle: OpaquePointer?, _ count: Int) -> UInt8 {
    guard count > 0 else { return UInt8(CC_ERROR) }
    el_deletestr(handle, CInt(count))
    return UInt8(CC_REFRESH)
  }

  private static func move(_ handle: OpaquePointer?, by count: Int) -> UInt8 {
    guard count != 0 else { return UInt8(CC_ERROR) }
    el_cursor(handle, CInt(count))
    return UInt8(CC_CURSOR)
  }

  /// Code points of the character before the cursor.
  private static func before(_ handle: OpaquePointer?) -> Int {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer else { return 0 }
    let count = min(reach, line.cursor - start)
    return text(line.cursor - count, count).last?.unicodeScalars.count ?? 0
  }

  /// Code points of the character that the cursor stands on.
  private static func behindCursor(_ handle: OpaquePointer?) -> Int {
    guard let line = el_wline(handle)?.pointee, let cursor = line.cursor else { return 0 }
    return text(cursor, min(reach, line.lastchar - cursor)).first?.unicodeScalars.count ?? 0
  }

  /// Characters of libedit's; none if there is a negative number of them, as some commands of its vi leave
  /// the cursor and the end of the line before the start.
  static func text(_ start: UnsafePointer<wchar_t>, _ count: Int) -> String {
    var text = ""
    for character in UnsafeBufferPointer(start: start, count: max(0, count)) {
      text.unicodeScalars.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it is shown on the character before it.
  var isAccent: Bool { properties.canonicalCombiningClass != .notReordered }

  /// The letter that stands for this one with an accent; `nil` if there is none.
  func composed(with accent: Unicode.Scalar) -> Unicode.Scalar? {
    let text = (String(self) + String(accent)).precomposedStringWithCanonicalMapping
    return text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}
