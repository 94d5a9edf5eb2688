import FilmzDomain
import Foundation

/// Splits names into folded words; one scanner reuses its buffers for many names.
struct WordScanner {
  /// The approximate number of words after which the rest of a name is ignored.
  static let maximumWords = 64
  /// The maximum number of bytes of a word; longer words are truncated.
  private static let maximumWordLength = 60

  /// The bytes of all words, without separators.
  private(set) var wordBytes: [UInt8] = []
  /// The end of each word in `wordBytes`.
  private(set) var ends: [Int] = []
  /// `true` for each word that forms a compound with the preceding word, as in `spider-man`.
  private(set) var isJoined: [Bool] = []
  /// The numbers of the words after a `+` that means “and” although it is not between spaces, as in `Romeo+Juliet`.
  private(set) var wordsAfterPlus: [Int] = []
  private var folding = ScalarFolding()
  /// The start of the current word in `wordBytes`.
  private var start = 0
  /// `true` if only punctuation has been scanned since the preceding word.
  ///
  /// In this case, the next word forms a compound with the preceding word, except as in ``isJoinedAtDigits``.
  private var joinsNextWord = false

  /// The number of words.
  var count: Int { ends.count }

  /// Returns the range in `wordBytes` of the word with a number, which counts from 0.
  func range(_ word: Int) -> Range<Int> { (word == 0 ? 0 : ends[word - 1])..<ends[word] }

  /// The ranges of the words in `wordBytes`, with each compound as one word; `nil` if there are no
  /// compounds.
  ///
  /// A compound that would be longer than ``maximumWordLength`` is divided.
  var rangesJoiningCompounds: [Range<Int>]? {
    guard isJoined.contains(true) else { return nil }
    var ranges: [Range<Int>] = []
    for word in 0..<count {
      if isJoined[word], let last = ranges.last, range(word).upperBound - last.lowerBound <= Self.maximumWordLength {
        ranges[ranges.count - 1] = last.lowerBound..<range(word).upperBound
      } else {
        ranges.append(range(word))
      }
    }
    return ranges
  }

  /// Scans a name in UTF-8; invalid bytes separate words.
  mutating func scan(_ name: Span<UInt8>) {
    wordBytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    isJoined.removeAll(keepingCapacity: true)
    wordsAfterPlus.removeAll(keepingCapacity: true)
    start = 0
    joinsNextWord = false
    var index = 0
    while index < name.count, ends.count < Self.maximumWords {
      let byte = name[index]
      if byte < 0x80 {
        scan(ascii: byte, at: index, of: name)
        index += 1
      } else {
        index += scanScalar(name, at: index)
      }
    }
    endWord()
    if ends.isEmpty { addSymbols(of: name) }
  }

  /// Adds the symbols of a name without letters and digits, such as `$`, as one word.
  private mutating func addSymbols(of name: Span<UInt8>) {
    guard name.isValidUTF8 else { return }
    for index in 0..<name.count where name[index] > 0x20 { wordBytes.append(name[index]) }
    endWord()
  }

  /// Scans a name.
  mutating func scan(_ name: String) { scan(Array(name.utf8).span) }

  /// Scans an ASCII character at an index.
  private mutating func scan(ascii byte: UInt8, at index: Int, of name: Span<UInt8>) {
    switch byte {
    case 0x61...0x7A, 0x30...0x39: wordBytes.append(byte)
    case 0x41...0x5A: wordBytes.append(byte | 0x20)
    case 0x20, 0x09...0x0D:
      endWord()
      joinsNextWord = false
    case 0x27, 0x60: scanApostrophe()
    case 0x26: addAnd()
    case 0x2B where Self.isBetweenSpaces(index, name): addAnd()
    case 0x2B where Self.isBetweenWords(index, name):
      endWord()
      wordsAfterPlus.append(count)
    default: endWord()
    }
  }

  /// Adds the word `and` for `&`, or for `+` between spaces.
  private mutating func addAnd() {
    endWord()
    joinsNextWord = false
    wordBytes += Array("and".utf8)
    endWord()
    joinsNextWord = false
  }

  private static func isBetweenSpaces(_ index: Int, _ name: Span<UInt8>) -> Bool {
    index > 0 && index + 1 < name.count && name[index - 1] == 0x20 && name[index + 1] == 0x20
  }

