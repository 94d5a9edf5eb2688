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
    static let gap = 2
    /// The minimum width of a column of words with notes in cells.
    static let minimumNoteColumnWidth = 36
  }

  private let items: [Item]

  package init(_ items: [Item]) { self.items = items }

  /// Returns lines of at most `width` cells, with notes if all items fit on a screen of that height.
  ///
  /// The items run down the columns, from left to right.
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

  /// Returns the rows of cells made by a closure, whose second argument is `true` in the last column.
  private func rows(columns: Int, _ cell: (Item, _ isLast: Bool) -> String) -> [String] {
    let height = (items.count + columns - 1) / columns
    return (0..<height).map { row in
      let indices = stride(from: row, to: items.count, by: height)
      return indices.map { cell(items[$0], $0 + height >= items.count) }.joined()
        .withoutTrailingSpaces
    }
  }
}
