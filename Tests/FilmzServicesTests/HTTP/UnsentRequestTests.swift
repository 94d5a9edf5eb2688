import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Testing

@testable import FilmzServices

/// Requests are counted if a server may have received them.
@Suite(.timeLimit(.minutes(10)))
struct UnsentRequestTests {
  private static let quince = FilmID(unchecked: "tt9000026")

  private func countedRequests(_ bench: ServiceBench, at baseURL: String) async -> Int {
    let account = ServiceAccount(service: .omdb, baseURL: baseURL, key: ServiceBench.key)
    return await bench.counter().usage(of: account.fingerprint).requests
  }

  @Test(arguments: ["http://nowhere.invalid/", nil])
  func unsentRequestIsNotCounted(address: String?) async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.source().film(id: Self.quince)
      bench.server.stop()
      let baseURL = address ?? bench.server.baseURL
      await #expect(throws: ServiceError.self) {
        try await bench.source(baseURL: baseURL).film(id: Self.quince)
      }
      #expect(await countedRequests(bench, at: baseURL) == (address == nil ? 1 : 0))
    }
  }

  /// Requests must not bypass the configured proxy.
  @Test(arguments: ["http://127.0.0.1:99999", "socks5://127.0.0.1:1", "http://"])
  func invalidProxyPreventsRequests(proxy: String) async throws {
    try await ServiceBench.with { bench in
      let fetcher = HTTPFetcher(environment: ["HTTPS_PROXY": proxy])
      let client = APIClient(fetcher: fetcher, counter: bench.counter())
      let address = bench.server.baseURL.replacing("http:", with: "https:")
      let source = bench.omdb(key: ServiceBench.key, baseURL: address, client: client)
      let error = await #expect(throws: ServiceError.self) {
        try await source.film(id: Self.quince)
      }
      #expect(
        error?.message
          == "Network error: HTTPS_PROXY must be a URL such as http://proxy.example.org:3128 (OMDb)"
      )
      #expect(bench.server.requests.isEmpty)
      #expect(await countedRequests(bench, at: address) == 0)
      await fetcher.shutdown()
    }
  }

  @Test func requestWithoutAResponseIsCounted() async throws {
    try await ServiceBench.with(response: .stall) { bench in
      let task = Task { try await bench.source().film(id: Self.quince) }
      try await bench.server.waitForRequests(1)
      #expect(await countedRequests(bench, at: bench.server.baseURL) == 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await countedRequests(bench, at: bench.server.baseURL) == 1)
    }
  }

  @Test func retriesAreCounted() async throws {
    try await ServiceBench.with(response: .text("", status: 500)) { bench in
      await #expect(throws: ServiceError.self) { try await bench.source().film(id: Self.quince) }
      #expect(await countedRequests(bench, at: bench.server.baseURL) == 3)
    }
  }
}
