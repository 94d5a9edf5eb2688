/// The result of reading a line.
package enum LineEditorResult: Sendable, Equatable {
  /// The line without its line break.
  case line(String)

  /// The user pressed Ctrl-C; the line was discarded.
  case interrupted

  /// The user pressed Ctrl-D on an empty line, or the terminal was closed or cannot be used.
  case endOfInput

  /// A signal terminates the program, or the editor was closed; all later reads have this result,
  /// too.
  case terminated
}
