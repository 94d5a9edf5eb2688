/// The user's text editor.
enum EditorProgram {
  /// The editors to look for if none is set.
  private static let fallbacks = ["sensible-editor", "nano", "vi"]

  /// Returns the editor's command line for `sh`: `$EDITOR`, `$VISUAL`, or the first installed
  /// fallback.
  ///
  /// It may contain arguments. Returns `nil` if there is no editor.
  static func commandLine(environment: [String: String]) -> String? {
    let chosen = ["EDITOR", "VISUAL"].compactMap { environment[$0] }
      .first { $0.contains { !$0.isWhitespace } }
    return chosen ?? fallbacks.first { ProgramPath.contains($0, path: environment["PATH"] ?? "") }
  }

  /// Returns the script with which `sh` runs an editor on the file `$1`.
  ///
  /// Like git, it treats the value as part of a command line. The editor replaces the shell
  /// (`exec`), so that signals reach it, unless the command line may contain several commands.
  static func script(for commandLine: String) -> String {
    let hasSeveralCommands = commandLine.contains { "|&;<>()".contains($0) || $0.isNewline }
    let prefix = hasSeveralCommands ? "" : isAssignment(commandLine) ? "exec env " : "exec "
    return prefix + commandLine + " \"$1\""
  }

  /// Returns whether a command line begins with `NAME=`.
  private static func isAssignment(_ commandLine: String) -> Bool {
    let start = commandLine.drop(while: \.isWhitespace)
    let name = start.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    return !name.isEmpty && start[name.endIndex...].first == "="
  }
}
