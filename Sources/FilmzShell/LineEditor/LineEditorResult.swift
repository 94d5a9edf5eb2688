/// How the reading of one line ended.
package enum LineEditorResult: Sendable, Equatable {
  /// The user finished a line; it stands here without its line break.
  case line(String)

  /// Ctrl-C: the line was dropped.
  case interrupted

  /// Ctrl-D on an empty line, or the terminal is gone.
  case endOfInput

  /// A signal asked the program to end; so answers every later reading, too.
  case terminated
}
