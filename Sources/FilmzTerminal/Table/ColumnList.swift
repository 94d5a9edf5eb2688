/// Words in columns, each with a note where there is room for it.
package struct ColumnList: Sendable {
  /// A word and a note on it, both sanitized for a terminal.
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
    /// Cells that a word with its note should have at least.
    static let narrowest = 36
  }

  private let items: [Item]

  package init(_ items: [Item]) { self.items = items }

  /// The lines, none wider than `width`: with notes where the screen of that height has room for
  /// them, else the words alone, side by side and downwards.
  package func lines(width: Int, height: Int, style: Style) -> [String] {
    guard items.contains(where: { !$0.note.isEmpty }) else { return words(width) }
    let most = max(1, (width + Layout.gap) / (Layout.narrowest + Layout.gap))
    let needed = (items.count + max(1, height) - 1) / max(1, height)
    guard needed <= most else { return words(width) }
    return noted(columns: max(1, needed), width, style)
  }

  private func words(_ width: Int) -> [String] {
    let widest = min(width, items.map(\.word.displayWidth).max() ?? 0)
    let columns = max(1, (width + Layout.gap) / (widest + Layout.gap))
    return rows(columns: columns) { item, isLast in
      let word = item.word.truncated(toWidth: widest)
      return isLast ? word : word.padded(toWidth: widest + Layout.gap)
    }
  }

  private func noted(columns: Int, _ width: Int, _ style: Style) -> [String] {
    let cell = (width + Layout.gap) / columns - Layout.gap
    let widest = items.map(\.word.displayWidth).max() ?? 0
    return rows(columns: columns) { item, isLast in
      let word = item.word.truncated(toWidth: cell).padded(toWidth: min(widest, cell))
      let note = item.note.truncated(toWidth: cell - widest - Layout.gap)
      let gap = note.isEmpty ? "" : String(repeating: " ", count: Layout.gap)
      let used = word.displayWidth + gap.count + note.displayWidth
      let rest = isLast ? 0 : max(0, cell + Layout.gap - used)
      return word + gap + style.dim(note) + String(repeating: " ", count: rest)
    }
  }

  /// Goes down the columns, and gives them row by row.
  private func rows(columns: Int, _ cell: (Item, _ isLast: Bool) -> String) -> [String] {
    let height = (items.count + columns - 1) / columns
    return (0..<height).map { row in
      let places = stride(from: row, to: items.count, by: height)
      return places.map { cell(items[$0], $0 + height >= items.count) }.joined()
        .withoutBlanksAtEnd
    }
  }
}
