import FilmzDomain
import FilmzStore
import Testing

struct TagCountsTests {
  @Test func filmsAreCountedOncePerTagInItsMostFrequentSpelling() async throws {
    let collection = try await Stores.inMemory().collection
    try await collection.insert([
      .sample("tt1") { entry in
        entry.tags = ["Noir", "élan"]
        entry.viewings = ["2024", "2025"].map { date in
          .sample(film: entry.id, date: date) { $0.tags = ["noir", "Cinema"] }
        }
      },
      .sample("tt2") { $0.tags = ["noir", "b", "B2"] }, .sample("tt3") { $0.tags = ["NOIR"] },
      .sample("tt4") { entry in
        entry.viewings = [.sample(film: entry.id) { $0.tags = ["Élan", "A"] }]
      },
    ])
    #expect(
      try await collection.tagCounts() == [
        ValueCount(value: "noir", count: 3), ValueCount(value: "Élan", count: 2),
        ValueCount(value: "A", count: 1), ValueCount(value: "b", count: 1),
        ValueCount(value: "B2", count: 1), ValueCount(value: "Cinema", count: 1),
      ])
  }

  @Test func collectionWithoutTagsHasNoCounts() async throws {
    let collection = try await Stores.inMemory().collection
    try await collection.insert([.sample()])
    #expect(try await collection.tagCounts() == [])
  }
}
