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
