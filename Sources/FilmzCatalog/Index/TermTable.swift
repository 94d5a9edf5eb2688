/// A hash table that numbers words in the order in which they are first added.
struct TermTable {
  /// The maximum number of words, so that a number fits into 28 bits.
  static let capacity = 1 << 28

  /// The bytes of all words.
  private var letters: [UInt8] = []
  /// The start of each word in `letters`, and the end of the last one.
  private var starts: [UInt32] = [0]
  private var hashes: [UInt32] = []
  /// The hash table of numbers + 1, with 0 for a free slot; its size is a power of two.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)
  /// The numbers of the words that have been sorted, ordered by the words' bytes.
  private var sorted: [UInt32] = []

  init() {}

  /// The number of words.
  var count: Int { hashes.count }

  /// Returns the number of the word in a range of bytes, which is added if it is new.
  ///
  /// Returns `nil` for a new word if the table is full.
  mutating func number(of bytes: [UInt8], _ word: Range<Int>) -> Int? {
    let hash = Self.hash(bytes, word)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, equals(number, bytes, word) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard count < Self.capacity else { return nil }
    letters += bytes[word]
    starts.append(UInt32(letters.count))
    hashes.append(hash)
    slots[slot] = UInt32(count)
    if count * 2 > slots.count { grow() }
    return count - 1
  }

  /// Returns the bytes of a word.
  func word(_ number: Int) -> ArraySlice<UInt8> {
    letters[Int(starts[number])..<Int(starts[number + 1])]
  }

  /// Returns the numbers of all words, ordered by the words' bytes.
  mutating func sortedNumbers() -> [UInt32] {
    guard sorted.count < count else { return sorted }
    let newWords = (UInt32(sorted.count)..<UInt32(count)).map { (key: key(Int($0)), number: $0) }
      .sorted { precedes($0, $1) }
    let sortedWords = sorted.map { (key: key(Int($0)), number: $0) }
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

  /// Returns the first eight bytes, so that most words are ordered by one comparison.
  private func key(_ number: Int) -> UInt64 {
    var key: UInt64 = 0
    let start = Int(starts[number])
    let end = Int(starts[number + 1])
    for offset in 0..<8 {
      key = key << 8 | (start + offset < end ? UInt64(letters[start + offset]) : 0)
    }
    return key
  }

  private func precedes(
    _ left: (key: UInt64, number: UInt32), _ right: (key: UInt64, number: UInt32)
  ) -> Bool {
    if left.key != right.key { return left.key < right.key }
    return word(Int(left.number)).lexicographicallyPrecedes(word(Int(right.number)))
  }

  private func equals(_ number: Int, _ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    let start = Int(starts[number])
    guard Int(starts[number + 1]) - start == word.count else { return false }
    let distance = start - word.lowerBound
    for index in word where letters[index + distance] != bytes[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number) + 1
    }
  }

  /// FNV-1a, with its high bits mixed into the low ones.
  private static func hash(_ bytes: [UInt8], _ word: Range<Int>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for index in word { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
    return hash ^ hash >> 15
  }
}