  /// Returns whether there are words on both sides of an index, apart from spaces.
  ///
  /// ASCII letters, ASCII digits, and all characters that are not ASCII count as parts of words.
  private static func isBetweenWords(_ index: Int, _ name: Span<UInt8>) -> Bool {
    func isPartOfWord(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
      default: false
      }
    }
    var (before, after) = (index - 1, index + 1)
    while before >= 0, name[before] == 0x20 { before -= 1 }
    while after < name.count, name[after] == 0x20 { after += 1 }
    return before >= 0 && after < name.count && isPartOfWord(name[before]) && isPartOfWord(name[after])
  }

  /// Scans the scalar at an index, which must not be ASCII; returns the number of bytes scanned.
  private mutating func scanScalar(_ name: Span<UInt8>, at index: Int) -> Int {
    guard let (scalar, length) = name.scalar(at: index) else {
      endWord()
      return 1
    }
    let folded = folding.folded(scalar)
    switch folded.kind {
    case .partOfWord: wordBytes += folded.utf8
    case .ideograph:
      endWord()
      wordBytes += folded.utf8
      joinsNextWord = false
      endWord()
      joinsNextWord = false
    case .apostrophe: scanApostrophe()
    case .whitespace:
      endWord()
      joinsNextWord = false
    case .separator: endWord()
    case .ignored: break
    }
    return length
  }

  /// Ends the current word if it is a single ASCII letter or digit, as in `l'avventura`; otherwise,
  /// ignores the apostrophe.
  private mutating func scanApostrophe() { if wordBytes.count == start + 1 { endWord() } }

  /// Adds the current word, unless it is empty.
  private mutating func endWord() {
    guard wordBytes.count > start else { return }
    if wordBytes.count > start + Self.maximumWordLength {
      wordBytes.removeSubrange((start + Self.maximumWordLength)...)
      // The last scalar may be incomplete, so it is removed unless it is ASCII.
      while let last = wordBytes.last, last & 0xC0 == 0x80 { wordBytes.removeLast() }
      if let last = wordBytes.last, last >= 0xC0 { wordBytes.removeLast() }
    }
    isJoined.append(joinsNextWord && !isJoinedAtDigits)
    ends.append(wordBytes.count)
    start = wordBytes.count
    joinsNextWord = true
  }

  /// `true` if the preceding word ends with a digit and the current word begins with one, as in
  /// `1.12`.
  private var isJoinedAtDigits: Bool {
    guard let end = ends.last else { return false }
    return wordBytes[end - 1] < 0x3A && wordBytes[start] < 0x3A
  }
}

/// The articles of several languages, in UTF-8.
enum Articles {
  /// Each article as an integer, because integers are compared faster than arrays of bytes.
  private static let all = TextFolding.articles.map { key(Array($0.utf8)[...]) }
  private static let maximumLength = TextFolding.articles.map { $0.utf8.count }.max() ?? 0

  /// Returns whether a folded word is an article.
  static func contains(_ word: ArraySlice<UInt8>) -> Bool { word.count <= maximumLength && all.contains(key(word)) }

  /// Returns the bytes of a word of at most eight bytes, which do not include zeros, as an integer.
  private static func key(_ word: ArraySlice<UInt8>) -> UInt64 { word.reduce(0) { $0 << 8 | UInt64($1) } }
}

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

  /// The folded form of a scalar: its kind and, for a part of a word or an ideograph, its letters or digits in UTF-8.
  typealias FoldedScalar = (kind: Kind, utf8: [UInt8])

  private var cache: [UInt32: FoldedScalar] = [:]

  /// Returns the folded form of a scalar that is not ASCII.
  mutating func folded(_ scalar: Unicode.Scalar) -> FoldedScalar {
    if let cached = cache[scalar.value] { return cached }
    let folded = Self.fold(scalar)
    cache[scalar.value] = folded
    return folded
  }

  private static func fold(_ scalar: Unicode.Scalar) -> FoldedScalar {
    if TextFolding.isApostrophe(scalar) { return (.apostrophe, []) }
    if scalar.properties.isWhitespace { return (.whitespace, []) }
    if isIgnoredMark(scalar) { return (.ignored, []) }
    // Digits in other forms, such as `³`, are replaced with ASCII digits.
    let isDigit = scalar.properties.numericType == .digit
    let text = isDigit ? String(scalar).decomposedStringWithCompatibilityMapping : String(scalar)
    let folded = TextFolding.folded(text).unicodeScalars
    let letters = folded.filter(TextFolding.isPartOfWord)
    guard let first = letters.first else { return (folded.isEmpty ? .ignored : .separator, []) }
    return (
      letters.count == 1 && isIdeograph(first) ? .ideograph : .partOfWord,
      Array(String(String.UnicodeScalarView(letters)).utf8)
    )
  }

  /// Returns whether a scalar is a combining accent, a Hebrew or Arabic mark, or an invisible character; titles are
  /// often written without these.
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

extension Span<UInt8> {
  /// Returns the scalar at an index and the number of its bytes, or `nil` if the bytes are not valid
  /// UTF-8 (RFC 3629).
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let first = UInt32(self[index])
    if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
    let (length, lowestValue): (Int, UInt32) =
      switch first {
      case 0xF0...: (4, 0x1_0000)
      case 0xE0...: (3, 0x800)
      default: (2, 0x80)
      }
    guard first >= 0xC2, first < 0xF5, index + length <= count else { return nil }
    var value = first & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let next = UInt32(self[index + offset])
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | next & 0x3F
    }
    guard value >= lowestValue else { return nil }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  /// `true` if all bytes are valid UTF-8.
  var isValidUTF8: Bool {
    var index = 0
    while index < count {
      if index + 8 <= count,
        bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        // Eight ASCII characters.
        index += 8
      } else if self[index] < 0x80 {
        index += 1
      } else {
        guard let (_, length) = scalar(at: index) else { return false }
        index += length
      }
    }
    return true
  }
}
