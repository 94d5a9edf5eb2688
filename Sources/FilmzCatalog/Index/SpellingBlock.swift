/// A row of words that are candidates for spelling corrections and have the same number of scalars.
///
/// The row contains for each word: the set of its letters (4 bytes), the bucket of the rank of the most
/// popular title with the word (1 byte), the number of bytes of the word (1 byte), and these bytes.
struct SpellingBlock {
  /// The number of bytes at which a row is full.
  private static let fullSize = 32_000
  /// The lengths of the words that are stored, in scalars; shorter words are too similar to each
  /// other.
  static let lengths = 3...24
  /// The number of row numbers that are reserved for the words of a length.
  private static let rowsPerLength = 1_000_000

  /// Returns the row numbers that are reserved for the words of a length.
  static func rows(_ length: Int) -> Range<Int> {
    length * rowsPerLength..<(length + 1) * rowsPerLength
  }

  /// The bytes of the row.
  private(set) var bytes: [UInt8] = []

  init() {}

  var isFull: Bool { bytes.count >= Self.fullSize }

  /// Adds a word with the rank of the most popular title that contains the word.
  mutating func add(_ word: ArraySlice<UInt8>, rank: UInt32) {
    let letterSet = Self.letterSet(of: word)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: letterSet >> shift))
    }
    bytes.append(Self.rankBucket(rank))
    bytes.append(UInt8(word.count))
    bytes += word
  }

  /// Returns the bucket of a rank: about 8 · log₂(rank + 1), and at most 255.
  ///
  /// The most popular title has the bucket 0.
  static func rankBucket(_ rank: UInt32) -> UInt8 {
    let value = UInt64(rank) + 1
    let power = UInt64.bitWidth - 1 - value.leadingZeroBitCount
    let eighths = power >= 3 ? (value >> (power - 3)) & 7 : (value << (3 - power)) & 7
    return UInt8(clamping: power * 8 + Int(eighths))
  }

  /// Returns the set of the scalars of a word, each modulo 32, with a bit for each element.
  ///
  /// A typing error changes at most two elements of the set. So comparing the sets is enough to exclude
  /// most words, and it is fast.
  static func letterSet(of word: some Collection<UInt8>) -> UInt32 {
    if word.allSatisfy({ $0 < 0x80 }) { return word.reduce(0) { $0 | 1 << UInt32($1 & 31) } }
    return String(decoding: word, as: UTF8.self).unicodeScalars
      .reduce(0) { $0 | 1 << ($1.value & 31) }
  }

  /// A word of a row.
  struct Word {
    let letterSet: UInt32
    let rankBucket: UInt8
    let bytes: UnsafeRawBufferPointer
  }

  /// Calls a closure with the words of a row, up to the first incomplete word.
  static func read(_ row: UnsafeRawBufferPointer, _ body: (Word) -> Void) {
    var index = 0
    while index + 6 <= row.count {
      let end = index + 6 + Int(row[index + 5])
      guard end <= row.count else { return }
      body(
        Word(
          letterSet: UInt32(
            littleEndian: row.loadUnaligned(fromByteOffset: index, as: UInt32.self)),
          rankBucket: row[index + 4],
          bytes: UnsafeRawBufferPointer(rebasing: row[index + 6..<end])))
      index = end
    }
  }
}
