import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzCatalog

/// The postings of words and of beginnings of words, in an index of several blocks.
@Suite struct TermReaderTests {
  private static let titleCount = 2500

  private static func word(_ random: inout SplitMix) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in random.element(of: ["ba", "bo", "qu", "zi", "z", "é"]) }
      .joined()
  }

  private func withReader(
    _ words: [String], _ random: inout SplitMix, _ body: (TermReader) throws -> Void
  ) async throws {
    let titles = (1...Self.titleCount).map { id in
      DatasetRow.title(id, (0...id % 4).map { _ in random.element(of: words) }.joined(separator: " "))
    }
    try await ScratchFolder.with { folder in
      try folder.write(.basics, titles)
      try folder.write(.ratings, [])
      try await folder.importCatalog()
      let database = try DatabaseQueue(path: folder.catalog.path(percentEncoded: false))
      try database.inDatabase { try body(try TermReader($0, .titles)) }
    }
  }

  @Test("The postings of a prefix are those of all words that begin with it", arguments: Seeds.of(0...4))
  func postingsOfPrefixes(seed: UInt64) async throws {
    var random = SplitMix(seed)
    let words = (0..<800).map { _ in Self.word(&random) }
    let folded = Set(words.flatMap { TitleWords($0).words })
    let documents = NumberSet((0..<UInt32(Self.titleCount)).filter { _ in random.chance(oneIn: 3) })
    try await withReader(words, &random) { reader in
      for prefix in Set(folded.flatMap { word in (1...word.count).map { Array(word.prefix($0)) } } + [[0x61], [0x7B]]) {
        let lists = try folded.filter { $0.starts(with: prefix) }.map { try reader.postings(of: $0) }
        let all = try reader.merged(lists)
        let some = try reader.postings(ofPrefix: prefix, among: documents)
        #expect(some == all.filter { documents.contains(UInt32($0 >> 8)) })
        let first = try reader.postings(ofPrefix: prefix, at: .position(0))
        #expect(Set(first.map { $0 >> 8 }) == Set(all.filter { $0 & 1 != 0 }.map { $0 >> 8 }))
        #expect(try reader.postings(ofPrefix: prefix) == all)
      }
    }
  }

  @Test(
    "Words that are spelled similarly are those with few errors, the most similar first", arguments: Seeds.of(0...4))
  func similarWords(seed: UInt64) async throws {
    var random = SplitMix(seed)
    let words = (0..<800).map { _ in Self.word(&random) }
    let typed = (0..<100).map { _ in Array(Self.word(&random).utf8) }
    try await withReader(words, &random) { reader in
      let known = try Set(words.flatMap { TitleWords($0).words }).filter { try reader.contains($0) }
        .sorted { $0.lexicographicallyPrecedes($1) }
      for word in typed {
        let maximumErrors = word.count < 5 ? 1 : 2
        var distance = SpellingDistance()
        let similar = known.filter { $0.first == word.first }.compactMap { other in
          distance.between(word.map(UInt32.init), other.map(UInt32.init), maximum: maximumErrors).map { (other, $0) }
        }
        let expected = word.count > 2 ? similar.sorted { $0.1 < $1.1 }.prefix(5).map(\.0) : []
        #expect(try reader.words(near: word) == expected)
      }
    }
  }
}
