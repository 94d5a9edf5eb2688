/// Which editor the user wants.
enum EditorProgram {
  /// Editors that are looked for where none is set.
  private static let usual = ["sensible-editor", "nano", "vi"]

  /// The editor's command line for `sh`, which may hold arguments: `$EDITOR`, `$VISUAL`, or the first
  /// of the usual ones that is there.
  static func commandLine(environment: [String: String]) -> String? {
    let chosen = ["EDITOR", "VISUAL"].compactMap { environment[$0] }
      .first { $0.contains { !$0.isWhitespace } }
    return chosen ?? usual.first { ProgramPath.holds($0, path: environment["PATH"] ?? "") }
  }

  /// The script by which `sh` runs an editor on the file that is its `$1`; the value is a piece of a command
  /// line, as it is for git.
  ///
  /// The editor takes the place of the shell, so that signals reach it, unless several commands may run.
  static func script(for commandLine: String) -> String {
    let severalCommands = commandLine.contains { "|&;<>()".contains($0) || $0.isNewline }
    let start = severalCommands ? "" : isAssignment(commandLine) ? "exec env " : "exec "
    return start + commandLine + " \"$1\""
  }

  /// Whether a command line begins as `NAME=value` does.
  private static func isAssignment(_ commandLine: String) -> Bool {
    let start = commandLine.drop(while: \.isWhitespace)
    let name = start.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    return !name.isEmpty && start[name.endIndex...].first == "="
  }
}
