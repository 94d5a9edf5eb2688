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

  /// Replaces each key with `newKeys[key]`.
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
    for index in postings.indices.dropFirst() where postings[index - 1] >> 8 > postings[index] >> 8 {
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

/// Index entries in memory or in a spill file, sorted by the word or person that their keys stand for.
struct PostingRun {
  /// The maximum number of entries to read from the file per call: 256 KB.
  private static let readLength = 1 << 15

  /// The entries that were read from the file last, or all entries if there is no file.
  private var buffer: [UInt64] = []
  /// The index of the next entry in `buffer`.
  private var position = 0
  private var file: SpillFile?
  /// The offset of the next entries to read from the file, in bytes.
  private var offset = 0
  /// The number of entries that have not been read from the file.
  private var unreadCount = 0

  init(entries: [UInt64]) { buffer = entries }

  init(file: SpillFile, start: Int, count: Int) { (self.file, offset, unreadCount) = (file, start, count) }

  /// Returns the key of the next entry, or `nil` at the end.
  mutating func nextKey() throws(CatalogError) -> UInt32? { try refill() ? Posting.key(buffer[position]) : nil }

  /// Removes all entries with a key, and passes them to a closure.
  ///
  /// All entries that precede those with the key have to have been removed already.
  mutating func take(_ key: UInt32, _ body: (UInt64) -> Void) throws(CatalogError) {
    while try refill() {
      let entry = buffer[position]
      guard Posting.key(entry) == key else { return }
      body(entry)
      position += 1
    }
  }

  /// Reads the next entries if the buffer has none left; returns `false` at the end.
  private mutating func refill() throws(CatalogError) -> Bool {
    if position < buffer.count { return true }
    guard unreadCount > 0, let file else { return false }
    let count = min(unreadCount, Self.readLength)
    buffer = try file.elements(UInt64.self, at: offset, count: count)
    offset += count * MemoryLayout<UInt64>.stride
    unreadCount -= count
    position = 0
    return true
  }
}

/// The positions of a word in the names of a title or a person: a set, because a title has several
/// names.
struct TermPositions: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The number of positions that are stored; words at later positions have none.
  static let positionCount = 5
  /// The name ends with the word.
  static let last = TermPositions(rawValue: 1 << 5)
  /// The word is an article at the beginning of the name.
  static let article = TermPositions(rawValue: 1 << 6)
  /// The name is the title, the original title, or the name of a person.
  static let main = TermPositions(rawValue: 1 << 7)

  /// Returns the flag of a position, or no flags if the position is not stored.
  ///
  /// Positions count from 0, which is the first word after a leading article.
  static func position(_ position: Int) -> TermPositions {
    position < positionCount ? TermPositions(rawValue: 1 << UInt8(position)) : []
  }
}

/// The LEB128 format of integers: seven bits per byte, the lowest bits first; the highest bit of a byte
/// is set if another byte follows.
enum Varint {
  static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  /// Reads the number at an index, and advances the index past it.
  ///
  /// Returns the bits read so far if the bytes end before the number ends, or the number has more than
  /// five bytes.
  @inline(__always)
  static func read(_ bytes: UnsafeRawBufferPointer, at index: inout Int) -> UInt32 {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while index < bytes.count, shift < 32 {
      let byte = UInt32(bytes[index])
      index += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return value
  }
}
