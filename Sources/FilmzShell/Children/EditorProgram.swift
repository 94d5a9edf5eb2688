/// The user's text editor.
enum EditorProgram {
  /// The editors to look for if the user has not set one.
  private static let fallbacks = ["sensible-editor", "nano", "vi"]

  /// Returns the editor's command line for `sh`: `$EDITOR`, `$VISUAL`, or the first installed
  /// fallback.
  ///
  /// Variables that are empty or whitespace are ignored. The command line may contain arguments.
  /// Returns `nil` if there is no editor.
  static func commandLine(environment: [String: String]) -> String? {
    let chosen = ["EDITOR", "VISUAL"].compactMap { environment[$0] }
      .first { $0.contains { !$0.isWhitespace } }
    return chosen ?? fallbacks.first { ProgramPath.contains($0, path: environment["PATH"] ?? "") }
  }

  /// Returns the script with which `sh` runs an editor on the file `$1`.
  ///
  /// Like git, the script passes the command line to the shell as it is. Unless the command line
  /// contains shell operators, such as `;`, the editor replaces the shell (`exec`), so that signals
  /// reach the editor. `env` is needed after `exec` for assignments such as `TERM=xterm vi`.
  static func script(for commandLine: String) -> String {
    let hasShellOperators = commandLine.contains { "|&;<>()".contains($0) || $0.isNewline }
    let prefix = hasShellOperators ? "" : beginsWithAssignment(commandLine) ? "exec env " : "exec "
    return prefix + commandLine + " \"$1\""
  }

  /// Returns whether a command line begins with `NAME=`, possibly after whitespace.
  private static func beginsWithAssignment(_ commandLine: String) -> Bool {
    let start = commandLine.drop(while: \.isWhitespace)
    let name = start.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    return !name.isEmpty && start[name.endIndex...].first == "="
  }
}
