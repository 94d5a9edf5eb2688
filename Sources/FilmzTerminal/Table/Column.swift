/// The side at which text stands in its column.
package enum Alignment: Sendable {
  case leading
  case trailing
}

/// A column of a table: its heading, and what happens to it where room is short.
package struct Column: Sendable {
  /// The heading.
  package let title: String
  /// The side at which heading and cells stand.
  package let alignment: Alignment
  /// 0: never dropped; else the column of the highest number is dropped first.
  package let priority: Int
  /// Whether it is cut down to `minimumWidth` before any column is dropped.
  package let isFlexible: Bool
  /// The cells a flexible column keeps at least, if its content is that wide.
  package let minimumWidth: Int
  /// Whether it is left out when it is blank in every row.
  package let hidesWhenEmpty: Bool

  /// A column; unless said otherwise it stands left, is never dropped, and keeps its width.
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

/// A cell of a table; its text may be foreign, it is made inert when it is drawn.
package struct Cell: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The text as it came.
  package let text: String
  /// How it stands out.
  package let emphasis: Emphasis

  /// A cell, plain unless said otherwise.
  package init(_ text: String, _ emphasis: Emphasis = .plain) {
    self.text = text
    self.emphasis = emphasis
  }

  /// A plain cell.
  package init(stringLiteral text: String) {
    self.init(text)
  }
}
