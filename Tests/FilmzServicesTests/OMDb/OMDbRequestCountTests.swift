import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

struct OMDbRequestCountTests {
  private static let quince = FilmID(unchecked: "tt9000026")

  private func fingerprint(_ bench: ServiceBench, key: String = ServiceBench.key) -> String {
    ServiceAccount(service: .omdb, baseURL: bench.server.baseURL, key: key).fingerprint
  }

  private func countedRequests(_ bench: ServiceBench, daysLater: Int = 0) async -> Int {
    await bench.counter(daysLater: daysLater).usage(of: fingerprint(bench)).requests
  }

  /// Requests that earlier versions have counted are found by it.
  @Test func fingerprintOfAnAccountStays() {
    let account = ServiceAccount(
      service: .omdb, baseURL: "https://www.omdbapi.com/", key: "abcd1234")
    #expect(account.fingerprint == "bbce")
  }

  @Test func everyRequestIsCounted() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.source().film(id: Self.quince)
      _ = try await bench.source().films(titled: "Quince", year: nil)
      _ = try await bench.source().search(SearchQuery(text: "lantern"), page: 1)
      _ = try await bench.source().search(SearchQuery(text: "zzyzx"), page: 1)
      #expect(await countedRequests(bench) == 4)
      #expect(await bench.service().usage() == RequestUsage(requests: 4))
      #expect(bench.server.requests.count == 4)
    }
  }

  @Test(
    arguments: [
      .text("", status: 503), .text("", status: 429), .close, .text("no", status: 404), .json(""),
    ] as [LoopbackServer.Response])
  func requestIsCountedWhateverItsResponse(response: LoopbackServer.Response) async throws {
    try await ServiceBench.with(response: response) { bench in
      _ = try? await bench.source().film(id: Self.quince)
      #expect(await countedRequests(bench) == bench.server.requests.count)
      #expect(bench.server.requests.count == bench.waits.seconds.count + 1)
    }
  }

  @Test func localResultsAreNotCounted() async throws {
    try await ServiceBench.with { bench in
      for _ in 1...3 { _ = try await bench.service().lookup.film(Self.quince, in: .online) }
      let short = SearchQuery(text: "io")
      _ = try await bench.service().search.search(short, from: .auto, in: .online)
      #expect(await countedRequests(bench) == 1)
    }
  }

  @Test(arguments: [
    (57_599.0, 1), (57_600, 0), (86_400, 0), (-28_800, 1), (-28_801, 0),
  ])
  func dayIsFromMidnightToMidnightUTC(seconds: Double, requests: Int) async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.source().film(id: Self.quince)
      let date = ServiceBench.today.addingTimeInterval(seconds)
      let counter = RequestCounter(url: bench.paths.requests) { date }
      #expect(await counter.usage(of: fingerprint(bench)).requests == requests)
    }
  }

  @Test func countRestartsOnAnotherDay() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().lookup.film(Self.quince, in: .online)
      _ = try await bench.service(daysLater: 1).lookup.refresh(Self.quince, in: .online)
      #expect(await countedRequests(bench, daysLater: 1) == 1)
    }
  }

  @Test func eachAccountHasItsOwnCount() async throws {
    try await ServiceBench.with(FakeOMDb().respond) { bench in
      let mirror = bench.server.baseURL + "mirror"
      _ = try await bench.source().film(id: Self.quince)
      for _ in 1...2 { _ = try await bench.source(key: "another").film(id: Self.quince) }
      for _ in 1...3 { _ = try await bench.source(baseURL: mirror).film(id: Self.quince) }
      let fingerprints = [
        fingerprint(bench), fingerprint(bench, key: "another"),
        ServiceAccount(service: .omdb, baseURL: mirror, key: ServiceBench.key).fingerprint,
      ]
      for (index, fingerprint) in fingerprints.enumerated() {
        #expect(await bench.counter().usage(of: fingerprint).requests == index + 1)
      }
    }
  }

  @Test func fileIsPrivateAndContainsNoKey() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.source().film(id: Self.quince)
      let text = try bench.home.read("state/requests.json")
      #expect(!text.contains(ServiceBench.key))
      #expect(try bench.home.mode(of: "state/requests.json") == 0o600)
    }
  }

  @Test func requestsAreCountedInMemoryIfTheFileCannotBeWritten() async throws {
    try await ServiceBench.with(ResponseQueue([.close, .limitReached]).respond) { bench in
      try bench.home.write("a file where the folder would be", to: "state")
      let service = bench.service()
      await #expect(throws: ServiceError.dailyLimitExceeded) {
        try await service.lookup.film(Self.quince, in: .online)
      }
      #expect(await service.usage() == RequestUsage(requests: 2, isLimitReached: true))
      await #expect(throws: ServiceError.dailyLimitExceeded) {
        try await service.lookup.film(Self.quince, in: .online)
      }
      #expect(bench.server.requests.count == 2)
      #expect(await bench.service().usage() == RequestUsage())
    }
  }

  @Test(arguments: ["", "{", "[]", #"{"day":7}"#])
  func damagedFileIsReplaced(text: String) async throws {
    try await ServiceBench.with { bench in
      try bench.home.write(text, to: "state/requests.json")
      _ = try await bench.source().film(id: Self.quince)
      #expect(await countedRequests(bench) == 1)
    }
  }

  @Test func requestsOfSeveralCountersAreAllCounted() async throws {
    try await ServiceBench.with { bench in
      let fingerprint = fingerprint(bench)
      await withTaskGroup(of: Void.self) { group in
        for _ in 1...4 {
          let counter = bench.counter()
          group.addTask { for _ in 1...25 { await counter.count(for: fingerprint) } }
        }
      }
      #expect(await countedRequests(bench) == 100)
    }
  }
}
