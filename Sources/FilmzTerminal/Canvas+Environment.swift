extension Canvas {
  /// The cells of a line: those of the terminal, else a positive integer in `COLUMNS`, else `nil`.
  package static func width(environment: [String: String], terminalColumns: Int?) -> Int? {
    if let terminalColumns, terminalColumns > 0 { return terminalColumns }
    guard let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 else { return nil }
    return columns
  }
}
