import Testing

@testable import FilmzCatalog

/// Postings of several words, merged by document.
struct CollectedPostingsTests {
  /// Each case has the number of documents, and the factor by which they are spread.
  @Test(arguments: [(1, 1), (1000, 7), (25_000, 1), (25_000, 3), (70_000, 11)])
  func postingsAreMergedByDocument(count: Int, factor: Int) throws {
    var collected = CollectedPostings(SearchSteps())
    var expected: [UInt64: UInt64] = [:]
    for word in 0..<2 {
      // In an order that is not that of the documents; every third document has both words.
      for number in 0..<count where word == 0 || number.isMultiple(of: 3) {
        let document = UInt64((number * 7919 % count) * factor)
        let flags = UInt64(1 << word)
        try collected.add(document << 8 | flags)
        expected[document, default: 0] |= flags
      }
    }
    let postings = expected.keys.sorted().map { $0 << 8 | (expected[$0] ?? 0) }
    #expect(try collected.merged() == postings)
  }
}
