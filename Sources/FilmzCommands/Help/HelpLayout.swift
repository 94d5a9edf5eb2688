import FilmzTerminal

/// Formats help for a given width.
struct HelpLayout {
  /// The width in cells, at least 20.
  let width: Int

  init(width: Int) { self.width = max(20, width) }

  /// Returns a text wrapped between words; `hanging` is the additional indent of all but the first
  /// line.
  func paragraph(_ text: String, indent: Int = 0, hanging: Int = 0) -> [String] {
    let lines = text.wrapped(toWidth: width - indent)
    guard lines.count > 1, hanging > 0 else { return lines.map { spaces(indent) + $0 } }
    let hangingLines = text.wrapped(toWidth: width - indent - hanging)
    return hangingLines.enumerated().map { spaces($0 == 0 ? indent : indent + hanging) + $1 }
  }

  /// Returns rows of two columns, with the text in the right column wrapped between words.
  ///
  /// A label that is wider than the left column is written on separate lines.
  func rows(_ rows: [(label: String, text: String)]) -> [String] {
    let labelWidth = rows.map(\.label.displayWidth).max() ?? 0
    let column = min(labelWidth, max(10, min(32, width * 2 / 5))) + 4
    return rows.flatMap { row -> [String] in
      guard !row.text.isEmpty else { return paragraph(row.label, indent: 2, hanging: 2) }
      let text = row.text.wrapped(toWidth: width - column)
      guard row.label.displayWidth + 4 <= column else {
        return paragraph(row.label, indent: 2, hanging: 2) + text.map { spaces(column) + $0 }
      }
      let label = (spaces(2) + row.label).padded(toWidth: column)
      return text.enumerated().map { ($0 == 0 ? label : spaces(column)) + $1 }
    }
  }

  /// Joins the lines of sections, separated by empty lines.
  static func text(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
