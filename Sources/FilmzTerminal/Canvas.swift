/// Where text is drawn.
package struct Canvas: Sendable, Equatable {
  /// The cells of a line, at least 1; `nil` where nothing is cut (no terminal, no `COLUMNS`).
  package let width: Int?
  /// Whether and how colour is used.
  package let style: Style
  /// Whether a terminal shows it, so that no control character may get there.
  package let isTerminal: Bool

  /// A canvas; a width below 1 counts as 1.
  package init(width: Int? = nil, style: Style = .plain, isTerminal: Bool = false) {
    self.width = width.map { max(1, $0) }
    self.style = style
    self.isTerminal = isTerminal
  }
}
