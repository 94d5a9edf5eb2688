import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzCatalog

/// Searches that nobody waits for any more.
@Suite struct SearchCancellationTests {
  private static let titleCount = 3000

  private static func withReader(_ body: (CatalogReader) throws -> Void) async throws {
    try await ScratchFolder.with { folder in
      let words = ["Zorbal", "House", "Vexi", "Qimb", "Wrixono", "Hotel"]
      try folder.write(
        .basics,
        (1...titleCount).map { id in
          DatasetRow.title(id, "The \(words[id % 6]) \(words[id % 5]) \(id % 7)", 1950 + id % 70)
        })
      try folder.write(.ratings, (1...titleCount).map { DatasetRow.rating($0, "7.0", 100 + $0) })
      try await folder.importCatalog()
      let database = try DatabaseQueue(path: folder.catalog.path(percentEncoded: false))
      try body(try CatalogReader(database, path: "", ratingsAsOf: nil))
    }
  }

  private static let queries: [SearchQuery] = {
    var beginning = SearchQuery(text: "zo")
    beginning.findsBeginnings = true
    var years = FilmFilter()
    years.years = 1950...1990
    return [
      SearchQuery(text: "zorbal"), SearchQuery(text: "zorbal h"), SearchQuery(text: "the hou"),
      SearchQuery(text: "zrobal hotle"), SearchQuery(text: "qimb vexi 1955"), SearchQuery(text: "zorbal*"),
      SearchQuery(text: "", filter: years, order: FilmOrder(.imdb)),
      SearchQuery(text: "house", order: FilmOrder(.year)), beginning,
    ]
  }()

  @Test("After a check that ends a search, there are no more steps", arguments: queries)
  func searchEndsAtTheNextCheck(query: SearchQuery) async throws {
    try await Self.withReader { reader in
      // The best known titles are read only once.
      _ = try reader.titles(query)
      var checkCount = 0
      let all = SearchSteps(interval: 100) { checkCount += 1 }
      _ = try reader.titles(query, steps: all)
      guard checkCount > 0 else { return }
      for last in stride(from: 1, through: checkCount, by: max(1, checkCount / 20)) {
        var remaining = last
        let steps = SearchSteps(interval: 100) {
          remaining -= 1
          if remaining == 0 { throw CancellationError() }
        }
        #expect(throws: CancellationError.self) { try reader.titles(query, steps: steps) }
        #expect(remaining == 0, "there was a check after the one that ended the search")
      }
    }
  }

  @Test("Every posting that is read is a step, and checks are close together")
  func stepsAreCounted() async throws {
    try await Self.withReader { reader in
      var checks: [Int] = []
      var steps: SearchSteps?
      let counter = SearchSteps(interval: 100) { checks.append(steps?.count ?? 0) }
      steps = counter
      _ = try reader.titles(SearchQuery(text: "zorbal hou"), steps: counter)
      #expect(counter.count > Self.titleCount)
      // The largest number of steps at once is that of a list of postings.
      let gaps = zip(checks, checks.dropFirst()).map { $1 - $0 }
      #expect(gaps.allSatisfy { $0 <= 100 + Self.titleCount })
    }
  }

  @Test("A search after a cancelled one is complete")
  func laterSearchIsComplete() async throws {
    try await Self.withReader { reader in
      let query = SearchQuery(text: "zorbal hou")
      let expected = try reader.titles(query)
      for _ in 0..<10 {
        #expect(throws: CancellationError.self) {
          try reader.titles(query, steps: SearchSteps(interval: 100) { throw CancellationError() })
        }
        let titles = try reader.titles(query)
        #expect(titles.head.map(\.rank) == expected.head.map(\.rank))
        #expect(titles.tail == expected.tail)
      }
    }
  }
}

/// The merging of postings of many words.
@Suite struct CollectedPostingsTests {
  @Test("Few and many postings are merged by document", arguments: Seeds.of(0...19), [10, 1000, 30_000])
  func postingsAreMerged(seed: UInt64, count: Int) throws {
    var random = SplitMix(seed)
    let limit: UInt64 = random.element(of: [100, 100_000, 1 << 28])
    let postings = (0..<count).map { _ in
      UInt64.random(in: 0..<limit, using: &random) << 8 | UInt64.random(in: 0..<256, using: &random)
    }
    var collected = CollectedPostings(SearchSteps())
    try postings.withUnsafeBufferPointer { try collected.add(contentsOf: $0) }
    var expected: [UInt64: UInt64] = [:]
    for posting in postings { expected[posting >> 8, default: 0] |= posting & 0xFF }
    #expect(try collected.merged() == expected.keys.sorted().map { $0 << 8 | expected[$0, default: 0] })
  }

  @Test("The first of many postings may have the first document", arguments: [1, 64])
  func postingsOfTheFirstDocumentsAreMerged(step: UInt64) throws {
    let postings = (0..<30_000).map { $0 * step << 8 | 1 }
    var collected = CollectedPostings(SearchSteps())
    try postings.withUnsafeBufferPointer { try collected.add(contentsOf: $0) }
    #expect(try collected.merged() == postings)
  }
}
