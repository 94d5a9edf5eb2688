import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Testing

@testable import FilmzServices

struct SearchHitsTests {
  private static let quince = FilmID(unchecked: "tt9000026")

  @Test func hitsAreCachedAndCompletedOnLookup() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let hits = try await service.search.search(
        SearchQuery(text: "lantern"), from: .omdb, in: .online
      )
      .value.page.films
      let hit = try #require(hits.first)
      let records = try await service.lookup.database.openForReading().cache.list()
      #expect(Set(records.map(\.id)) == Set(hits.map(\.id)))
      #expect(records.allSatisfy { !$0.isComplete })
      #expect(await bench.service(key: nil).lookup.localFilms([hit.id])[hit.id]?.title == hit.title)
      let film = try await service.lookup.film(hit.id, in: .online).value
      #expect(film.isComplete)
      #expect(bench.server.requests.map { $0.query["i"] } == [nil, hit.id.rawValue])
    }
  }

  @Test func hitDoesNotReplaceACompleteFilm() async throws {
    try await ServiceBench.with { bench in
      let query = SearchQuery(text: "quince")
      let complete = try await bench.service().lookup.film(Self.quince, in: .online).value
      let later = bench.service(daysLater: 31)
      let hits = try await later.search.search(query, from: .omdb, in: .online).value.page.films
      #expect(hits.map(\.id) == [Self.quince])
      #expect(hits.map(\.isComplete) == [false])
      let records = try await later.lookup.database.openForReading().cache.records([Self.quince])
      #expect(records.map(\.isComplete) == [true])
      #expect(records.map(\.fetchedAt) == [ServiceBench.today])
      #expect(
        try await bench.service().lookup.film(Self.quince, in: .offline).value == complete)
      #expect(bench.server.requests.count == 2)
    }
  }
}
