import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

struct RequestTraceTests {
  private static let quince = FilmID(unchecked: "tt9000026")

  /// Records the lines of a trace.
  private final class TraceRecorder: Sendable {
    let trace = RequestTrace()
    private let state = Mutex<[String]>([])

    init() { trace.setListener { [self] line in state.withLock { $0.append(line) } } }

    var lines: [String] { state.withLock { $0 } }
  }

  private func source(
    _ bench: ServiceBench, _ recorder: TraceRecorder, key: String = ServiceBench.key
  ) -> OMDbSource {
    bench.omdb(key: key, client: bench.client(trace: recorder.trace))
  }

  @Test func requestIsTracedWithItsStatusAndDuration() async throws {
    try await ServiceBench.with(response: .json("{}", status: 404)) { bench in
      let recorder = TraceRecorder()
      _ = try? await source(bench, recorder).film(id: Self.quince)
      let start =
        "GET \(bench.server.baseURL)?apikey=********&i=tt9000026&plot=full&r=json: 404, 2 bytes, "
      let line = try #require(recorder.lines.first)
      #expect(recorder.lines.count == 1)
      #expect(line.hasPrefix(start))
      #expect(line.dropFirst(start.count).wholeMatch(of: /[0-9]+ ms/) != nil)
    }
  }

  @Test func eachAttemptIsTraced() async throws {
    let failures: [LoopbackServer.Response] = [.close, .text("oops", status: 503)]
    try await ServiceBench.with(ResponseQueue(failures).respond) { bench in
      let recorder = TraceRecorder()
      _ = try await source(bench, recorder).film(id: Self.quince)
      try #require(recorder.lines.count == 3)
      #expect(recorder.lines[0].contains(": 127.0.0.1 closed the connection, "))
      #expect(recorder.lines[1].contains(": 503, 4 bytes, "))
      #expect(recorder.lines[2].contains(": 200, "))
    }
  }

  @Test(arguments: [
    "s3cr3t-0mdb-k3y", "a&b=c+d#e%f/g", "with a blank", "ключ-тайны", "p%26q", "k?y=1&i=2",
    "\"quoted\"", "a;b,c@d:e", "star*~under_dash-dot.", "[brackets]",
  ])
  func keyIsMasked(key: String) async throws {
    try await ServiceBench.with(FakeOMDb(key: key).respond) { bench in
      let recorder = TraceRecorder()
      let source = source(bench, recorder, key: key)
      #expect(try await source.film(id: Self.quince)?.title == "Quince")
      _ = try await source.search(SearchQuery(text: "lantern & sons"), page: 1)
      bench.server.stop()
      _ = try? await source.films(titled: "Quince", year: nil)
      #expect(recorder.lines.count == 3)
      for line in recorder.lines {
        #expect(line.contains("?apikey=********&"))
        #expect(!line.contains(key))
        #expect(line.removingPercentEncoding?.contains(key) == false)
      }
    }
  }

  @Test func lineIsNotBuiltWithoutAListener() {
    let trace = RequestTrace()
    trace.report {
      Issue.record("there is no listener")
      return ""
    }
  }

  @Test func removedListenerReceivesNothing() async throws {
    try await ServiceBench.with { bench in
      let recorder = TraceRecorder()
      let source = source(bench, recorder)
      _ = try await source.film(id: Self.quince)
      recorder.trace.setListener(nil)
      _ = try await source.film(id: Self.quince)
      #expect(recorder.lines.count == 1)
    }
  }

  @Test func cancelledRequestIsTraced() async throws {
    try await ServiceBench.with(response: .stall) { bench in
      let recorder = TraceRecorder()
      let source = source(bench, recorder)
      let task = Task { try await source.film(id: Self.quince) }
      try await bench.server.waitForRequests(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(recorder.lines.count == 1)
      #expect(recorder.lines.first?.contains(": canceled, ") == true)
    }
  }
}
