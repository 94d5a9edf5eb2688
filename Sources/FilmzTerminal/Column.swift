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
