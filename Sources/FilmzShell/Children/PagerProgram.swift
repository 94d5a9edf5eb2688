/// The user's pager.
enum PagerProgram {
  /// The command line if `$PAGER` is not set.
  ///
  /// `less` exits if the text fits on one screen (F) and on Ctrl-C (K), displays colors (R), and
  /// leaves the text on the screen (X).
  private static let defaultCommandLine = "less -FRXK"

  /// Environment variables for the pager.
  ///
  /// If the user has set one of them, it is not changed.
  static let defaultVariables = ["LESS": "FRX"]

  /// Returns the pager's command line for `sh`: `$PAGER`, or `less` if it is installed.
  ///
  /// Returns `nil` if `$PAGER` is empty, whitespace, or `cat`, or if it is not set and `less` is
  /// not installed.
  static func commandLine(environment: [String: String]) -> String? {
    guard let chosen = environment["PAGER"] else {
      return ProgramPath.contains("less", path: environment["PATH"] ?? "")
        ? defaultCommandLine : nil
    }
    let words = chosen.split(whereSeparator: \.isWhitespace)
    return words.isEmpty || words == ["cat"] ? nil : chosen
  }

  /// Returns the command line with which `less` first shows the end of the text.
  ///
  /// Returns the command line itself for other pagers and for command lines with special characters of
  /// the shell.
  static func openingAtEnd(_ commandLine: String) -> String {
    let program = commandLine.split(whereSeparator: \.isWhitespace).first ?? ""
    guard program.split(separator: "/").last == "less",
      commandLine.allSatisfy({ $0.isLetter || $0.isNumber || " -_+./=".contains($0) })
    else { return commandLine }
    return commandLine + " +G"
  }

  /// Returns whether a command line begins with the name of a program that is not in `PATH`.
  ///
  /// Returns `false` if the first word may be more than a name, such as a path or a quoted word.
  static func isMissing(_ commandLine: String, environment: [String: String]) -> Bool {
    guard let first = commandLine.split(whereSeparator: \.isWhitespace).first.map(String.init),
      first.allSatisfy({ $0.isLetter || $0.isNumber || "-_+.".contains($0) })
    else { return false }
    return !ProgramPath.contains(first, path: environment["PATH"] ?? "")
  }
}
