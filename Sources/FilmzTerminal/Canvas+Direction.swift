extension Canvas {
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
