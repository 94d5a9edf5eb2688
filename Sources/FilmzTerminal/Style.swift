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

  /// The text in red.
  package func red(_ text: String) -> String { emphasized(text, .red) }

  /// The text in green.
  package func green(_ text: String) -> String { emphasized(text, .green) }

  /// The text in yellow.
  package func yellow(_ text: String) -> String { emphasized(text, .yellow) }

  /// The text in blue.
  package func blue(_ text: String) -> String { emphasized(text, .blue) }

  /// The text in magenta.
  package func magenta(_ text: String) -> String { emphasized(text, .magenta) }

  /// The text in cyan.
  package func cyan(_ text: String) -> String { emphasized(text, .cyan) }
}
