/// The format of index entries: integers that record that a word occurs in a document, or that a
/// person has a credit for a title.
///
/// An *entry* consists of a key (28 bits), a document (28 bits), and flags (the lowest 8 bits). For
/// words, the key is the number of the word, the document is a title or a person, and the flags are
/// ``TermPositions``. For credits, the key is the id of the person, the document is the rank of a
/// title, and the flags are a ``Role``. A *posting* is an entry without its key.
enum Posting {
  /// The lowest bit of the key.
  static let keyShift = 36

  static func entry(_ key: Int, _ document: UInt32, _ flags: UInt8) -> UInt64 {
    UInt64(key) << keyShift | UInt64(document) << 8 | UInt64(flags)
  }

  static func key(_ entry: UInt64) -> UInt32 { UInt32(entry >> keyShift) }

  static func document(_ entry: UInt64) -> UInt32 { UInt32(entry >> 8 & 0xFFF_FFFF) }

  /// Replaces each key with the element of `newKeys` at the index that equals the key.
  static func renumber(_ entries: inout [UInt64], _ newKeys: [UInt32]) {
    let postingMask = UInt64(1) << UInt64(keyShift) - 1
    for index in entries.indices {
      let entry = entries[index]
      entries[index] = UInt64(newKeys[Int(key(entry))]) << keyShift | entry & postingMask
    }
  }

  /// Sorts postings by document, and combines the postings of each document into one with all their
  /// flags.
  ///
  /// `scratch` is temporary memory that can be reused for other calls.
  static func merge(_ postings: inout [UInt64], scratch: inout [UInt64]) {
    var isSorted = true
    for index in postings.indices.dropFirst() where postings[index - 1] >> 8 > postings[index] >> 8
    {
      isSorted = false
      break
    }
    if !isSorted { sort(&postings, &scratch) }
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

  private static func sort(_ postings: inout [UInt64], _ scratch: inout [UInt64]) {
    // For fewer elements, sorting by comparisons is faster.
    guard postings.count > 500, let maximum = postings.max() else { return postings.sort() }
    let bitCount = UInt64.bitWidth - maximum.leadingZeroBitCount
    postings.radixSort(bits: 8..<max(9, bitCount), scratch: &scratch)
  }
}
