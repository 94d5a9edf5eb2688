/// A text about one object: a title, labeled values, paragraphs, and charts.
///
/// Text from untrusted sources is sanitized when the card is rendered.
package struct Card: Sendable {
  /// A labeled value, which may have several lines.
  package struct Field: Sendable, Equatable {
    package let label: String
    package let value: String
    /// The emphasis of the value.
    package let emphasis: Emphasis
    /// `true` if the value is never wrapped, such as an address that users click or copy.
    package let isUnbreakable: Bool

    package init(
      _ label: String, _ value: String, _ emphasis: Emphasis = .plain, isUnbreakable: Bool = false
    ) {
      self.label = label
      self.value = value
      self.emphasis = emphasis
      self.isUnbreakable = isUnbreakable
    }
  }

  /// The first line.
  package let title: String
  /// The line below the title; there is none if the string is empty.
  package let subtitle: String
  /// Short labeled values side by side; lines are broken between two values.
  package let badges: [Field]
  /// Paragraphs below the badges, each preceded by a blank line.
  package let paragraphs: [String]
  /// Labeled values below the paragraphs, one below the other.
  package let fields: [Field]
  /// Bar charts at the end of the card.
  package let charts: [BarChart]

  package init(
    title: String, subtitle: String = "", badges: [Field] = [], paragraphs: [String] = [],
    fields: [Field] = [], charts: [BarChart] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.badges = badges
    self.paragraphs = paragraphs
    self.fields = fields
    self.charts = charts
  }
}
