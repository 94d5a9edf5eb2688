import Foundation

extension String {
  /// The string transliterated to ASCII, for terminals that support only ASCII.
  ///
  /// Accents and other characters without a width are removed, some characters have a transliteration,
  /// and all others become `?`.
  package var transliteratedToASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var result = ""
    for scalar in decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else if scalar.displayWidth > 0 {
        result += Self.transliterations[scalar] ?? "?"
      }
    }
    return result
  }

  private static let transliterations: [Unicode.Scalar: String] = [
    "±": "+/-", "≈": "~", "–": "-", "—": "-", "…": "...", "•": "*", "·": "-", "’": "'", "‘": "'",
    "“": "\"",
    "”": "\"", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th",
    "ı": "i", "Æ": "AE", "Œ": "OE", "Ø": "O", "Đ": "D", "Ð": "D", "Ł": "L", "Þ": "Th",
  ]
}
