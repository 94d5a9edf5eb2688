extension Canvas {
  /// The cells of a line: those of the terminal, else a positive integer in `COLUMNS`, else `nil`.
  package static func width(environment: [String: String], terminalColumns: Int?) -> Int? {
    if let terminalColumns, terminalColumns > 0 { return terminalColumns }
    guard let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 else { return nil }
    return min(columns, mostColumns)
  }

  /// More cells than any line has, few enough to reckon with.
  private static let mostColumns = 1_000_000

  /// The name of the locale that text is in: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is
  /// not empty.
  package static func locale(environment: [String: String]) -> String? {
    ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Whether the locale's name says that text is in UTF-8; it is not where no locale is set.
  package static func isUTF8(environment: [String: String]) -> Bool {
    guard let name = locale(environment: environment)?.lowercased() else { return false }
    return name.contains("utf-8") || name.contains("utf8")
  }
}
