/// One thing at length: a title, labelled values, paragraphs.
package struct Card: Sendable {
  /// A labelled value; its line breaks are kept.
  package struct Field: Sendable, Equatable {
    /// What the value is.
    package let label: String
    /// The value, of one line or several.
    package let value: String
    /// How the value stands out.
    package let emphasis: Emphasis

    /// Whether the value is never broken, as an address that is to be clicked or copied.
    package let isWhole: Bool

    /// A field, its value plain unless said otherwise.
    package init(
      _ label: String, _ value: String, _ emphasis: Emphasis = .plain, isWhole: Bool = false
    ) {
      self.label = label
      self.value = value
      self.emphasis = emphasis
      self.isWhole = isWhole
    }
  }

  /// The first line.
  package let title: String
  /// A line below it, of what is known at a glance.
  package let subtitle: String
  /// Short labelled values side by side, each kept whole where lines are broken.
  package let badges: [Field]
  /// Running text below, after a blank line each.
  package let paragraphs: [String]
  /// The labelled values at the end, from top to bottom.
  package let fields: [Field]
  /// Counts as bars below all else.
  package let charts: [BarChart]

  /// A card; all of its text may be foreign, it is made inert when it is drawn.
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
