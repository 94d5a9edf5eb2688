import FilmzDomain
import Foundation

/// Folds the scalars of titles and queries, and caches the results.
///
/// The rules are those of ``TextFolding``, but each Chinese or Japanese character is a word.
struct ScalarFolding {
  /// The role of a scalar in a text.
  enum Kind: Sendable {
    /// Letters of a word.
    case letters
    /// A character that is a word by itself.
    case ideograph
    case apostrophe
    case whitespace
    /// A character other than whitespace that separates words, such as a hyphen.
    case separator
    /// A character that is ignored when texts are compared.
    case ignored
  }

  /// The role of a scalar, and its folded letters in UTF-8.
  struct FoldedScalar {
    let kind: Kind
    fileprivate(set) var letters: [UInt8] = []
  }

  private var cache: [UInt32: FoldedScalar] = [:]

  /// Returns the folded form of a scalar that is not ASCII.
  mutating func folded(_ scalar: Unicode.Scalar) -> FoldedScalar {
    if let cached = cache[scalar.value] { return cached }
    let folded = Self.fold(scalar)
    cache[scalar.value] = folded
    return folded
  }

  private static func fold(_ scalar: Unicode.Scalar) -> FoldedScalar {
    if TextFolding.isApostrophe(scalar) { return FoldedScalar(kind: .apostrophe) }
    if scalar.properties.isWhitespace { return FoldedScalar(kind: .whitespace) }
    if isIgnoredMark(scalar) { return FoldedScalar(kind: .ignored) }
    // `³` is folded to the digit 3.
    let isDigit = scalar.properties.numericType == .digit
    let text = isDigit ? String(scalar).decomposedStringWithCompatibilityMapping : String(scalar)
    let folded = TextFolding.folded(text).unicodeScalars
    let letters = folded.filter(TextFolding.isPartOfWord)
    guard let first = letters.first else {
      return FoldedScalar(kind: folded.isEmpty ? .ignored : .separator)
    }
    return FoldedScalar(
      kind: letters.count == 1 && isIdeograph(first) ? .ideograph : .letters,
      letters: Array(String(String.UnicodeScalarView(letters)).utf8))
  }

  /// Returns whether a scalar is a combining accent, a combining vowel sign, or an invisible
  /// character, of a script in which words are recognized without them.
  private static func isIgnoredMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x0591...0x05C7, 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670,
      0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0x00AD:
      true
    default: false
    }
  }

  /// Returns whether a scalar belongs to a script that is written without spaces.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || (0x3041...0x30FF).contains(scalar.value)
      || (0x31F0...0x31FF).contains(scalar.value)
  }
}
