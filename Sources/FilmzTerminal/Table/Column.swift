/// The alignment of text in a column or of the labels of a chart.
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
  /// The priority with which the column is dropped if the table is too wide.
  ///
  /// The column with the highest number is dropped first.
  ///
  /// Columns with the priority 0 are never dropped.
  package let dropPriority: Int
  /// `true` if the column may be cut to ``minimumWidth`` before a column is dropped.
  package let isFlexible: Bool
  /// The width in cells to which a flexible column may be cut before a column is dropped.
  package let minimumWidth: Int
  /// The width in cells to which a flexible column may be cut before a column that drops early is
  /// dropped; at least ``minimumWidth``.
  package let preferredWidth: Int
  /// `true` if the column is dropped before flexible columns are cut below their preferred width.
  ///
  /// The column must have a ``dropPriority``.
  package let dropsEarly: Bool
  /// `true` if cells with the same beginning are cut in the middle instead of at the end.
  package let distinguishesCutCells: Bool
  /// The minimum width in cells of tables that have the column; 0 for a column of all tables.
  ///
  /// Other columns are cut and dropped only after the columns with a minimum width. Tables without a
  /// width, such as those in files, do not have such columns.
  package let minimumTableWidth: Int
  /// `true` if the column is omitted when the table has rows and the column is blank in all of them.
  package let hidesWhenEmpty: Bool

  package init(
    _ title: String, alignment: Alignment = .leading, dropPriority: Int = 0,
    isFlexible: Bool = false, minimumWidth: Int = 1, preferredWidth: Int = 1,
    dropsEarly: Bool = false, distinguishesCutCells: Bool = false, minimumTableWidth: Int = 0,
    hidesWhenEmpty: Bool = false
  ) {
    self.title = title
    self.alignment = alignment
    self.dropPriority = dropPriority
    self.isFlexible = isFlexible
    self.minimumWidth = minimumWidth
    self.preferredWidth = max(minimumWidth, preferredWidth)
    self.dropsEarly = dropsEarly || minimumTableWidth > 0
    self.distinguishesCutCells = distinguishesCutCells
    self.minimumTableWidth = minimumTableWidth
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
