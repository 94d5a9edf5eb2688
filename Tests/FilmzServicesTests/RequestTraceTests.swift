import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

struct RequestTraceTests {
  private static let quince = FilmID(canonical: "tt9000026")

  /// What a trace tells.
  private final class Lines: Sendable {
    let trace = RequestTrace()
    private let state = Mutex<[String]>([])

    init() { trace.listen { [self] line in state.withLock { $0.append(line) } } }

    var all: [String] { state.withLock { $0 } }
  }

  private func source(
    _ bench: ServiceBench, _ lines: Lines, key: String = ServiceBench.key
  ) -> OMDbSource {
    bench.omdb(key: key, client: bench.client(trace: lines.trace))
  }

  @Test func aRequestIsToldWithItsAnswerAndItsTime() async throws {
    try await ServiceBench.with(answer: .json("{}", status: 404)) { bench in
      let lines = Lines()
      _ = try? await source(bench, lines).film(id: Self.quince)
      let start =
        "GET \(bench.server.baseURL)?apikey=********&i=tt9000026&plot=full&r=json: 404, 2 bytes, "
      let line = try #require(lines.all.first)
      #expect(lines.all.count == 1)
      #expect(line.hasPrefix(start))
      #expect(line.dropFirst(start.count).wholeMatch(of: /[0-9]+ ms/) != nil)
    }
  }

  @Test func eachAttemptIsTold() async throws {
    let troubles: [LoopbackServer.Response] = [.close, .text("oops", status: 503)]
    try await ServiceBench.with(AnswerList(troubles).answer) { bench in
      let lines = Lines()
      _ = try await source(bench, lines).film(id: Self.quince)
      try #require(lines.all.count == 3)
      #expect(lines.all[0].contains(": 127.0.0.1 closed the connection, "))
      #expect(lines.all[1].contains(": 503, 4 bytes, "))
      #expect(lines.all[2].contains(": 200, "))
    }
  }

  @Test(arguments: [
    "s3cr3t-0mdb-k3y", "a&b=c+d#e%f/g", "with a blank", "ключ-тайны", "p%26q", "k?y=1&i=2",
    "\"quoted\"", "a;b,c@d:e", "star*~under_dash-dot.", "[brackets]",
  ])
  func noKeyIsTold(key: String) async throws {
    try await ServiceBench.with(OMDbReplay(key: key).answer) { bench in
      let lines = Lines()
      let source = source(bench, lines, key: key)
      #expect(try await source.film(id: Self.quince)?.title == "Quince")
      _ = try await source.search(SearchQuery(text: "lantern & sons"), page: 1)
      bench.server.stop()
      _ = try? await source.films(titled: "Quince", year: nil)
      #expect(lines.all.count == 3)
      for line in lines.all {
        #expect(line.contains("?apikey=********&"))
        #expect(!line.contains(key))
        #expect(line.removingPercentEncoding?.contains(key) == false)
      }
    }
  }

  @Test func withoutAListenerNothingIsWorkedOut() {
    let trace = RequestTrace()
    trace.tell {
      Issue.record("nobody listens")
      return ""
    }
  }

  @Test func whoDoesNotListenAnyMoreIsToldNothing() async throws {
    try await ServiceBench.with { bench in
      let lines = Lines()
      let source = source(bench, lines)
      _ = try await source.film(id: Self.quince)
      lines.trace.listen(nil)
      _ = try await source.film(id: Self.quince)
      #expect(lines.all.count == 1)
    }
  }

  @Test func aRequestThatIsGivenUpIsTold() async throws {
    try await ServiceBench.with(answer: .stall) { bench in
      let lines = Lines()
      let source = source(bench, lines)
      let task = Task { try await source.film(id: Self.quince) }
      try await bench.server.waitForRequests(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(lines.all.count == 1)
      #expect(lines.all.first?.contains(": cancelled, ") == true)
    }
  }
}
