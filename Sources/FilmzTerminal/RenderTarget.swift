import Glibc

/// The properties of the terminal or file for which text is rendered.
package struct RenderTarget: Sendable, Equatable {
  /// The maximum width of a line in cells, at least 1; `nil` if lines are not cut.
  package let width: Int?
  /// The style of text, with or without emphasis.
  package let style: Style
  /// `true` if a terminal shows the text.
  package let isTerminal: Bool
  /// `true` if the locale is UTF-8; otherwise messages, tables, cards and charts are ASCII.
  package let isUTF8: Bool

  /// Creates a render target; a width below 1 counts as 1.
  package init(width: Int? = nil, style: Style = .plain, isTerminal: Bool = false, isUTF8: Bool = true) {
    self.width = width.map { max(1, $0) }
    (self.style, self.isTerminal, self.isUTF8) = (style, isTerminal, isUTF8)
  }

  /// Returns the same target with another width.
  package func with(width: Int) -> RenderTarget {
    RenderTarget(width: width, style: style, isTerminal: isTerminal, isUTF8: isUTF8)
  }

  /// Returns a string, transliterated to ASCII if the locale is not UTF-8.
  package func transliterated(_ text: String) -> String { isUTF8 ? text : text.transliteratedToASCII }

  /// The characters that replace text that was cut off.
  package var ellipsis: String { isUTF8 ? "…" : "..." }

  // MARK: - Direction

  /// Returns the text, enclosed in left-to-right marks if it contains right-to-left characters.
  ///
  /// Without the marks, a terminal that supports bidirectional text treats digits and spaces next to
  /// Hebrew or Arabic letters as right-to-left text, and reorders the columns of a line. Text without
  /// right-to-left characters, and text that is not for a terminal, is returned unchanged.
  func isolated(_ text: String) -> String {
    guard isTerminal, text.hasRightToLeftCharacters else { return text }
    return Self.leftToRightMark + text + Self.leftToRightMark
  }

  private static let leftToRightMark = "\u{200E}"

  // MARK: - Environment

  /// Returns the width of the terminal or, if it is unknown, the positive integer in `COLUMNS`.
  ///
  /// Returns `nil` if neither is available.
  package static func width(environment: [String: String], terminalColumns: Int?) -> Int? {
    if let terminalColumns, terminalColumns > 0 { return terminalColumns }
    guard let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 else { return nil }
    return min(columns, maximumWidth)
  }

  /// The maximum width from `COLUMNS`, which prevents overflow in computations with widths.
  private static let maximumWidth = 1_000_000

  /// Returns the name of the locale: the first non-empty value of `LC_ALL`, `LC_CTYPE`, and `LANG`.
  package static func locale(environment: [String: String]) -> String? {
    ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Returns whether the encoding of the locale is UTF-8; `false` if no locale is set.
  package static func isUTF8(environment: [String: String]) -> Bool {
    guard let name = locale(environment: environment)?.lowercased() else { return false }
    return name.contains("utf-8") || name.contains("utf8")
  }
}

extension String {
  /// `true` if the string has characters of a right-to-left script, such as Hebrew or Arabic.
  fileprivate var hasRightToLeftCharacters: Bool {
    !isPlainASCII
      && unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
      }
  }
}

/// Returns the number of columns of a terminal.
///
/// Returns `nil` if the file descriptor is not a terminal, or the terminal does not report its size.
package func columns(of descriptor: Int32) -> Int? {
  windowSize(of: descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
}

/// Returns the number of rows of a terminal.
///
/// Returns `nil` if the file descriptor is not a terminal, or the terminal does not report its size.
package func rows(of descriptor: Int32) -> Int? {
  windowSize(of: descriptor).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
}

/// Returns whether a file descriptor is a terminal.
package func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

private func windowSize(of descriptor: Int32) -> winsize? {
  var size = winsize()
  return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
}
