import FilmzDomain

/// Cuts names into folded words; the memory for them is used again for the next name.
struct WordScanner {
  /// Words of one name; what stands further behind is not looked for.
  static let mostWords = 64
  /// Bytes of a word; what stands further behind does not tell words apart.
  private static let longestWord = 60

  /// The letters of all words, one word behind the other.
  private(set) var letters: [UInt8] = []
  /// Where each word ends in the letters.
  private(set) var ends: [Int] = []
  /// Whether a word is joined to the one before it by a mark, as in `spider-man` and `wall·e`.
  private(set) var isJoined: [Bool] = []
  private var folding = ScalarFolding()
  private var start = 0
  private var joins = false

  init() {}

  /// How many words there are.
  var count: Int { ends.count }

  /// Where a word stands in the letters.
  func range(_ word: Int) -> Range<Int> { (word == 0 ? 0 : ends[word - 1])..<ends[word] }

  /// Where all words stand in the letters, with those as one that a mark joins; nothing where no word
  /// is joined.
  var joined: [Range<Int>]? {
    guard isJoined.contains(true) else { return nil }
    var joined: [Range<Int>] = []
    for word in 0..<count {
      if isJoined[word], let last = joined.last,
        range(word).upperBound - last.lowerBound <= Self.longestWord
      {
        joined[joined.count - 1] = last.lowerBound..<range(word).upperBound
      } else {
        joined.append(range(word))
      }
    }
    return joined
  }

  /// Reads a name in UTF-8; what is not UTF-8 separates words.
  mutating func scan(_ name: Span<UInt8>) {
    letters.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    isJoined.removeAll(keepingCapacity: true)
    start = 0
    joins = false
    var index = 0
    while index < name.count, ends.count < Self.mostWords {
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

  /// Reads a name.
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
    case 0x2B where Self.standsAlone(index, name): takeAnd()
    default: endWord()
    }
  }

  /// `&` is the word that it is read as, and so is a `+` between words.
  private mutating func takeAnd() {
    endWord()
    joins = false
    letters += Array("and".utf8)
    endWord()
    joins = false
  }

  private static func standsAlone(_ index: Int, _ name: Span<UInt8>) -> Bool {
    index > 0 && index + 1 < name.count && name[index - 1] == 0x20 && name[index + 1] == 0x20
  }

  private mutating func takeScalar(_ name: Span<UInt8>, at index: Int) -> Int {
    guard let (scalar, length) = UTF8Scalar.decode(name, at: index) else {
      endWord()
      return 1
    }
    let piece = folding.piece(scalar)
    switch piece.kind {
    case .letters: letters += piece.letters
    case .ideograph:
      endWord()
      letters += piece.letters
      joins = false
      endWord()
      joins = false
    case .apostrophe: takeApostrophe()
    case .blank:
      endWord()
      joins = false
    case .mark: endWord()
    case .nothing: break
    }
    return length
  }

  /// An apostrophe is left out, but behind a single letter as in `l'avventura` it separates.
  private mutating func takeApostrophe() {
    if letters.count == start + 1 { endWord() }
  }

  private mutating func endWord() {
    guard letters.count > start else { return }
    if letters.count > start + Self.longestWord {
      letters.removeSubrange((start + Self.longestWord)...)
      while let last = letters.last, last & 0xC0 == 0x80 { letters.removeLast() }
      if let last = letters.last, last >= 0xC0 { letters.removeLast() }
    }
    isJoined.append(joins && !isDecimal)
    ends.append(letters.count)
    start = letters.count
    joins = true
  }

  /// Whether the word is a number behind another one, as in `1.12`.
  private var isDecimal: Bool {
    guard let end = ends.last else { return false }
    return letters[end - 1] < 0x3A && letters[start] < 0x3A
  }
}
