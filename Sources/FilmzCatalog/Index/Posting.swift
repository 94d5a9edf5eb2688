/// The format of index entries: integers that record that a word occurs in a document, or that a
/// person has a credit for a title.
///
/// An *entry* consists of a key, which is the number of the word or the person (28 bits), the
/// document (28 bits), and flags (8 bits): ``TermPositions`` or ``Role``. A *posting* is an entry
/// without its key: the document from bit 8 on, and the flags.
enum Posting {
  /// The first bit of the key.
  static let keyShift = 36

  static func entry(_ key: Int, _ document: UInt32, _ flags: UInt8) -> UInt64 {
    UInt64(key) << keyShift | UInt64(document) << 8 | UInt64(flags)
  }

  static func key(_ entry: UInt64) -> UInt32 { UInt32(entry >> keyShift) }

  static func document(_ entry: UInt64) -> UInt32 { UInt32(entry >> 8 & 0xFFF_FFFF) }

  /// Replaces each key with the element of `newKeys` at its index.
  static func renumber(_ entries: inout [UInt64], _ newKeys: [UInt32]) {
    let postingMask = UInt64(1) << UInt64(keyShift) - 1
    for index in entries.indices {
      let entry = entries[index]
      entries[index] = UInt64(newKeys[Int(key(entry))]) << keyShift | entry & postingMask
    }
  }

  /// Sorts the postings of one key by document, and merges the flags of equal documents.
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
