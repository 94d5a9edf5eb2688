import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// Facts that were fetched at different times.
struct FilmCacheAgeTests {
  private static let hour = 3600.0

  private func film(_ title: String, hours: Double) -> Film {
    Film(
      id: .matrix, title: title, origin: .omdb,
      fetchedAt: .sample.addingTimeInterval(hours * Self.hour), isComplete: true)
  }

  @Test(arguments: [
    (0.0, -1.0, "old"), (0, -0.001, "old"), (0, -9000, "old"), (0, 0, "new"), (-1, 0, "new"),
    (23.9, 0, "old"), (24.1, 0, "new"), (9000, 0, "new"),
  ])
  func factsAreNotReplacedByEarlierFetchedOnes(old: Double, new: Double, expectedTitle: String)
    async throws
  {
    let cache = try await Stores.inMemory().cache
    try await cache.store([film("old", hours: old)], at: .sample)
    try await cache.store([film("new", hours: new)], at: .sample)
    #expect(try await cache.films([.matrix])[.matrix]?.title == expectedTitle)
    #expect(
      film("old", hours: old).shouldBeReplaced(by: film("new", hours: new), at: .sample)
        == (expectedTitle == "new"))
  }

  @Test func pagesDoNotReplaceFactsWithOlderOnes() async throws {
    let cache = try await Stores.inMemory().cache
    try await cache.store([film("later", hours: 0)], at: .sample)
    let page = SearchPage(films: [film("earlier", hours: -1)], total: 1)
    try await cache.store(CachedPage(page: page, fetchedAt: .sample), key: "a")
    #expect(try await cache.films([.matrix])[.matrix]?.title == "later")
  }
}
