extension Panel {
  /// The minimum width of a terminal for a preview.
  private static let minimumWidthWithPreview = 100
  private static let maximumPreviewWidth = 60
  /// The cells between the rows and the preview.
  private static let separatorWidth = 3
  private static let minimumHeight = 6
  /// The number of lines of the query and the status.
  private static let headHeight = 2
  /// The number of cells before a row, for `>` if it is selected and `*` if it is marked.
  private static let signWidth = 2

  /// Returns the number of lines of a panel on a terminal: three fifths of its rows.
  package static func height(terminalRows: Int) -> Int { min(terminalRows, max(minimumHeight, terminalRows * 3 / 5)) }

  /// Returns the width and the height of the preview, or `nil` if the terminal is too narrow for it.
  package static func previewSize(width: Int, height: Int) -> (width: Int, height: Int)? {
    guard width >= minimumWidthWithPreview else { return nil }
    return (min(maximumPreviewWidth, (width - separatorWidth) * 2 / 5), max(0, height - headHeight))
  }

  /// Returns the lines of the panel: query, status and rows, none wider than `width`.
  ///
  /// There are `height` lines; see ``height(terminalRows:)``.
  package mutating func frame(width: Int, height: Int, on target: RenderTarget) -> InlineScreen.Frame {
    rowCapacity = max(1, height - Self.headHeight)
    firstRow = max(0, min(firstRow, selection, rows.ids.count - rowCapacity))
    firstRow = max(firstRow, selection - rowCapacity + 1)
    let (query, column) = queryLine(width: width, on: target)
    let lines = [query, statusLine(width: width, on: target)] + body(width: width, on: target)
    drawnID = selectedID
    return InlineScreen.Frame(lines: Array(lines.prefix(height)), cursorColumn: column)
  }

  /// Returns the line of the query, and the column of the cursor.
  private func queryLine(width: Int, on target: RenderTarget) -> (line: String, column: Int) {
    let shownPrompt = (question?.prompt ?? prompt).sanitizedForTerminal
    let prompt = target.transliterated(shownPrompt).truncated(toWidth: width / 2, ending: "")
    let part = (question?.input ?? input).visiblePart(width: width - prompt.displayWidth, on: target)
    let dimRanges = isOutdated || question != nil ? [] : rows.dimRanges
    let text = part.characters.map { character in
      let isDim = dimRanges.contains { $0.contains(character.offset) }
      return isDim ? target.style.dim(character.text) : character.text
    }
    return (target.style.bold(prompt) + text.joined(), prompt.displayWidth + part.column)
  }

  private func statusLine(width: Int, on target: RenderTarget) -> String {
    let (text, emphasis) = status
    let line = target.transliterated(text).truncated(toWidth: width, ending: target.ellipsis)
    return target.style.emphasized(line, emphasis)
  }

  private var status: (text: String, emphasis: Emphasis) {
    if let question { return (question.status, .dim) }
    if showsHelp { return ("Esc: back to the rows", .dim) }
    if isPrefixed { return ("Ctrl-O …", .dim) }
    if let message { return (message.text, message.emphasis) }
    return ([marksText, rows.status, laterStatus].filter { !$0.isEmpty }.joined(separator: " · "), .dim)
  }

  /// The number of marks, such as `3 marked, 2 not shown` if the rows of an earlier query are marked; empty without marks.
  private var marksText: String {
    guard !marks.isEmpty else { return "" }
    let hiddenCount = Set(marks).subtracting(rows.ids).count
    return "\(marks.count) marked" + (hiddenCount == 0 ? "" : ", \(hiddenCount) not shown")
  }

  /// Returns the lines below the status: rows with the preview at their right, or the help.
  private mutating func body(width: Int, on target: RenderTarget) -> [String] {
    guard !showsHelp else { return padded(helpLines(width: width, on: target)) }
    guard let size = Self.previewSize(width: width, height: rowCapacity + Self.headHeight), !preview.isEmpty else {
      return padded(rowLines(width: width, on: target))
    }
    let separator = target.isUTF8 ? " │ " : " | "
    let listWidth = width - size.width - Self.separatorWidth
    let list = padded(rowLines(width: listWidth, on: target))
    return zip(list, padded(Array(preview.prefix(rowCapacity)))).map { row, line in
      let padding = String(repeating: " ", count: max(0, listWidth - row.withoutEmphasis.displayWidth))
      return row + padding + target.style.dim(separator)
        + target.transliterated(line).fittingLine(toWidth: size.width, ending: target.ellipsis)
    }
  }

  private func padded(_ lines: [String]) -> [String] {
    lines + Array(repeating: "", count: max(0, rowCapacity - lines.count))
  }

  private func rowLines(width: Int, on target: RenderTarget) -> [String] {
    let range = firstRow..<min(firstRow + rowCapacity, rows.ids.count)
    guard !range.isEmpty else { return [] }
    let rowWidth = max(1, width - Self.signWidth)
    return zip(range, rows.lines(range, target.with(width: rowWidth))).map { index, line in
      let isSelected = index == selection
      let signs = (isSelected ? ">" : " ") + (marks.contains(rows.ids[index]) ? "*" : " ")
      let text = signs + target.transliterated(line).fittingLine(toWidth: rowWidth, ending: target.ellipsis)
      return isSelected ? target.style.reversed(text) : text
    }
  }

  private mutating func helpLines(width: Int, on target: RenderTarget) -> [String] {
    let lines = help.flatMap { target.transliterated($0).wrapped(toWidth: width) }
    firstHelpLine = max(0, min(firstHelpLine, lines.count - rowCapacity))
    return Array(lines.dropFirst(firstHelpLine).prefix(rowCapacity))
  }
}
