import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Testing

/// Which requests count: those that somebody got.
@Suite(.timeLimit(.minutes(1)))
struct UnsentRequestTests {
  private static let quince = FilmID(canonical: "tt9000026")

  private func counted(_ bench: ServiceBench, at baseURL: String) async -> Int {
    let account = ServiceAccount(service: .omdb, baseURL: baseURL, key: ServiceBench.key)
    return await bench.counter().usage(of: account.mark).requests
  }

  @Test(arguments: ["http://nowhere.invalid/", nil])
  func whatNobodyGotDoesNotCount(address: String?) async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.source().film(id: Self.quince)
      bench.server.stop()
      let baseURL = address ?? bench.server.baseURL
      await #expect(throws: ServiceError.self) {
        try await bench.source(baseURL: baseURL).film(id: Self.quince)
      }
      #expect(await counted(bench, at: baseURL) == (address == nil ? 1 : 0))
    }
  }

  /// A request past the proxy that the user named is not made.
  @Test(arguments: ["http://127.0.0.1:99999", "socks5://127.0.0.1:1", "http://"])
  func withAProxyThatIsNoneNobodyIsAsked(proxy: String) async throws {
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
          == "OMDb: Network error: HTTPS_PROXY takes an address such as http://proxy.example.org:3128"
      )
      #expect(bench.server.requests.isEmpty)
      #expect(await counted(bench, at: address) == 0)
      await fetcher.shutdown()
    }
  }

  @Test func whatSomebodyGotCountsThoughNoAnswerCame() async throws {
    try await ServiceBench.with(answer: .stall) { bench in
      let task = Task { try await bench.source().film(id: Self.quince) }
      try await bench.server.waitForRequests(1)
      #expect(await counted(bench, at: bench.server.baseURL) == 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await counted(bench, at: bench.server.baseURL) == 1)
    }
  }

  @Test func everyAttemptCountsThatEndsInAnError() async throws {
    try await ServiceBench.with(answer: .text("", status: 500)) { bench in
      await #expect(throws: ServiceError.self) { try await bench.source().film(id: Self.quince) }
      #expect(await counted(bench, at: bench.server.baseURL) == 3)
    }
  }
}
