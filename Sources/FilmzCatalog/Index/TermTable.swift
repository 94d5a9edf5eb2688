/// Words and their numbers, in the order in which they first came.
struct TermTable {
  /// Words at most, so that a number fits into 28 bits.
  static let capacity = 1 << 28

  private var letters: [UInt8] = []
  private var starts: [UInt32] = [0]
  private var hashes: [UInt32] = []
  /// Numbers + 1 by hash, 0 where a slot is free; a power of two of them.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)
  /// The numbers in the order of the words' bytes, as far as they were sorted.
  private var sorted: [UInt32] = []

  init() {}

  /// How many words there are.
  var count: Int { hashes.count }

  /// The number of a word among some bytes; a new one for a new word, or nothing where the table
  /// is full.
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

  /// The bytes of a word.
  func word(_ number: Int) -> ArraySlice<UInt8> {
    letters[Int(starts[number])..<Int(starts[number + 1])]
  }

  /// The numbers of all words in the order of their bytes.
  mutating func order() -> [UInt32] {
    guard sorted.count < count else { return sorted }
    let new = (UInt32(sorted.count)..<UInt32(count)).map { (key: key(Int($0)), number: $0) }
      .sorted { precedes($0, $1) }
    let old = sorted.map { (key: key(Int($0)), number: $0) }
    sorted = []
    sorted.reserveCapacity(old.count + new.count)
    var next = new.startIndex
    for element in old {
      while next < new.endIndex, precedes(new[next], element) {
        sorted.append(new[next].number)
        next += 1
      }
      sorted.append(element.number)
    }
    sorted += new[next...].map(\.number)
    return sorted
  }

  /// The first eight bytes, so that most words are told apart by one comparison.
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
