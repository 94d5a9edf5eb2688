import FilmzDomain

/// Splits names into folded words; its buffers are reused for the next name.
struct WordScanner {
  /// The maximum number of words of a name; further ones are not searchable.
  static let maximumWords = 64
  /// The maximum number of bytes of a word; further ones are ignored.
  private static let maximumWordLength = 60

  /// The bytes of all words, without separators.
  private(set) var letters: [UInt8] = []
  /// The end of each word in `letters`.
  private(set) var ends: [Int] = []
  /// For each word, whether it forms a compound with the preceding one, as in `spider-man`.
  private(set) var isJoined: [Bool] = []
  private var folding = ScalarFolding()
  /// The start of the current word in `letters`.
  private var start = 0
  /// `true` if only separators other than whitespace followed the preceding word.
  private var joins = false

  init() {}

  /// The number of words.
  var count: Int { ends.count }

  /// Returns the range of a word in `letters`.
  func range(_ word: Int) -> Range<Int> { (word == 0 ? 0 : ends[word - 1])..<ends[word] }

  /// The ranges of all words in `letters`, with the words of each compound joined to one; `nil` if
  /// there are no compounds.
  var joined: [Range<Int>]? {
    guard isJoined.contains(true) else { return nil }
    var joined: [Range<Int>] = []
    for word in 0..<count {
      if isJoined[word], let last = joined.last,
        range(word).upperBound - last.lowerBound <= Self.maximumWordLength
      {
        joined[joined.count - 1] = last.lowerBound..<range(word).upperBound
      } else {
        joined.append(range(word))
      }
    }
    return joined
  }

  /// Scans a name in UTF-8; invalid bytes separate words.
  mutating func scan(_ name: Span<UInt8>) {
    letters.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    isJoined.removeAll(keepingCapacity: true)
    start = 0
    joins = false
    var index = 0
    while index < name.count, ends.count < Self.maximumWords {
      let byte = name[index]
      if byte < 0x80 {
        take(ascii: byte, at: index, of: name)
        index += 1
      } else {
        index += takeScalar(name, at: index)
      }
    }
    endWord()
  }

  /// Scans a name.
  mutating func scan(_ name: String) { scan(Array(name.utf8).span) }

  private mutating func take(ascii byte: UInt8, at index: Int, of name: Span<UInt8>) {
    switch byte {
    case 0x61...0x7A, 0x30...0x39: letters.append(byte)
    case 0x41...0x5A: letters.append(byte | 0x20)
    case 0x20, 0x09...0x0D:
      endWord()
      joins = false
    case 0x27, 0x60: takeApostrophe()
    case 0x26: takeAnd()
    case 0x2B where Self.isBetweenSpaces(index, name): takeAnd()
    default: endWord()
    }
  }

  /// Adds the word `and` for `&`, or for `+` between spaces.
  private mutating func takeAnd() {
    endWord()
    joins = false
    letters += Array("and".utf8)
    endWord()
    joins = false
  }

  private static func isBetweenSpaces(_ index: Int, _ name: Span<UInt8>) -> Bool {
    index > 0 && index + 1 < name.count && name[index - 1] == 0x20 && name[index + 1] == 0x20
  }

  private mutating func takeScalar(_ name: Span<UInt8>, at index: Int) -> Int {
    guard let (scalar, length) = UTF8Scalar.decode(name, at: index) else {
      endWord()
      return 1
    }
    let folded = folding.folded(scalar)
    switch folded.kind {
    case .letters: letters += folded.letters
    case .ideograph:
      endWord()
      letters += folded.letters
      joins = false
      endWord()
      joins = false
    case .apostrophe: takeApostrophe()
    case .whitespace:
      endWord()
      joins = false
    case .separator: endWord()
    case .ignored: break
    }
    return length
  }

  /// Ignores an apostrophe, unless it separates words: after a single letter as in `l'avventura`.
  private mutating func takeApostrophe() {
    if letters.count == start + 1 { endWord() }
  }

  private mutating func endWord() {
    guard letters.count > start else { return }
    if letters.count > start + Self.maximumWordLength {
      letters.removeSubrange((start + Self.maximumWordLength)...)
      while let last = letters.last, last & 0xC0 == 0x80 { letters.removeLast() }
      if let last = letters.last, last >= 0xC0 { letters.removeLast() }
    }
    isJoined.append(joins && !isDecimal)
    ends.append(letters.count)
    start = letters.count
    joins = true
  }

  /// `true` if the current word and the preceding one are numbers, as in `1.12`.
  private var isDecimal: Bool {
    guard let end = ends.last else { return false }
    return letters[end - 1] < 0x3A && letters[start] < 0x3A
  }
}
