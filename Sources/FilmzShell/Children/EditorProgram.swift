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
}
