extension String {
  /// Returns the text on one line, with a single space for each run of whitespace.
  ///
  /// A longer line is cut so that it has `maximumLength` characters, of which `…` is the last.
  func onOneLine(maximumLength: Int = 40) -> String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > maximumLength ? line.prefix(maximumLength - 1) + "…" : line
  }
}
