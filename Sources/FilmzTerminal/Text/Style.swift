/// The values of the option `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}

/// The emphasis of a piece of text.
///
/// Without color, emphasis is lost, so it must not convey information that the text does not
/// contain.
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

  /// The SGR parameters that turn the emphasis on and off; `nil` for plain text.
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

/// The style of text: with or without emphasis, which includes color.
package struct Style: Sendable, Equatable {
  /// `true` if emphasis is written as SGR codes.
  package let usesColor: Bool

  package init(usesColor: Bool) { self.usesColor = usesColor }

  /// The style without any emphasis.
  package static let plain = Style(usesColor: false)

  /// Returns the text with the SGR codes of an emphasis, or unchanged if the style or the emphasis is
  /// plain.
  package func emphasized(_ text: String, _ emphasis: Emphasis) -> String {
    guard usesColor, !text.isEmpty, let codes = emphasis.codes else { return text }
    return "\u{1B}[\(codes.on)m\(text)\u{1B}[\(codes.off)m"
  }

  /// Returns the text in bold.
  package func bold(_ text: String) -> String { emphasized(text, .bold) }

  /// Returns the text dimmed.
  package func dim(_ text: String) -> String { emphasized(text, .dim) }

  /// Returns the text with some parts in bold, given as offsets in characters in ascending order.
  func highlighted(_ text: String, _ parts: [Range<Int>]) -> String {
    guard usesColor, !parts.isEmpty else { return text }
    let characters = Array(text)
    var (result, end) = ("", 0)
    for part in parts.map({ $0.clamped(to: 0..<characters.count) }) where part.lowerBound >= end {
      result += String(characters[end..<part.lowerBound]) + bold(String(characters[part]))
      end = part.upperBound
    }
    return result + String(characters[end...])
  }

  /// Returns the text, which may have emphasis, with its colors reversed.
  package func reversed(_ text: String) -> String { usesColor ? "\u{1B}[7m\(text)\u{1B}[27m" : text }

  /// Returns the style that results from the option, the environment, and the terminal.
  ///
  /// In order of precedence: `--color always` enables color, and `--color never` disables it; a
  /// non-empty `NO_COLOR` disables it; a non-empty `CLICOLOR_FORCE` other than `0` enables it. In all
  /// other cases, color is used on a terminal whose `TERM` is neither unset, empty, nor `dumb`.
  ///
  /// Source: contract, Text.
  package static func resolve(choice: ColorChoice, environment: [String: String], isTerminal: Bool) -> Style {
    switch choice {
    case .always: Style(usesColor: true)
    case .never: Style(usesColor: false)
    case .auto: Style(usesColor: usesColor(environment: environment, isTerminal: isTerminal))
    }
  }

  private static func usesColor(environment: [String: String], isTerminal: Bool) -> Bool {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
    return isTerminal && isSet("TERM") && environment["TERM"] != "dumb"
  }
}

extension String {
  /// The string without the SGR codes of its emphasis.
  package var withoutEmphasis: String {
    guard utf8.contains(0x1B) else { return self }
    var result: [UInt8] = []
    var isCode = false
    for byte in utf8 {
      if byte == 0x1B { isCode = true }
      if !isCode { result.append(byte) }
      if byte == UInt8(ascii: "m") { isCode = false }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns a line with emphasis if it fits in a width, or otherwise its beginning without emphasis.
  func fittingLine(toWidth width: Int, ending: String) -> String {
    let plain = withoutEmphasis
    return plain.displayWidth <= width ? self : plain.truncated(toWidth: width, ending: ending)
  }
}
