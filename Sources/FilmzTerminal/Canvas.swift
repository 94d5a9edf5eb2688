/// Where text is drawn.
package struct Canvas: Sendable, Equatable {
  /// The cells of a line, at least 1; `nil` where nothing is cut (no terminal, no `COLUMNS`).
  package let width: Int?
  /// Whether and how colour is used.
  package let style: Style
  /// Whether a terminal shows it, so that no control character may get there.
  package let isTerminal: Bool
  /// Whether the locale is UTF-8; else charts keep to ASCII.
  package let isUTF8: Bool

  /// A canvas; a width below 1 counts as 1.
  package init(
    width: Int? = nil, style: Style = .plain, isTerminal: Bool = false, isUTF8: Bool = true
  ) {
    self.width = width.map { max(1, $0) }
    self.style = style
    self.isTerminal = isTerminal
    self.isUTF8 = isUTF8
  }

  /// The same canvas with lines of so many cells.
  func with(width: Int) -> Canvas {
    Canvas(width: width, style: style, isTerminal: isTerminal, isUTF8: isUTF8)
  }

  /// The text as it is, or spelled in ASCII where the locale is not UTF-8.
  package func spelled(_ text: String) -> String { isUTF8 ? text : text.inASCII }

  /// What stands for text that was cut off.
  var ellipsis: String { isUTF8 ? "…" : "..." }
}
