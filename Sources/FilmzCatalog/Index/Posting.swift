/// That a word stands in a document, or a person has to do with a title, as one number.
///
/// The number of the word or the person (28 bits), the document (28), and eight bits of how.
enum Posting {
  /// Where the number of the word begins.
  static let shift = 36

  static func entry(_ number: Int, _ document: UInt32, _ how: UInt8) -> UInt64 {
    UInt64(number) << shift | UInt64(document) << 8 | UInt64(how)
  }

  static func number(_ entry: UInt64) -> UInt32 { UInt32(entry >> shift) }

  static func document(_ entry: UInt64) -> UInt32 { UInt32(entry >> 8 & 0xFFF_FFFF) }

  /// Gives each word the number that stands in its place.
  static func renumber(_ entries: inout [UInt64], _ numbers: [UInt32]) {
    let rest = UInt64(1) << UInt64(shift) - 1
    for index in entries.indices {
      let entry = entries[index]
      entries[index] = UInt64(numbers[Int(number(entry))]) << shift | entry & rest
    }
  }

  /// Brings postings of one word, documents from bit 8 on, into order, with one for each document.
  static func merge(_ postings: inout [UInt64]) {
    var isSorted = true
    for index in postings.indices.dropFirst() where postings[index - 1] >> 8 > postings[index] >> 8
    {
      isSorted = false
      break
    }
    if !isSorted { postings.sort() }
    var count = 0
    for posting in postings {
      if count > 0, postings[count - 1] >> 8 == posting >> 8 {
        postings[count - 1] |= posting & 0xFF
      } else {
        postings[count] = posting
        count += 1
      }
    }
    postings.removeLast(postings.count - count)
  }
}
