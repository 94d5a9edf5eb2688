extension Card {
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
}
