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
