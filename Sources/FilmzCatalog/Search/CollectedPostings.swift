/// Postings of several words, which are merged by document.
///
/// Few postings are collected in a list and sorted. Many are stored in arrays indexed by document, which takes less
/// time than sorting.
struct CollectedPostings {
  /// The number of postings in the list at which they are moved to the arrays.
  private static let maximumListed = 20_000
  /// The lowest document whose postings stay in the list, so that a damaged file does not make the arrays huge.
  private static let documentLimit: UInt32 = 1 << 26

  private var list: [UInt64] = []
  /// The flags of the postings by document; empty as long as there are few postings.
  private var flags: [UInt8] = []
  /// A bit for each document with a posting.
  private var documents: [UInt64] = []
  private let steps: SearchSteps

  init(_ steps: SearchSteps) { self.steps = steps }

  /// Adds a posting.
  ///
  /// - Throws: `CancellationError`.
  @inline(__always)
  mutating func add(_ posting: UInt64) throws {
    try steps.take()
    if documents.isEmpty {
      list.append(posting)
      if list.count == Self.maximumListed { storeByDocument() }
    } else {
      store(posting)
    }
  }

  /// Adds postings.
  ///
  /// - Throws: `CancellationError`.
  mutating func add(contentsOf postings: [UInt64]) throws { for posting in postings { try add(posting) } }

  private mutating func storeByDocument() {
    let postings = list
    list = []
    grow(to: 1)
    for posting in postings { store(posting) }
  }

  @inline(__always)
  private mutating func store(_ posting: UInt64) {
    let document = UInt32(truncatingIfNeeded: posting >> 8)
    guard document < Self.documentLimit else { return list.append(posting) }
    let word = Int(document / 64)
    if word >= documents.count { grow(to: word + 1) }
    documents[word] |= 1 << UInt64(document % 64)
    flags[Int(document)] |= UInt8(truncatingIfNeeded: posting)
  }

  private mutating func grow(to count: Int) {
    let count = max(count, 2 * documents.count)
    documents += [UInt64](repeating: 0, count: count - documents.count)
    flags += [UInt8](repeating: 0, count: 64 * count - flags.count)
  }

  /// Returns the postings ordered by document, with one posting for each document, which has all flags.
  ///
  /// - Throws: `CancellationError`.
  consuming func merged() throws -> [UInt64] {
    var rest = list
    var scratch: [UInt64] = []
    Posting.merge(&rest, scratch: &scratch)
    guard !documents.isEmpty else { return rest }
    var postings: [UInt64] = []
    postings.reserveCapacity(documents.reduce(0) { $0 + $1.nonzeroBitCount } + rest.count)
    for (word, bits) in documents.enumerated() {
      try steps.take(1 + bits.nonzeroBitCount)
      var bits = bits
      while bits != 0 {
        let document = word * 64 + bits.trailingZeroBitCount
        postings.append(UInt64(document) << 8 | UInt64(flags[document]))
        bits &= bits - 1
      }
    }
    return postings + rest
  }
}
