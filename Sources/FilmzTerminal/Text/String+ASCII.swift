import Foundation

extension String {
  /// The text with nothing but ASCII in it, for terminals that show nothing else.
  ///
  /// Letters lose their accents, some signs have a spelling, and the rest becomes `?`.
  package var inASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var result = ""
    for scalar in decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else if scalar.displayWidth > 0 {
        result += Self.spellings[scalar] ?? "?"
      }
    }
    return result
  }

  private static let spellings: [Unicode.Scalar: String] = [
    "±": "+/-", "–": "-", "—": "-", "…": "...", "•": "*", "·": "-", "’": "'", "‘": "'", "“": "\"",
    "”": "\"", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th",
    "ı": "i", "Æ": "AE", "Œ": "OE", "Ø": "O", "Đ": "D", "Ð": "D", "Ł": "L", "Þ": "Th",
  ]
}
