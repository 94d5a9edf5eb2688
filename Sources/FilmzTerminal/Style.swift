/// Whether text is written with colour, and how.
package struct Style: Sendable, Equatable {
  /// Whether colour is on.
  package let isOn: Bool

  /// A style with colour on or off.
  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// No colour at all.
  package static let plain = Style(isOn: false)

  /// The text in SGR codes of this emphasis when colour is on, else unchanged.
  package func emphasized(_ text: String, _ emphasis: Emphasis) -> String {
    guard isOn, !text.isEmpty, let codes = emphasis.codes else { return text }
    return "\u{1B}[\(codes.on)m\(text)\u{1B}[\(codes.off)m"
  }

  /// The text in bold.
  package func bold(_ text: String) -> String { emphasized(text, .bold) }

  /// The text dimmed.
  package func dim(_ text: String) -> String { emphasized(text, .dim) }
}
