/// The alignment of text in a column.
package enum Alignment: Sendable {
  case leading
  case trailing
}

/// A column of a table: its heading, and its behavior in a table that is too wide.
package struct Column: Sendable {
  /// The heading.
  package let title: String
  /// The alignment of the heading and the cells.
  package let alignment: Alignment
  /// The rank for dropping columns: 0 is never dropped, the highest number is dropped first.
  package let priority: Int
  /// `true` if the column is cut to `minimumWidth` before any column is dropped.
  package let isFlexible: Bool
  /// The minimum width of a flexible column whose content is at least as wide, in cells.
  package let minimumWidth: Int
  /// `true` if the column is omitted when it is blank in every row.
  package let hidesWhenEmpty: Bool

  package init(
    _ title: String, alignment: Alignment = .leading, priority: Int = 0, isFlexible: Bool = false,
    minimumWidth: Int = 1, hidesWhenEmpty: Bool = false
  ) {
    self.title = title
    self.alignment = alignment
    self.priority = priority
    self.isFlexible = isFlexible
    self.minimumWidth = minimumWidth
    self.hidesWhenEmpty = hidesWhenEmpty
  }
}

/// A cell of a table; its text is sanitized when the table is rendered.
package struct Cell: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The text, not yet sanitized.
  package let text: String
  package let emphasis: Emphasis

  package init(_ text: String, _ emphasis: Emphasis = .plain) {
    self.text = text
    self.emphasis = emphasis
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }
}
