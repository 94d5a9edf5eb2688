import CLibEdit
import Foundation
import Glibc

/// Keys that mean what a person takes for a character: an emoji of several code points, or a letter
/// with its accent.
extension TerminalEditor {
  /// Code points that are looked at around the cursor.
  private static let reach = 64

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
    guard !isSearching, scalars.count == 1,
      scalars[0].properties.canonicalCombiningClass != .notReordered,
      let line = el_wline(handle)?.pointee
    else { return scalars }
    let question = Self.question(in: line)
    if question.hasPrefix("bck") || question.hasPrefix("fwd") { return [] }
    guard question.isEmpty, !isQuoting, line.cursor > line.buffer,
      let last = Unicode.Scalar(UInt32(bitPattern: line.cursor[-1]))
    else { return scalars }
    let text = (String(last) + String(scalars[0])).precomposedStringWithCanonicalMapping
    guard text.unicodeScalars.count == 1 else { return scalars }
    composition = text.unicodeScalars.first
    return [Self.composeKey]
  }

  /// What libedit asks in a row of its own, below the line and in its buffer, as for Ctrl-R `bck:` and
  /// what is looked for; empty where it asks nothing.
  private static func question(in line: LineInfoW) -> Substring {
    guard let start = line.buffer else { return "" }
    let text = Self.text(start, line.lastchar - start)
    return text.lastIndex(of: "\n").map { text[$0...].dropFirst() } ?? ""
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

  private static func text(_ start: UnsafePointer<wchar_t>, _ count: Int) -> String {
    var text = ""
    for character in UnsafeBufferPointer(start: start, count: count) {
      text.unicodeScalars.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    return text
  }
}
