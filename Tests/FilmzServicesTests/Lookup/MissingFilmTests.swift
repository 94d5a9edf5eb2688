import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// Films that OMDb does not have, refreshes without a key, and films of different ages in memory.
struct MissingFilmTests {
  private static let missing = FilmID(unchecked: "tt9999999")
  private static let quince = FilmID(unchecked: "tt9000026")

  @Test func filmThatOMDbDoesNotHaveIsRequestedOnceADay() async throws {
    try await ServiceBench.with { bench in
      let error = UnknownFilmError(id: FilmID(unchecked: "tt9999999"), service: "OMDb")
      for (days, requests) in [(0, 1), (0, 1), (1, 2), (1, 2)] {
        let service = bench.service(daysLater: days)
        for _ in 1...2 {
          await #expect(throws: error) { try await service.lookup.film(Self.missing, in: .online) }
        }
        #expect(bench.server.requests.count == requests)
      }
    }
  }

  @Test func refreshAlwaysSendsARequest() async throws {
    try await ServiceBench.with { bench in
      for requests in 1...3 {
        await #expect(throws: ServiceError.filmNotAtOMDb(id: "tt9999999")) {
          try await bench.service().lookup.refresh(Self.missing, in: .online)
        }
        #expect(bench.server.requests.count == requests)
      }
      await #expect(throws: UnknownFilmError.self) {
        try await bench.service().lookup.film(Self.missing, in: .online)
      }
      #expect(bench.server.requests.count == 3)
    }
  }

  @Test func refreshWithoutAKeyReturnsTheCopyWithAWarning() async throws {
    try await ServiceBench.with { bench in
      let copy = try await bench.service().lookup.film(Self.quince, in: .online)
      let result = try await bench.service(key: nil).lookup.film(
        Self.quince, refresh: true, in: .online)
      #expect(result.value == copy.value)
      #expect(
        result.warnings.messages == [
          "\(ServiceError.noAPIKey.message); the details are from a copy fetched today"
        ])
      #expect(result.isFallback)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test(arguments: [(0, -3, "first"), (-3, 0, "second"), (0, 0, "second"), (3, 0, "second")])
  func newerDetailsInMemoryAreNotReplaced(first: Int, second: Int, expected: String) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: UnqueriedCatalog())
      for (day, title) in [(first, "first"), (second, "second")] {
        await service.lookup.store([
          Film(
            id: Self.quince, title: title, origin: .omdb, fetchedAt: ServiceBench.day(day),
            isComplete: true)
        ])
      }
      let film = try await service.lookup.film(Self.quince, in: .online).value
      #expect(film.title == expected)
      #expect(bench.server.requests.isEmpty)
    }
  }
}
