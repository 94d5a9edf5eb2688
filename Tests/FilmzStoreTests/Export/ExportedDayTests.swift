import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// The days of ratings in exports.
struct ExportedDayTests {
  private static let film = FilmID(imdbNumber: 9_500_001)
  private static let alias = FilmID(tmdb: .movie, 950_001)

  /// A film was rated under one id, and an import has rated it under another one of the same film since.
  @Test func importUnderAnotherIDIsLater() async throws {
    let store = try await Stores.inMemory().collection
    try await store.apply("rate", at: .sample) { transaction in
      var entry = CollectionEntry(id: Self.alias, caption: nil, addedAt: .sample)
      entry.rating = Rating(tenths: 60)
      try transaction.insert(entry)
      try transaction.insert(CollectionEntry(id: Self.film, caption: nil, addedAt: .sample))
    }
    try await store.apply("identify", at: .sample + 10) {
      _ = try $0.identify(Self.film, Self.alias)
    }
    #expect(
      try await store.exportedEntries([Self.film]).first?.ratedOn == PartialDate(day: .sample))
    try await store.apply("import ratings.csv", at: .sample + 20) { transaction in
      try transaction.update(Self.film) { entry in
        entry.rating = Rating(tenths: 90)
        entry.imported.insert(.rating, date: PartialDate("2012-03-04"))
      }
    }
    let exported = try #require(try await store.exportedEntries([Self.film]).first)
    #expect(exported.entry.rating == Rating(tenths: 90))
    #expect(exported.ratedOn == PartialDate("2012-03-04"))
  }
}
