/// The width of characters in terminal columns, according to Unicode's East Asian Width (UAX #11).
///
/// Deliberately independent of the table that filmz uses.
enum CellWidth {
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97c,
    0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff00...0xff60,
    0xffe0...0xffe6, 0x20000...0x3fffd,
  ]

  /// Returns the number of columns of a character: 0, 1, or 2.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }
}
