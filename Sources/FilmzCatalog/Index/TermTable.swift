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

  init() {}

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
  func word(_ number: Int) -> ArraySlice<UInt8> {
    wordBytes[Int(starts[number])..<Int(starts[number + 1])]
  }

  /// Returns the numbers of all words, ordered by the words' bytes.
  ///
  /// Only the words that were added since the last call are sorted; then they are merged with the
  /// others.
  mutating func sortedNumbers() -> [UInt32] {
    guard sorted.count < count else { return sorted }
    let newWords = (UInt32(sorted.count)..<UInt32(count)).map {
      (sortKey: sortKey(Int($0)), number: $0)
    }
    .sorted { precedes($0, $1) }
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
    for offset in 0..<8 {
      sortKey = sortKey << 8 | (start + offset < end ? UInt64(wordBytes[start + offset]) : 0)
    }
    return sortKey
  }

  private func precedes(
    _ left: (sortKey: UInt64, number: UInt32), _ right: (sortKey: UInt64, number: UInt32)
  ) -> Bool {
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
