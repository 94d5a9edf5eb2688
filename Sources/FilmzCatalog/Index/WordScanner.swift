import FilmzDomain

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
  /// For each word, whether it forms a compound with the preceding word, as in `spider-man`.
  private(set) var isJoined: [Bool] = []
  /// The numbers of the words, which count from 0, in front of which there is a `+` that means “and” although it is not
  /// between spaces, as in `Romeo+Juliet`.
  private(set) var wordsAfterPlus: [Int] = []
  private var folding = ScalarFolding()
  /// The start of the current word in `wordBytes`.
  private var start = 0
  /// `true` if only punctuation has been scanned since the preceding word.
  ///
  /// In this case, the next word forms a compound with the preceding word, unless digits meet.
  private var joinsNextWord = false

  init() {}

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
      if isJoined[word], let last = ranges.last,
        range(word).upperBound - last.lowerBound <= Self.maximumWordLength
      {
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

  /// Returns whether the next characters on both sides that are not spaces are letters, digits or not ASCII.
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
    return before >= 0 && after < name.count && isPartOfWord(name[before])
      && isPartOfWord(name[after])
  }

  /// Scans the scalar at an index, which must not be ASCII; returns the number of bytes scanned.
  private mutating func scanScalar(_ name: Span<UInt8>, at index: Int) -> Int {
    guard let (scalar, length) = UTF8Scalar.decode(name, at: index) else {
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
  private mutating func scanApostrophe() {
    if wordBytes.count == start + 1 { endWord() }
  }

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
