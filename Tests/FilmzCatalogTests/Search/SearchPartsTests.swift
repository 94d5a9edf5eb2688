import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// The spellings of numbers, such as those of sequels.
@Suite struct NumberWordsTests {
  @Test(
    "A number has three spellings, but \"i\" is a word",
    arguments: [
      ("2", ["2", "two", "ii"]), ("ii", ["ii", "2", "two"]), ("two", ["two", "2", "ii"]),
      ("1", ["1", "one", "i"]), ("one", ["one", "1"]), ("i", ["i"]),
      ("20", ["20", "twenty", "xx"]),
      ("21", ["21"]), ("iiii", ["iiii"]), ("02", ["02"]), ("rocky", ["rocky"]), ("", [""]),
      ("v", ["v", "5", "five"]), ("x", ["x", "10", "ten"]),
    ])
  func numbersHaveSpellings(word: String, spellings: [String]) {
    let result = NumberWords.spellings(of: Array(word.utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(result == spellings)
  }
}

/// The intersection and merging of lists of matching titles.
@Suite struct HitTests {
  private func list(_ random: inout SplitMix, _ count: Int, below limit: UInt64) -> [UInt64] {
    let ranks = Set((0..<count).map { _ in UInt64.random(in: 0..<limit, using: &random) })
    return ranks.sorted().map { $0 << 8 | UInt64.random(in: 0..<256, using: &random) }
  }

  /// Returns the intersection of the lists, in a simple reference implementation.
  private func reference(
    _ lists: [[UInt64]], article: Bool, match: Hit.Match
  ) -> [UInt32: Hit.Match] {
    var hits: [UInt32: Hit.Match] = [:]
    let tables = lists.map { Dictionary(uniqueKeysWithValues: $0.map { ($0 >> 8, $0 & 0xFF) }) }
    for rank in tables.first?.keys.map(\.self) ?? [] {
      let values = tables.compactMap { $0[rank] }
      guard values.count == tables.count else { continue }
      let positions = values.map { TermPositions(rawValue: UInt8($0)) }
      var hitMatch = match
      if !positions.allSatisfy({ $0.contains(.main) }) { hitMatch.remove(.main) }
      if positions.last?.contains(.last) != true { hitMatch.remove(.ends) }
      let orderedPositions = positions.dropFirst(article ? 1 : 0).prefix(
        TermPositions.positionCount
      )
      .enumerated()
      if !orderedPositions.allSatisfy({ $1.contains(.position($0)) }) { hitMatch.remove(.begins) }
      hits[UInt32(rank)] = hitMatch
    }
    return hits
  }

  @Test("Lists are intersected", arguments: Seeds.of(0...299))
  func listsAreIntersected(seed: UInt64) throws {
    var random = SplitMix(seed)
    let limit = random.element(of: [20, 200, 5000] as [UInt64])
    let lists = (0..<Int.random(in: 0...7, using: &random)).map { _ in
      list(&random, random.element(of: [0, 1, 3, 50, 3000, 3000]), below: limit)
    }
    let isArticle = random.chance(oneIn: 2) && lists.count > 1
    let match = random.element(
      of: [[.begins, .ends, .main, .whole], [.begins], []] as [Hit.Match])
    let hits = try [Hit](lists, article: isArticle, match: match)
    #expect(hits.map(\.rank) == hits.map(\.rank).sorted())
    let expected = reference(lists, article: isArticle, match: match)
    #expect(Dictionary(uniqueKeysWithValues: hits.map { ($0.rank, $0.match) }) == expected)
  }

  @Test("Two lists of hits are merged", arguments: Seeds.of(0...49))
  func hitsAreMerged(seed: UInt64) throws {
    var random = SplitMix(seed)
    let lists = (0..<2).map { _ in
      list(&random, Int.random(in: 0...30, using: &random), below: 40).map {
        Hit(document: UInt32($0 >> 8), match: Hit.Match(rawValue: UInt8($0 & 15)))
      }
    }
    var expected: [UInt32: Hit.Match] = [:]
    for hit in lists[0] + lists[1] { expected[hit.rank, default: []].formUnion(hit.match) }
    let merged = try lists[0].merged(with: lists[1])
    #expect(merged.map(\.rank) == expected.keys.sorted())
    #expect(merged.allSatisfy { expected[$0.rank] == $0.match })
  }
}
