import FilmzDomain

/// A hash table that numbers words in the order in which they are first added.
struct TermTable {
  /// The maximum number of words; their numbers have to fit into 28 bits (see ``Posting``).
  static let capacity = 1 << 28

  /// The bytes of all words.
  private var wordBytes: [UInt8] = []
  /// The start of each word in `wordBytes`, and the end of the last word.
  private var starts: [UInt32] = [0]
  /// The hash of each word.
  private var hashes: [UInt32] = []
  /// The hash table of the numbers, each plus 1; 0 stands for a free slot.
  ///
  /// Its size is a power of two.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)
  /// The numbers that the last call of ``sortedNumbers()`` returned.
  private var sorted: [UInt32] = []

  /// The number of words.
  var count: Int { hashes.count }

  /// Returns the number of the word in a range of bytes, and adds the word if it is new.
  ///
  /// Returns `nil` if the word is new and the table is full.
  mutating func number(of bytes: [UInt8], _ word: Range<Int>) -> Int? {
    let hash = Self.hash(bytes, word)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, equals(number, bytes, word) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard count < Self.capacity else { return nil }
    wordBytes += bytes[word]
    starts.append(UInt32(wordBytes.count))
    hashes.append(hash)
    slots[slot] = UInt32(count)
    if count * 2 > slots.count { grow() }
    return count - 1
  }

  /// Returns the bytes of a word.
  func word(_ number: Int) -> ArraySlice<UInt8> { wordBytes[Int(starts[number])..<Int(starts[number + 1])] }

  /// Returns the numbers of all words, ordered by the words' bytes.
  ///
  /// Only the words that were added since the last call are sorted; then they are merged with the
  /// others.
  mutating func sortedNumbers() -> [UInt32] {
    guard sorted.count < count else { return sorted }
    let newNumbers = UInt32(sorted.count)..<UInt32(count)
    let newWords = newNumbers.map { (sortKey: sortKey(Int($0)), number: $0) }.sorted(by: precedes)
    let sortedWords = sorted.map { (sortKey: sortKey(Int($0)), number: $0) }
    sorted = []
    sorted.reserveCapacity(sortedWords.count + newWords.count)
    var next = newWords.startIndex
    for word in sortedWords {
      while next < newWords.endIndex, precedes(newWords[next], word) {
        sorted.append(newWords[next].number)
        next += 1
      }
      sorted.append(word.number)
    }
    sorted += newWords[next...].map(\.number)
    return sorted
  }

  /// Returns the first eight bytes of a word as a number, so that most words can be ordered by one
  /// comparison.
  private func sortKey(_ number: Int) -> UInt64 {
    var sortKey: UInt64 = 0
    let start = Int(starts[number])
    let end = Int(starts[number + 1])
    for offset in 0..<8 { sortKey = sortKey << 8 | (start + offset < end ? UInt64(wordBytes[start + offset]) : 0) }
    return sortKey
  }

  private func precedes(_ left: (sortKey: UInt64, number: UInt32), _ right: (sortKey: UInt64, number: UInt32)) -> Bool {
    if left.sortKey != right.sortKey { return left.sortKey < right.sortKey }
    return word(Int(left.number)).lexicographicallyPrecedes(word(Int(right.number)))
  }

  private func equals(_ number: Int, _ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    let start = Int(starts[number])
    guard Int(starts[number + 1]) - start == word.count else { return false }
    let distance = start - word.lowerBound
    for index in word where wordBytes[index + distance] != bytes[index] { return false }
    return true
  }

  /// Doubles the size of the hash table.
  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number) + 1
    }
  }

  /// Returns the hash of a word, with the high bits mixed into the low bits, which select the slot.
  private static func hash(_ bytes: [UInt8], _ word: Range<Int>) -> UInt32 {
    let hash = FNV1a.hash32(of: bytes.span.extracting(word))
    return hash ^ hash >> 15
  }
}

/// A row of the table `spelling`: words with the same number of scalars, which are candidates for corrections.
///
/// The row contains for each word: the set of its letters (4 bytes), the bucket of the rank of the most
/// popular title with the word (1 byte), the number of bytes of the word (1 byte), and these bytes.
struct SpellingBlock {
  /// The number of bytes with which a row is full.
  private static let fullSize = 32_000
  /// The lengths of the words that are stored, in scalars; shorter words are too similar to each
  /// other.
  static let lengths = 3...24
  /// The number of row numbers that are reserved for the words of a length.
  private static let rowsPerLength = 1_000_000

  /// Returns the row numbers that are reserved for the words of a length.
  static func rows(_ length: Int) -> Range<Int> { length * rowsPerLength..<(length + 1) * rowsPerLength }

  /// The bytes of the row.
  private(set) var bytes: [UInt8] = []

  var isFull: Bool { bytes.count >= Self.fullSize }

  /// Adds a word with the rank of the most popular title that contains the word.
  mutating func add(_ word: ArraySlice<UInt8>, rank: UInt32) {
    let letterSet = Self.letterSet(of: word)
    for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: letterSet >> shift)) }
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
  /// A typing error changes at most two elements of the set, so that a fast comparison of sets excludes most words.
  static func letterSet(of word: some Collection<UInt8>) -> UInt32 {
    if word.allSatisfy({ $0 < 0x80 }) { return word.reduce(0) { $0 | 1 << UInt32($1 & 31) } }
    return String(decoding: word, as: UTF8.self).unicodeScalars.reduce(0) { $0 | 1 << ($1.value & 31) }
  }

  /// Calls a closure with the words of a row, up to the first incomplete word.
  static func read(
    _ row: UnsafeRawBufferPointer,
    _ body: (_ letterSet: UInt32, _ rankBucket: UInt8, _ word: UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    var index = 0
    while index + 6 <= row.count {
      let end = index + 6 + Int(row[index + 5])
      guard end <= row.count else { return }
      try body(
        UInt32(littleEndian: row.loadUnaligned(fromByteOffset: index, as: UInt32.self)), row[index + 4],
        UnsafeRawBufferPointer(rebasing: row[index + 6..<end]))
      index = end
    }
  }
}
