extension Card {
  /// A labelled value; its line breaks are kept.
  package struct Field: Sendable, Equatable {
    /// What the value is.
    package let label: String
    /// The value, of one line or several.
    package let value: String
    /// How the value stands out.
    package let emphasis: Emphasis

    /// A field, its value plain unless said otherwise.
    package init(_ label: String, _ value: String, _ emphasis: Emphasis = .plain) {
      self.label = label
      self.value = value
      self.emphasis = emphasis
    }
  }
}
