import FilmzDomain
import Foundation

/// Folds the scalars of titles and queries, and caches the results.
///
/// The rules are those of ``TextFolding``, except that each Chinese or Japanese character is a word,
/// some marks and invisible characters are ignored, and digits such as `³` equal ASCII digits.
struct ScalarFolding {
  /// The effect of a scalar on the words of a string.
  enum Kind: Sendable {
    /// A part of a word.
    case partOfWord
    /// A character that is a word by itself.
    case ideograph
    /// An apostrophe, which ends a word only if the word is a single ASCII letter or digit.
    case apostrophe
    case whitespace
    /// A character other than whitespace that separates words, such as a hyphen.
    case separator
    /// A character that is ignored when strings are compared.
    case ignored
  }

  /// The folded form of a scalar.
  struct FoldedScalar {
    let kind: Kind
    /// The folded letters or digits in UTF-8; empty unless `kind` is `partOfWord` or `ideograph`.
    fileprivate(set) var utf8: [UInt8] = []
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
    // Digits in other forms, such as `³`, are replaced with ASCII digits.
    let isDigit = scalar.properties.numericType == .digit
    let text = isDigit ? String(scalar).decomposedStringWithCompatibilityMapping : String(scalar)
    let folded = TextFolding.folded(text).unicodeScalars
    let letters = folded.filter(TextFolding.isPartOfWord)
    guard let first = letters.first else {
      return FoldedScalar(kind: folded.isEmpty ? .ignored : .separator)
    }
    return FoldedScalar(
      kind: letters.count == 1 && isIdeograph(first) ? .ideograph : .partOfWord,
      utf8: Array(String(String.UnicodeScalarView(letters)).utf8))
  }

  /// Returns whether a scalar is of a kind that titles may be written with or without: a combining
  /// accent, a Hebrew or Arabic mark, or an invisible character.
  private static func isIgnoredMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x0591...0x05C7, 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670,
      0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0x00AD:
      true
    default: false
    }
  }

  /// Returns whether a scalar is a Chinese character or a Japanese syllable; both are written without
  /// spaces.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || (0x3041...0x30FF).contains(scalar.value)
      || (0x31F0...0x31FF).contains(scalar.value)
  }
}
