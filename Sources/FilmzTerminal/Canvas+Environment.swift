extension Canvas {
  /// The cells of a line: those of the terminal, else a positive integer in `COLUMNS`, else `nil`.
  package static func width(environment: [String: String], terminalColumns: Int?) -> Int? {
    if let terminalColumns, terminalColumns > 0 { return terminalColumns }
    guard let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 else { return nil }
    return columns
  }

  /// Whether the locale's encoding is UTF-8: the first non-empty of `LC_ALL`, `LC_CTYPE`, `LANG`.
  package static func isUnicode(environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.compactMap { environment[$0] }.first { !$0.isEmpty }?.lowercased() ?? ""
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8")
  }
}
