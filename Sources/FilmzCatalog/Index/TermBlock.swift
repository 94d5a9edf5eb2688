/// Neighbouring words of the index with their postings, as one row of the catalog holds them.
///
/// `terms`: for each word the bytes it shares with the one before, the bytes of its own with their
/// number in front, how many documents it has, and how many bytes of postings. `postings`: for each
/// word and document the distance to the document before as a varint, and a placement.
struct TermBlock {
  /// Words of a block at most.
  private static let mostTerms = 64
  /// Bytes of postings from which on a block is full.
  private static let fullSize = 6000

  private(set) var first: [UInt8] = []
  private(set) var terms: [UInt8] = []
  private(set) var postings: [UInt8] = []
  private var last: [UInt8] = []
  private var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  var isFull: Bool { count == Self.mostTerms || postings.count >= Self.fullSize }

  /// Adds a word, which has to come behind those that are there.
  mutating func add(_ word: ArraySlice<UInt8>, _ entries: [UInt64]) {
    let shared = zip(last, word).prefix { $0 == $1 }.count
    if isEmpty { first = Array(word) }
    terms.append(UInt8(shared))
    terms.append(UInt8(word.count - shared))
    terms += word.dropFirst(shared)
    Varint.append(UInt32(entries.count), to: &terms)
    let start = postings.count
    Self.append(entries, to: &postings)
    Varint.append(UInt32(postings.count - start), to: &terms)
    last = Array(word)
    count += 1
  }

  /// Postings on their own, as those of a person's titles.
  static func postings(_ entries: [UInt64]) -> [UInt8] {
    var postings: [UInt8] = []
    append(entries, to: &postings)
    return postings
  }

  private static func append(_ entries: [UInt64], to postings: inout [UInt8]) {
    var document: UInt32 = 0
    for entry in entries {
      let next = UInt32(truncatingIfNeeded: entry >> 8)
      Varint.append(next - document, to: &postings)
      postings.append(UInt8(truncatingIfNeeded: entry))
      document = next
    }
  }

  /// A word of a block, and where its postings stand.
  struct Term {
    let word: [UInt8]
    let documents: Int
    let postings: Range<Int>
  }

  /// The words of a block in their order, until one is enough.
  ///
  /// What is damaged ends the block.
  static func read(_ terms: UnsafeRawBufferPointer, _ body: (Term) -> Bool) {
    var index = 0
    var word: [UInt8] = []
    var start = 0
    while index + 2 <= terms.count {
      let shared = Int(terms[index])
      let own = Int(terms[index + 1])
      index += 2
      guard shared <= word.count, index + own <= terms.count else { return }
      word.removeSubrange(shared...)
      word += terms[index..<index + own]
      index += own
      let documents = Int(Varint.read(terms, at: &index))
      let size = Int(Varint.read(terms, at: &index))
      let term = Term(word: word, documents: documents, postings: start..<start + size)
      guard body(term) else { return }
      start += size
    }
  }

  /// Postings as entries: a document from bit 8 on, and a placement; only those that have one of the
  /// mask's bits.
  static func entries(
    _ postings: UnsafeRawBufferPointer, in range: Range<Int>, mask: UInt8 = .max,
    into entries: inout [UInt64]
  ) {
    let range = range.clamped(to: 0..<postings.count)
    let bytes = UnsafeRawBufferPointer(rebasing: postings[range])
    var index = 0
    var document: UInt32 = 0
    while index < bytes.count {
      document &+= Varint.read(bytes, at: &index)
      guard index < bytes.count else { return }
      if bytes[index] & mask != 0 || mask == .max {
        entries.append(UInt64(document) << 8 | UInt64(bytes[index]))
      }
      index += 1
    }
  }
}
