/// Postings of several words, which are merged by document.
///
/// Few postings are collected in a list and sorted. Many are stored in arrays indexed by document, which takes less
/// time than sorting.
struct CollectedPostings {
  /// The number of postings in the list at which they are moved to the arrays.
  private static let maximumListed = 20_000
  /// The lowest document whose postings stay in the list, so that a damaged file does not make the arrays huge.
  private static let documentLimit: UInt64 = 1 << 26

  private var list: [UInt64] = []
  /// The flags of the postings by document; empty as long as there are few postings.
  private var flags: [UInt8] = []
  /// A bit for each document with a posting.
  private var documents: [UInt64] = []
  private let steps: SearchSteps

  init(_ steps: SearchSteps) { self.steps = steps }

  /// Adds postings.
  ///
  /// - Throws: `CancellationError`.
  mutating func add(contentsOf postings: UnsafeBufferPointer<UInt64>) throws {
    try steps.take(postings.count)
    guard documents.isEmpty else { return store(postings) }
    list += postings
    guard list.count >= Self.maximumListed else { return }
    let listed = list
    list = []
    listed.withUnsafeBufferPointer { store($0) }
  }

  private mutating func store(_ postings: UnsafeBufferPointer<UInt64>) {
    let greatest = postings.reduce(0) { max($0, $1 >> 8 < Self.documentLimit ? $1 >> 8 : 0) }
    let neededCount = Int(greatest / 64) + 1
    if neededCount > documents.count {
      let count = neededCount + neededCount / 4
      documents += [UInt64](repeating: 0, count: count - documents.count)
      flags += [UInt8](repeating: 0, count: 64 * count - flags.count)
    }
    Self.store(postings, &documents, &flags)
    list += postings.lazy.filter { $0 >> 8 >= Self.documentLimit }
  }

  private static func store(
    _ postings: UnsafeBufferPointer<UInt64>, _ documents: inout [UInt64], _ flags: inout [UInt8]
  ) {
    documents.withUnsafeMutableBufferPointer { documents in
      flags.withUnsafeMutableBufferPointer { flags in
        for posting in postings {
          let document = posting >> 8
          guard document < documentLimit else { continue }
          documents[Int(document / 64)] |= 1 << (document % 64)
          flags[Int(document)] |= UInt8(truncatingIfNeeded: posting)
        }
      }
    }
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
    postings += rest
    return postings
  }
}
