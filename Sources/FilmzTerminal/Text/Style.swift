/// The values of the option `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}

/// How a piece of text stands out; what it says must also be in the text itself.
package enum Emphasis: Sendable, CaseIterable {
  case plain
  case bold
  case dim
  case red
  case green
  case yellow
  case blue
  case magenta
  case cyan

  /// The SGR parameters that switch it on and off again, `nil` for plain.
  var codes: (on: String, off: String)? {
    switch self {
    case .plain: nil
    case .bold: ("1", "22")
    case .dim: ("2", "22")
    case .red: ("31", "39")
    case .green: ("32", "39")
    case .yellow: ("33", "39")
    case .blue: ("34", "39")
    case .magenta: ("35", "39")
    case .cyan: ("36", "39")
    }
  }
}

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

  /// The style that option, environment and terminal ask for together.
  ///
  /// `--color` beats a non-empty `NO_COLOR`, that beats a non-empty `CLICOLOR_FORCE`, and that
  /// the terminal, which has colour if `TERM` is neither empty nor `dumb`. Source: contract.md,
  /// Text.
  package static func resolve(
    choice: ColorChoice, environment: [String: String], isTerminal: Bool
  ) -> Style {
    switch choice {
    case .always: Style(isOn: true)
    case .never: Style(isOn: false)
    case .auto: Style(isOn: isOn(environment: environment, isTerminal: isTerminal))
    }
  }

  private static func isOn(environment: [String: String], isTerminal: Bool) -> Bool {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE") { return true }
    return isTerminal && isSet("TERM") && environment["TERM"] != "dumb"
  }
}
