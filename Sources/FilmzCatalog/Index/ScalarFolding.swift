import FilmzDomain
import Foundation

/// Folds text letter by letter, and remembers how: what a catalog's titles are compared by.
///
/// The rules are those of ``TextFolding``; letters of Chinese and Japanese are words of their own.
struct ScalarFolding {
  /// What a scalar means in a text.
  enum Kind: Sendable {
    /// Letters of a word.
    case letters
    /// A word of its own.
    case ideograph
    case apostrophe
    case blank
    /// What separates words without a blank.
    case mark
    /// What is not there when texts are compared.
    case nothing
  }

  /// What a scalar means, with the letters that stand for it in UTF-8.
  struct Piece {
    let kind: Kind
    fileprivate(set) var letters: [UInt8] = []
  }

  private var pieces: [UInt32: Piece] = [:]

  /// What a scalar that is not ASCII means.
  mutating func piece(_ scalar: Unicode.Scalar) -> Piece {
    if let known = pieces[scalar.value] { return known }
    let piece = Self.read(scalar)
    pieces[scalar.value] = piece
    return piece
  }

  private static func read(_ scalar: Unicode.Scalar) -> Piece {
    if TextFolding.isApostrophe(scalar) { return Piece(kind: .apostrophe) }
    if scalar.properties.isWhitespace { return Piece(kind: .blank) }
    if isLooseMark(scalar) { return Piece(kind: .nothing) }
    // `³` is the digit that it shows.
    let isDigit = scalar.properties.numericType == .digit
    let text = isDigit ? String(scalar).decomposedStringWithCompatibilityMapping : String(scalar)
    let folded = TextFolding.folded(text).unicodeScalars
    let letters = folded.filter(TextFolding.isPartOfWord)
    guard let first = letters.first else { return Piece(kind: folded.isEmpty ? .nothing : .mark) }
    return Piece(
      kind: letters.count == 1 && isIdeograph(first) ? .ideograph : .letters,
      letters: Array(String(String.UnicodeScalarView(letters)).utf8))
  }

  /// Accents, points and vowel signs that stand behind the letter they belong to, and what has no
  /// width; in scripts where a word is the same without them.
  private static func isLooseMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x0591...0x05C7, 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670,
      0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0x00AD:
      true
    default: false
    }
  }

  /// Whether a scalar of a script that is written without blanks stands for itself.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || (0x3041...0x30FF).contains(scalar.value)
      || (0x31F0...0x31FF).contains(scalar.value)
  }
}
