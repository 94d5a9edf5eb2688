/// Words that typing errors may have been meant for, as one row of the catalog holds them.
///
/// All words of a row have as many letters. For each: a set of the letters it has (4 bytes), how well
/// known the best title is that has it (1), the bytes of the word with their number in front.
struct SpellingBlock {
  /// Bytes from which on a row is full.
  private static let fullSize = 32_000
  /// Letters of words that are kept; shorter ones are too near to each other.
  static let lengths = 3...24
  /// Rows with the words of one length are numbered from its multiple of this on.
  static let stride = 1_000_000

  /// Row numbers of the words of some length.
  static func rows(_ length: Int) -> Range<Int> { length * stride..<(length + 1) * stride }

  private(set) var bytes: [UInt8] = []

  init() {}

  var isFull: Bool { bytes.count >= Self.fullSize }

  /// Adds a word, with the rank of the best known title that has it.
  mutating func add(_ word: ArraySlice<UInt8>, rank: UInt32) {
    let letters = Self.letters(word)
    for shift in Swift.stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: letters >> shift))
    }
    bytes.append(Self.rankBucket(rank))
    bytes.append(UInt8(word.count))
    bytes += word
  }

  /// Eighths of powers of two of the rank, 0 for the best.
  static func rankBucket(_ rank: UInt32) -> UInt8 {
    let value = UInt64(rank) + 1
    let power = UInt64.bitWidth - 1 - value.leadingZeroBitCount
    let eighths = power >= 3 ? (value >> (power - 3)) & 7 : (value << (3 - power)) & 7
    return UInt8(clamping: power * 8 + Int(eighths))
  }

  /// A set of the letters that occur, each modulo 32: words that differ in it by more than two for
  /// each error are further away.
  static func letters(_ word: some Collection<UInt8>) -> UInt32 {
    if word.allSatisfy({ $0 < 0x80 }) { return word.reduce(0) { $0 | 1 << UInt32($1 & 31) } }
    return String(decoding: word, as: UTF8.self).unicodeScalars
      .reduce(0) { $0 | 1 << ($1.value & 31) }
  }

  /// A word of a row.
  struct Word {
    let letters: UInt32
    let rankBucket: UInt8
    let bytes: UnsafeRawBufferPointer
  }

  /// Goes through the words of a row; what is damaged ends it.
  static func read(_ row: UnsafeRawBufferPointer, _ body: (Word) -> Void) {
    var index = 0
    while index + 6 <= row.count {
      let end = index + 6 + Int(row[index + 5])
      guard end <= row.count else { return }
      body(
        Word(
          letters: UInt32(
            littleEndian: row.loadUnaligned(fromByteOffset: index, as: UInt32.self)),
          rankBucket: row[index + 4],
          bytes: UnsafeRawBufferPointer(rebasing: row[index + 6..<end])))
      index = end
    }
  }
}
