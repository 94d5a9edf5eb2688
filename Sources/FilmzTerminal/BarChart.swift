/// Counts under a heading, with a bar for each of them.
package struct BarChart: Sendable, Equatable {
  /// A count, and what it is of; the label may be foreign text, it is made inert when it is drawn.
  package struct Bar: Sendable, Equatable {
    package let label: String
    package let count: Int

    package init(_ label: String, _ count: Int) {
      self.label = label
      self.count = count
    }
  }

  /// The line above the bars.
  package let heading: String
  /// The bars from top to bottom; the largest count has the longest one.
  package let bars: [Bar]
  /// The side at which labels stand.
  package let alignment: Alignment
  /// How the bars stand out.
  package let emphasis: Emphasis

  /// A chart; labels stand left unless said otherwise.
  package init(
    _ heading: String, _ bars: [Bar], alignment: Alignment = .leading, emphasis: Emphasis = .plain
  ) {
    self.heading = heading
    self.bars = bars
    self.alignment = alignment
    self.emphasis = emphasis
  }
}
