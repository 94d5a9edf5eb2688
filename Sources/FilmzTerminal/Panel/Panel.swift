/// The effect of a key, which the owner of the panel has to carry out.
package enum PanelEffect: Sendable, Equatable {
  case none
  /// The panel looks different.
  case redraw
  /// The query has changed, so that other rows have to be found.
  case query(String)
  /// The selection is among the last rows, so that more rows have to be found.
  case more
  /// The rows with these ids were chosen.
  case choose([String])
  /// The action of a key is to be performed for the rows with these ids; there are no ids if there are no rows.
  case act(KeyPress, [String])
  /// A question was answered, or left without an answer.
  case answer(String?)
  /// The rows that took longer to find are to be shown.
  case showLater
  case leave
}

/// A list of rows that a query finds while it is typed, with a selection, marks, and a preview.
///
/// The panel reads and writes nothing: its owner passes keys and rows to it, and draws its frames.
package struct Panel: Sendable {
  /// A text in the status line in place of the status, until the next key.
  package struct Message: Sendable, Equatable {
    var text: String
    var emphasis: Emphasis

    /// Creates a message; the text is sanitized.
    package init(_ text: String, _ emphasis: Emphasis = .plain) {
      (self.text, self.emphasis) = (text.sanitizedForTerminal, emphasis)
    }
  }

  /// The number of last rows; if the selection is one of them, more rows are requested.
  ///
  /// Source: FlickSwiper, F3.
  private static let rowsBeforeMore = 3

  /// The text before the query.
  let prompt: String
  /// The keys of actions: `.alt` with a lowercase letter or a digit.
  let actionKeys: Set<KeyPress>
  /// The lines that Alt-? shows.
  let help: [String]
  package private(set) var input: LineInput
  package private(set) var rows = PanelRows.none
  /// `true` until the rows of the present query are known.
  package private(set) var isOutdated = true
  /// `true` if a key has moved the selection, marked a row, or requested an action since the query changed.
  package private(set) var isTouched = false
  /// The index of the selected row; 0 if there are no rows.
  private(set) var selection = 0
  /// The ids of the marked rows, in the order in which they were marked; a new query does not remove marks.
  package private(set) var marks: [String] = []
  package var message: Message?
  /// The part of the status line about rows that take longer, such as `OMDb …`; may be empty.
  package var laterStatus = ""
  package var preview: [String] = []
  /// The first row and the first line of the help that are shown, and the number of rows that fit.
  var (firstRow, firstHelpLine, rowCapacity) = (0, 0, 1)
  /// The id of the row that was selected in the last frame.
  var drawnID: String?
  var showsHelp = false
  /// `true` after Ctrl-O: the next key has the effect of the key with Alt.
  var isPrefixed = false
  /// The question that is being asked; keys edit its answer.
  package var question: PanelQuestion?
  private var isAwaitingMore = false
  /// The number of rows by which the selection moves on as soon as more rows are found.
  private var remainingDistance = 0

  package init(prompt: String, query: String = "", actionKeys: Set<KeyPress> = [], help: [String] = []) {
    (self.prompt, input, self.actionKeys, self.help) = (prompt, LineInput(query), actionKeys, help)
  }

  /// The id of the selected row, or `nil` if there are no rows.
  package var selectedID: String? { rows.ids.indices.contains(selection) ? rows.ids[selection] : nil }

  // MARK: - Rows

  /// Sets the rows that the present query has found.
  ///
  /// After a new query, the first row is selected. Otherwise the selected row stays selected or, if it is not found any
  /// more, the row at its place is; a key that went beyond the rows before moves on from there.
  package mutating func setRows(_ rows: PanelRows) {
    let id = selectedID
    self.rows = rows
    let place = isOutdated ? 0 : id.flatMap { rows.ids.firstIndex(of: $0) } ?? selection
    selection = max(0, min(place + remainingDistance, rows.ids.count - 1))
    (isOutdated, isAwaitingMore, remainingDistance) = (false, false, 0)
  }

  /// Returns whether other rows of the query may replace the present ones without a key of the user.
  ///
  /// No key must have moved the selection, marked a row or run an action since the query changed, and the selected row
  /// must be one of the new rows.
  package func mayBeReplaced(by newRows: PanelRows) -> Bool {
    !isTouched && (isOutdated || selectedID.map(newRows.ids.contains) ?? true)
  }

  /// Shows an error in finding rows in the status line, and removes the present rows if they are outdated.
  package mutating func setFailure(_ text: String) {
    if isOutdated { setRows(.none) }
    (isAwaitingMore, remainingDistance) = (false, 0)
    message = Message(text, .red)
  }

  /// Returns whether a key must wait for rows that are not known yet: those of the present query, or further ones.
  ///
  /// Keys that choose, mark or move wait. An action is for the marked rows or the selected row of the last frame, and
  /// waits only if there is neither.
  package func needsRows(_ key: KeyPress) -> Bool {
    guard !showsHelp, question == nil else { return false }
    let key = withPrefix(key)
    let isAction = actionKeys.contains(key.lowercased)
    guard isOutdated else {
      guard isAwaitingMore, isAction || Self.rowKeys.contains(key) else { return false }
      return remainingDistance > 0 || selection + distance(of: key) >= rows.ids.count
    }
    return Self.rowKeys.contains(key) || (isAction && drawnID == nil && marks.isEmpty)
  }

  /// The keys that choose, mark or select a row.
  private static let rowKeys: Set<KeyPress> = [
    .enter, .tab, .backTab, .up, .down, .pageUp, .pageDown, .control("p"), .control("n"),
  ]

  /// Returns the key with Alt if it is a character after Ctrl-O.
  private func withPrefix(_ key: KeyPress) -> KeyPress {
    if isPrefixed, case .character(let character) = key { .alt(character) } else { key }
  }

  // MARK: - Keys

  package mutating func handle(_ key: KeyPress) -> PanelEffect {
    let hadMessage = message != nil
    message = nil
    let effect = question?.handle(key) ?? (showsHelp ? handleInHelp(key) : handlePrefixed(key))
    return effect == .none && hadMessage ? .redraw : effect
  }

  /// Handles a key while the help is shown: moves in it, or closes it; other keys have their effect as well.
  private mutating func handleInHelp(_ key: KeyPress) -> PanelEffect {
    switch key {
    case .up, .control("p"): firstHelpLine -= 1
    case .down, .control("n"): firstHelpLine += 1
    case .pageUp: firstHelpLine -= rowCapacity
    case .pageDown: firstHelpLine += rowCapacity
    case .escape, .enter, .control("g"), .alt("?"), .character("?"), .character("q"): showsHelp = false
    default:
      showsHelp = false
      let effect = handlePrefixed(key)
      return effect == .none ? .redraw : effect
    }
    return .redraw
  }

  private mutating func handlePrefixed(_ key: KeyPress) -> PanelEffect {
    guard isPrefixed else { return perform(key) }
    let prefixedKey = withPrefix(key)
    isPrefixed = false
    if [.escape, .control("g")].contains(key) { return .redraw }
    let effect = perform(prefixedKey)
    return effect == .none ? .redraw : effect
  }

  private mutating func perform(_ key: KeyPress) -> PanelEffect {
    switch key {
    case .escape, .control("g"), .control("c"), .closed: return .leave
    case .endOfInput where input.isEmpty: return .leave
    case .enter:
      let ids = marks.isEmpty ? [selectedID].compactMap { $0 } : marks
      return ids.isEmpty ? .none : .choose(ids)
    case .tab, .backTab: return mark(movingBy: distance(of: key))
    case .up, .down, .pageUp, .pageDown, .control("p"), .control("n"): return move(by: distance(of: key))
    case .alt("?"): (showsHelp, firstHelpLine) = (true, 0)
    case .alt("o"): return .showLater
    case .control("o"): isPrefixed = true
    case _ where actionKeys.contains(key.lowercased):
      isTouched = true
      return .act(key.lowercased, marks.isEmpty ? [drawnID ?? selectedID].compactMap { $0 } : marks)
    default: return edit(key)
    }
    return .redraw
  }

  private mutating func edit(_ key: KeyPress) -> PanelEffect {
    let text = input.text
    guard input.handle(key) else { return .none }
    guard input.text != text else { return .redraw }
    (isOutdated, isTouched, remainingDistance) = (true, false, 0)
    return .query(input.text)
  }

  /// Returns the number of rows by which a key moves the selection.
  private func distance(of key: KeyPress) -> Int {
    switch key {
    case .up, .control("p"), .backTab: -1
    case .down, .control("n"), .tab: 1
    case .pageUp: -rowCapacity
    case .pageDown: rowCapacity
    default: 0
    }
  }

  /// Moves the selection; beyond the rows that were found, it moves on when more of them are.
  private mutating func move(by distance: Int) -> PanelEffect {
    let target = selection + distance
    let place = max(0, min(target, rows.ids.count - 1))
    isTouched = true
    let hasMoved = place != selection
    selection = place
    if rows.hasMore, !isAwaitingMore, selection >= rows.ids.count - Self.rowsBeforeMore {
      (isAwaitingMore, remainingDistance) = (true, max(0, target - place))
      return .more
    }
    return hasMoved ? .redraw : .none
  }

  /// Marks the selected row, or removes its mark, and selects another one.
  private mutating func mark(movingBy distance: Int) -> PanelEffect {
    guard let id = selectedID else { return .none }
    if let index = marks.firstIndex(of: id) { marks.remove(at: index) } else { marks.append(id) }
    let effect = move(by: distance)
    return effect == .none ? .redraw : effect
  }
}
