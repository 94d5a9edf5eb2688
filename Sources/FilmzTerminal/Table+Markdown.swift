extension Table {
  /// The table in GitHub's Markdown: every column, uncut, with no line break at the end.
  ///
  /// `|` and `\` are escaped, foreign text is inert.
  package func markdown() -> String {
    let headings = columns.map { $0.title.markdownCell }
    let rules = columns.map { $0.alignment == .leading ? "---" : "---:" }
    let cells = rows.map { row in columns.indices.map { cell(row, $0).text.markdownCell } }
    return ([headings, rules] + cells).map(line).joined(separator: "\n")
  }

  private func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}

extension String {
  fileprivate var markdownCell: String {
    let inert = inert
    guard inert.utf8.contains(where: \.needsEscape) else { return inert }
    let bytes = inert.utf8.flatMap { $0.needsEscape ? [UInt8(ascii: "\\"), $0] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var needsEscape: Bool { self == UInt8(ascii: "|") || self == UInt8(ascii: "\\") }
}
