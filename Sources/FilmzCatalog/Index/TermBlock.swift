/// A row of an index: consecutive words with their postings.
///
/// - `first` is the first word.
/// - `terms` contains for each word: the length of the prefix that it shares with the preceding word (1 byte), the number
///   of remaining bytes (1 byte), these bytes, the number of documents (``Varint``), and the number of bytes of the
///   postings (``Varint``).
/// - `postings` contains for each word and each of its documents: the difference from the preceding document
///   (``Varint``), and the flags of the posting (1 byte; see ``Posting``).
struct TermBlock {
  /// The maximum number of words of a block.
  private static let maximumTerms = 64
  /// The number of bytes of postings with which a block is full, even if it has fewer than `maximumTerms` words.
  private static let fullSize = 6000

  private(set) var first: [UInt8] = []
  private(set) var terms: [UInt8] = []
  private(set) var postings: [UInt8] = []
  private var lastWord: [UInt8] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }

  var isFull: Bool { count == Self.maximumTerms || postings.count >= Self.fullSize }

  /// Adds a word, which has to follow the preceding words in byte order.
  mutating func add(_ word: ArraySlice<UInt8>, _ wordPostings: [UInt64]) {
    let sharedLength = zip(lastWord, word).prefix { $0 == $1 }.count
    if isEmpty { first = Array(word) }
    terms.append(UInt8(sharedLength))
    terms.append(UInt8(word.count - sharedLength))
    terms += word.dropFirst(sharedLength)
    Varint.append(UInt32(wordPostings.count), to: &terms)
    let start = postings.count
    Self.append(wordPostings, to: &postings)
    Varint.append(UInt32(postings.count - start), to: &terms)
    lastWord = Array(word)
    count += 1
  }

  /// Returns postings in the format of a block, for a row that contains only postings.
  static func encodedPostings(_ postings: [UInt64]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(postings, to: &bytes)
    return bytes
  }

  private static func append(_ postings: [UInt64], to bytes: inout [UInt8]) {
    var previousDocument: UInt32 = 0
    for posting in postings {
      let document = UInt32(truncatingIfNeeded: posting >> 8)
      Varint.append(document - previousDocument, to: &bytes)
      bytes.append(UInt8(truncatingIfNeeded: posting))
      previousDocument = document
    }
  }

  /// The maximum number of bytes of a word; those that an import writes are much shorter.
  private static let maximumLength = 2 * Int(UInt8.max)

  /// Calls a closure with the words of a block in their order, until the closure returns `false`.
  ///
  /// The closure receives each word, which is valid only during the call, and the range of its postings in the bytes of
  /// ``postings``. Reading ends at the first word with impossible lengths.
  @inline(__always)
  static func read(
    _ terms: UnsafeRawBufferPointer, _ body: (_ word: UnsafeBufferPointer<UInt8>, _ postings: Range<Int>) throws -> Bool
  ) rethrows {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumLength) { word in
      var (index, length, start) = (0, 0, 0)
      while index + 2 <= terms.count {
        let sharedLength = Int(terms[index])
        let suffixLength = Int(terms[index + 1])
        index += 2
        guard sharedLength <= length, index + suffixLength <= terms.count else { return }
        for offset in 0..<suffixLength {
          word.initializeElement(at: sharedLength + offset, to: terms[index + offset])
        }
        length = sharedLength + suffixLength
        index += suffixLength
        // The number of documents.
        _ = Varint.read(terms, at: &index)
        let size = Int(Varint.read(terms, at: &index))
        guard try body(UnsafeBufferPointer(rebasing: word[..<length]), start..<start + size) else { return }
        start += size
      }
    }
  }

  /// Calls a closure with the postings of those words of a block that begin with a prefix, in the order of the words.
  ///
  /// Returns `false` if a word of the block follows all words with the prefix. As in ``read(_:_:)``, the closure receives
  /// the range of the postings in the bytes of ``postings``. The words themselves are not put together, because
  /// hundred thousands of words may begin with the same letter.
  static func readPostings(
    ofPrefix prefix: [UInt8], _ terms: UnsafeRawBufferPointer, _ body: (Range<Int>) throws -> Void
  ) rethrows -> Bool {
    var index = 0
    var length = 0
    // The number of bytes at the beginning of the last word that are those of the prefix.
    var equalLength = 0
    var start = 0
    while index + 2 <= terms.count {
      let sharedLength = Int(terms[index])
      let end = index + 2 + Int(terms[index + 1])
      index += 2
      guard sharedLength <= length, end <= terms.count else { return true }
      length = sharedLength + end - index
      if sharedLength < equalLength { return false }
      if sharedLength == equalLength {
        while index < end, equalLength < prefix.count, terms[index] == prefix[equalLength] {
          index += 1
          equalLength += 1
        }
        if index < end, equalLength < prefix.count, terms[index] > prefix[equalLength] { return false }
      }
      index = end
      // The number of documents.
      _ = Varint.read(terms, at: &index)
      let size = Int(Varint.read(terms, at: &index))
      if equalLength == prefix.count { try body(start..<start + size) }
      start += size
    }
    return true
  }

  /// Returns the postings in a range of bytes.
  static func decodedPostings(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> [UInt64] {
    var postings: [UInt64] = []
    readPostings(bytes, in: range) { postings += $0 }
    return postings
  }

  /// Returns the first posting that has at least one flag of a mask, or any first posting if the mask is `nil`; `nil` if
  /// there is none.
  static func firstPosting(_ bytes: UnsafeRawBufferPointer, mask: UInt8?) -> UInt64? {
    var index = 0
    var document: UInt32 = 0
    while index < bytes.count {
      document &+= Varint.read(bytes, at: &index)
      guard index < bytes.count else { return nil }
      let flags = bytes[index]
      if mask.map({ flags & $0 != 0 }) ?? true { return UInt64(document) << 8 | UInt64(flags) }
      index += 1
    }
    return nil
  }

  /// The number of postings that are read at once.
  private static let partSize = 1024

  /// Calls a closure with the postings in a range of bytes, in parts of at most 1,024 postings, which it may overwrite.
  @inline(__always)
  static func readPostings(
    _ bytes: UnsafeRawBufferPointer, in range: Range<Int>, _ body: (UnsafeMutableBufferPointer<UInt64>) throws -> Void
  ) rethrows {
    let range = range.clamped(to: 0..<bytes.count)
    let bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
    try withUnsafeTemporaryAllocation(of: UInt64.self, capacity: min(partSize, bytes.count)) { part in
      var index = 0
      var document: UInt32 = 0
      while index < bytes.count {
        var count = 0
        while count < part.count, index < bytes.count {
          document &+= Varint.read(bytes, at: &index)
          guard index < bytes.count else { break }
          part.initializeElement(at: count, to: UInt64(document) << 8 | UInt64(bytes[index]))
          index += 1
          count += 1
        }
        try body(UnsafeMutableBufferPointer(rebasing: part[..<count]))
      }
    }
  }
}

extension UnsafeMutableBufferPointer<UInt64> {
  /// Moves the postings that have at least one flag of a mask to the beginning, and returns them; if `documents` is not
  /// `nil`, only those of these documents.
  ///
  /// The mask `.max` also includes postings without flags.
  func filterPostings(_ mask: UInt8, among documents: NumberSet?) -> UnsafeBufferPointer<UInt64> {
    var end = count
    if mask != .max { end = movePostings(before: end) { UInt8(truncatingIfNeeded: $0) & mask != 0 } }
    if let documents { end = movePostings(before: end) { documents.contains(UInt32(truncatingIfNeeded: $0 >> 8)) } }
    return UnsafeBufferPointer(rebasing: self[..<end])
  }

  /// Moves those of the postings before `end` that satisfy a condition to the beginning, and returns their number.
  @inline(__always)
  private func movePostings(before end: Int, where condition: (UInt64) -> Bool) -> Int {
    var count = 0
    for index in 0..<end {
      let posting = self[index]
      self[count] = posting
      if condition(posting) { count += 1 }
    }
    return count
  }
}
