/// Which pager the user wants.
enum PagerProgram {
  /// Ends at once where all fits, keeps colours and the screen, and ends with Ctrl-C.
  private static let usual = "less -FRXK"

  /// What `less` does where the user has not said it.
  static let variables = ["LESS": "FRX"]

  /// The pager's command line for `sh`: `$PAGER`, or `less` where that is there; nothing where the user
  /// wants none.
  static func commandLine(environment: [String: String]) -> String? {
    guard let chosen = environment["PAGER"] else {
      return ProgramPath.holds("less", path: environment["PATH"] ?? "") ? usual : nil
    }
    let words = chosen.split(whereSeparator: \.isWhitespace)
    return words.isEmpty || words == ["cat"] ? nil : chosen
  }

  /// Whether it can be told that a command line begins with a program that is not there.
  static func isMissing(_ commandLine: String, environment: [String: String]) -> Bool {
    guard let first = commandLine.split(whereSeparator: \.isWhitespace).first.map(String.init),
      first.allSatisfy({ $0.isLetter || $0.isNumber || "-_+.".contains($0) })
    else { return false }
    return !ProgramPath.holds(first, path: environment["PATH"] ?? "")
  }
}
