import FilmzTerminal

/// Formats help for a given width.
struct HelpLayout {
  /// The width in cells, at least 20.
  let width: Int

  init(width: Int) { self.width = max(20, width) }

  /// Returns the lines of a text, wrapped between words and indented.
  ///
  /// `hanging` is the additional indent of all lines except the first one.
  func paragraph(_ text: String, indent: Int = 0, hanging: Int = 0) -> [String] {
    let lines = text.wrapped(toWidth: width - indent)
    guard lines.count > 1, hanging > 0 else { return lines.map { spaces(indent) + $0 } }
    let hangingLines = text.wrapped(toWidth: width - indent - hanging)
    return hangingLines.enumerated().map { spaces($0 == 0 ? indent : indent + hanging) + $1 }
  }

  /// Returns the lines of a table of labels and texts, with the texts wrapped between words.
  ///
  /// A label that is wider than its column, or that has no text, is on lines of its own.
  func rows(_ rows: [(label: String, text: String)]) -> [String] {
    let labelWidth = rows.map(\.label.displayWidth).max() ?? 0
    let textColumn = min(labelWidth, max(10, min(32, width * 2 / 5))) + 4
    return rows.flatMap { row -> [String] in
      guard !row.text.isEmpty else { return paragraph(row.label, indent: 2, hanging: 2) }
      let text = row.text.wrapped(toWidth: width - textColumn)
      guard row.label.displayWidth + 4 <= textColumn else {
        return paragraph(row.label, indent: 2, hanging: 2) + text.map { spaces(textColumn) + $0 }
      }
      let label = (spaces(2) + row.label).padded(toWidth: textColumn)
      return text.enumerated().map { ($0 == 0 ? label : spaces(textColumn)) + $1 }
    }
  }

  /// Returns the text of sections that are given as lines; an empty line separates the sections.
  ///
  /// Sections without lines are left out.
  static func text(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
