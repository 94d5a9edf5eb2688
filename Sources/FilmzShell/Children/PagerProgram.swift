/// The user's pager.
enum PagerProgram {
  /// Exits if the text fits on one screen (F), keeps colors (R) and the screen (X), exits on Ctrl-C
  /// (K).
  private static let defaultCommandLine = "less -FRXK"

  /// The environment variables for the pager that the user has not set.
  static let variables = ["LESS": "FRX"]

  /// Returns the pager's command line for `sh`: `$PAGER`, or `less` if it is installed.
  ///
  /// Returns `nil` if there is no pager, or `$PAGER` is empty or `cat`.
  static func commandLine(environment: [String: String]) -> String? {
    guard let chosen = environment["PAGER"] else {
      return ProgramPath.contains("less", path: environment["PATH"] ?? "")
        ? defaultCommandLine : nil
    }
    let words = chosen.split(whereSeparator: \.isWhitespace)
    return words.isEmpty || words == ["cat"] ? nil : chosen
  }

  /// Returns whether a command line begins with a plain program name that is not in `PATH`.
  static func isMissing(_ commandLine: String, environment: [String: String]) -> Bool {
    guard let first = commandLine.split(whereSeparator: \.isWhitespace).first.map(String.init),
      first.allSatisfy({ $0.isLetter || $0.isNumber || "-_+.".contains($0) })
    else { return false }
    return !ProgramPath.contains(first, path: environment["PATH"] ?? "")
  }
}
