/// One thing at length: a title, labelled values, paragraphs.
package struct Card: Sendable {
  /// The first line.
  package let title: String
  /// The labelled values, from top to bottom.
  package let fields: [Field]
  /// Running text below, after a blank line each.
  package let paragraphs: [String]

  /// A card; all of its text may be foreign, it is made inert when it is drawn.
  package init(title: String, fields: [Field] = [], paragraphs: [String] = []) {
    self.title = title
    self.fields = fields
    self.paragraphs = paragraphs
  }
}
