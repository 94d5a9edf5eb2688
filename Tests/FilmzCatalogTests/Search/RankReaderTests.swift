import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzCatalog

/// The ranks of titles by their ids.
@Suite struct RankReaderTests {
  private static let titleCount = 2000

  /// Imports titles of which many are equally popular, and calls a closure with the ids in the order of their ranks.
  private func withCatalog(_ random: inout SplitMix, _ body: (Database, _ ids: [UInt32]) throws -> Void) async throws {
    let types = ["movie", "short", "tvSeries", "video"]
    let titles = (1...Self.titleCount).map { id in
      DatasetRow.title(3 * id, "Title \(id)", type: random.element(of: types))
    }.shuffled(using: &random)
    let ratings = (1...Self.titleCount).filter { _ in random.chance(oneIn: 2) }.map { id in
      DatasetRow.rating(3 * id, "7.0", random.element(of: [5, 6, 700, 80_000 + id]))
    }
    try await ScratchFolder.with { folder in
      try folder.write(.basics, titles)
      try folder.write(.ratings, ratings)
      try await folder.importCatalog()
      let database = try DatabaseQueue(path: folder.catalog.path(percentEncoded: false))
      try database.inDatabase { db in
        var ids: [UInt32] = []
        try FactReader(db).readAll { _, facts in
          ids.append(facts.id)
          return true
        }
        #expect(ids.count == Self.titleCount)
        try body(db, ids)
      }
    }
  }

  @Test("The rank of an id is its place in the order of the facts, for few and many ids", arguments: Seeds.of(0...4))
  func ranksAreFound(seed: UInt64) async throws {
    var random = SplitMix(seed)
    let possibleIDs = Array(1...UInt32(3 * Self.titleCount + 50))
    var searches: [Set<UInt32>] = [[3 * UInt32(Self.titleCount), .max]]
    for count in [0, 1, 2, 20, 200, 201, 700] {
      searches.append(Set(possibleIDs.shuffled(using: &random).prefix(count)))
    }
    try await withCatalog(&random) { db, ids in
      let reader = try RankReader(db)
      for searched in searches {
        let expected = ids.indices.filter { searched.contains(ids[$0]) }.map(UInt32.init)
        #expect(try reader.ranks(of: searched) == expected)
      }
      for place in [0, 255, 256, 511, 512, 1999] { #expect(try reader.ranks(of: [ids[place]]) == [UInt32(place)]) }
    }
  }
}
