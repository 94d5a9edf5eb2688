/// Where text is drawn.
package struct Canvas: Sendable, Equatable {
  /// The cells of a line, at least 1; `nil` where nothing is cut (no terminal, no `COLUMNS`).
  package let width: Int?
  /// Whether and how colour is used.
  package let style: Style
  /// Whether characters beyond ASCII can be used for decoration.
  package let isUnicode: Bool

  /// A canvas; a width below 1 counts as 1.
  package init(width: Int? = nil, style: Style = .plain, isUnicode: Bool = true) {
    self.width = width.map { max(1, $0) }
    self.style = style
    self.isUnicode = isUnicode
  }
}
