import FilmzTerminal

/// Sets help in lines of no more cells than there are.
struct HelpLayout {
  /// Cells, at least 20.
  let width: Int

  init(width: Int) { self.width = max(20, width) }

  /// A text broken between words, its lines behind the first set in.
  func paragraph(_ text: String, indent: Int = 0, hanging: Int = 0) -> [String] {
    let lines = text.wrapped(toWidth: width - indent)
    guard lines.count > 1, hanging > 0 else { return lines.map { blanks(indent) + $0 } }
    let rest = text.wrapped(toWidth: width - indent - hanging)
    return rest.enumerated().map { blanks($0 == 0 ? indent : indent + hanging) + $1 }
  }

  /// Rows of two columns, the right one broken between words.
  ///
  /// A label that is wider than the left column stands in lines of its own.
  func rows(_ rows: [(label: String, text: String)]) -> [String] {
    let widest = rows.map(\.label.displayWidth).max() ?? 0
    let column = min(widest, max(10, min(32, width * 2 / 5))) + 4
    return rows.flatMap { row -> [String] in
      guard !row.text.isEmpty else { return paragraph(row.label, indent: 2, hanging: 2) }
      let text = row.text.wrapped(toWidth: width - column)
      guard row.label.displayWidth + 4 <= column else {
        return paragraph(row.label, indent: 2, hanging: 2) + text.map { blanks(column) + $0 }
      }
      let label = (blanks(2) + row.label).padded(toWidth: column)
      return text.enumerated().map { ($0 == 0 ? label : blanks(column)) + $1 }
    }
  }

  /// Parts with an empty line between them, and a line break at the end of all but the last line.
  static func text(_ parts: [[String]]) -> String {
    parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
