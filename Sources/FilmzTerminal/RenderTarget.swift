/// Where text is drawn.
package struct RenderTarget: Sendable, Equatable {
  /// The cells of a line, at least 1; `nil` where nothing is cut (no terminal, no `COLUMNS`).
  package let width: Int?
  /// Whether and how colour is used.
  package let style: Style
  /// Whether a terminal shows it, so that no control character may get there.
  package let isTerminal: Bool
  /// Whether the locale is UTF-8; else charts keep to ASCII.
  package let isUTF8: Bool

  /// A canvas; a width below 1 counts as 1.
  package init(
    width: Int? = nil, style: Style = .plain, isTerminal: Bool = false, isUTF8: Bool = true
  ) {
    self.width = width.map { max(1, $0) }
    self.style = style
    self.isTerminal = isTerminal
    self.isUTF8 = isUTF8
  }

  /// The same canvas with lines of so many cells.
  func with(width: Int) -> RenderTarget {
    RenderTarget(width: width, style: style, isTerminal: isTerminal, isUTF8: isUTF8)
  }

  /// The text as it is, or spelled in ASCII where the locale is not UTF-8.
  package func spelled(_ text: String) -> String { isUTF8 ? text : text.inASCII }

  /// What stands for text that was cut off.
  var ellipsis: String { isUTF8 ? "…" : "..." }

  // MARK: - Direction

  /// Text that runs from right to left, with a mark on both sides that it ends there.
  ///
  /// A terminal that knows of directions would otherwise take digits and blanks beside Hebrew or Arabic
  /// letters for a part of them, and show the columns of a line in another order. Where no terminal
  /// shows the text, and for any other text, it comes back unchanged.
  func isolated(_ text: String) -> String {
    guard isTerminal, text.runsRightToLeft else { return text }
    return Self.leftToRight + text + Self.leftToRight
  }

  /// A letter that is not seen and runs from left to right, U+200E.
  private static let leftToRight = "\u{200E}"

  // MARK: - Environment

  /// The cells of a line: those of the terminal, else a positive integer in `COLUMNS`, else `nil`.
  package static func width(environment: [String: String], terminalColumns: Int?) -> Int? {
    if let terminalColumns, terminalColumns > 0 { return terminalColumns }
    guard let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 else { return nil }
    return min(columns, mostColumns)
  }

  /// More cells than any line has, few enough to reckon with.
  private static let mostColumns = 1_000_000

  /// The name of the locale that text is in: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is
  /// not empty.
  package static func locale(environment: [String: String]) -> String? {
    ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Whether the locale's name says that text is in UTF-8; it is not where no locale is set.
  package static func isUTF8(environment: [String: String]) -> Bool {
    guard let name = locale(environment: environment)?.lowercased() else { return false }
    return name.contains("utf-8") || name.contains("utf8")
  }
}

extension String {
  /// Whether it has letters that run from right to left: Hebrew, Arabic and their kin.
  fileprivate var runsRightToLeft: Bool {
    !isPlainASCII
      && unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
          true
        default: false
        }
      }
  }
}
