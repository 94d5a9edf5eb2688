import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct NetworkFailureTests {
  private static let quince = FilmID(unchecked: "tt9000026")

  private func failure(_ bench: ServiceBench, _ baseURL: String) async -> ServiceError? {
    await #expect(throws: ServiceError.self) {
      _ = try await bench.source(baseURL: baseURL).film(id: Self.quince)
    }
  }

  @Test func serverWithoutTLSIsReportedAndNotRetried() async throws {
    try await ServiceBench.with { bench in
      let server = PlaintextServer()
      defer { server.stop() }
      let error = await failure(bench, "https://127.0.0.1:\(server.port)/")
      #expect(
        error == .networkError(cause: "could not establish a secure connection to 127.0.0.1 (TLS)"))
      #expect(bench.waits.seconds == [])
    }
  }

  @Test func unknownHostIsReportedAndNotRetried() async throws {
    try await ServiceBench.with { bench in
      for scheme in ["http", "https"] {
        let error = await failure(bench, "\(scheme)://nowhere.invalid/")
        #expect(error == .networkError(cause: "nowhere.invalid was not found (DNS)"))
      }
      #expect(bench.waits.seconds == [])
    }
  }

  @Test(arguments: ["http", "https"]) func refusedConnectionIsReportedAndNotRetried(
    scheme: String
  ) async throws {
    try await ServiceBench.with { bench in
      bench.server.stop()
      let error = await failure(bench, bench.server.baseURL.replacing("http:", with: "\(scheme):"))
      #expect(error == .networkError(cause: "127.0.0.1 could not be reached"))
      #expect(bench.waits.seconds == [])
    }
  }
}
