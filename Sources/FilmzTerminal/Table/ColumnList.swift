/// A list of words in columns, with notes if they fit.
package struct ColumnList: Sendable {
  /// A word and a note about it, both sanitized for a terminal.
  package struct Item: Sendable, Hashable {
    let word: String
    let note: String

    package init(word: String, note: String) {
      self.word = word.sanitizedForTerminal
      self.note = note.sanitizedForTerminal
    }
  }

  private enum Layout {
    /// The number of spaces between two columns, and between a word and its note.
    static let gap = 2
    /// The minimum width in cells of a column with notes if there are several columns.
    static let minimumNoteColumnWidth = 36
  }

  private let items: [Item]

  package init(_ items: [Item]) { self.items = items }

  /// Returns lines of at most `width` cells, with notes if that takes at most `height` lines.
  ///
  /// The items fill the first column from top to bottom, then the second one, and so on.
  package func lines(width: Int, height: Int, style: Style) -> [String] {
    guard items.contains(where: { !$0.note.isEmpty }) else { return linesOfWords(width) }
    let maximumColumns = max(
      1, (width + Layout.gap) / (Layout.minimumNoteColumnWidth + Layout.gap))
    let neededColumns = (items.count + max(1, height) - 1) / max(1, height)
    guard neededColumns <= maximumColumns else { return linesOfWords(width) }
    return linesWithNotes(columns: max(1, neededColumns), width, style)
  }

  private func linesOfWords(_ width: Int) -> [String] {
    let wordWidth = min(width, items.map(\.word.displayWidth).max() ?? 0)
    let columns = max(1, (width + Layout.gap) / (wordWidth + Layout.gap))
    return rows(columns: columns) { item, isLast in
      let word = item.word.truncated(toWidth: wordWidth)
      return isLast ? word : word.padded(toWidth: wordWidth + Layout.gap)
    }
  }

  private func linesWithNotes(columns: Int, _ width: Int, _ style: Style) -> [String] {
    let columnWidth = (width + Layout.gap) / columns - Layout.gap
    let wordWidth = items.map(\.word.displayWidth).max() ?? 0
    return rows(columns: columns) { item, isLast in
      let word = item.word.truncated(toWidth: columnWidth)
        .padded(toWidth: min(wordWidth, columnWidth))
      let note = item.note.truncated(toWidth: columnWidth - wordWidth - Layout.gap)
      let gap = note.isEmpty ? "" : String(repeating: " ", count: Layout.gap)
      let usedWidth = word.displayWidth + gap.count + note.displayWidth
      let padding = isLast ? 0 : max(0, columnWidth + Layout.gap - usedWidth)
      return word + gap + style.dim(note) + String(repeating: " ", count: padding)
    }
  }

  /// Returns the lines that consist of the cells of the items.
  ///
  /// The closure formats a cell; its second argument is `true` for the last cell of a line.
  private func rows(columns: Int, _ cell: (Item, _ isLast: Bool) -> String) -> [String] {
    let height = (items.count + columns - 1) / columns
    return (0..<height).map { row in
      let indices = stride(from: row, to: items.count, by: height)
      return indices.map { cell(items[$0], $0 + height >= items.count) }.joined()
        .withoutTrailingSpaces
    }
  }
}
