import FilmzTestSupport
import Synchronization
import Testing

/// `retry` after a failed command and a later search that succeeded.
struct RetryAfterSearchTests {
  @Test func pageOfReplacedResultsIsNotRetried() async throws {
    try await withFailing(request: 2) { filmz, server in
      let result = try await filmz.run(
        "-c", "search lantern --source omdb; next; search quince --source omdb; retry")
      #expect(result.status == 1)
      #expect(result.errorLines.map { $0.prefix(10) } == ["command 2:", "command 4:"])
      #expect(
        result.errorLines.last?.contains("no command has failed for lack of a response") == true)
      #expect(server.requests.count == 3)
    }
  }

  @Test func pageOfCurrentResultsIsRetried() async throws {
    try await withFailing(request: 2) { filmz, server in
      let result = try await filmz.run(
        "--format", "json", "-c", "search lantern --source omdb; next; show 1; retry")
      #expect(result.errorLines.map { $0.prefix(10) } == ["command 2:"])
      #expect(try result.documents.last?[0]?["index"] == 11)
      #expect(server.requests.compactMap { $0.query["page"] } == ["1", "2", "2"])
    }
  }

  @Test func filmIsRetriedAfterASearch() async throws {
    try await withFailing(request: 1) { filmz, server in
      let result = try await filmz.run(
        "--format", "json", "-c", "show tt9000001; search quince --source omdb; retry")
      #expect(result.errorLines.map { $0.prefix(10) } == ["command 1:"])
      #expect(try result.documents.last?["id"] == "tt9000001")
      #expect(server.requests.compactMap { $0.query["i"] } == ["tt9000001", "tt9000001"])
    }
  }

  /// Runs `body` with an OMDb that sends an unusable response to one request, counted from 1.
  private func withFailing(
    request number: Int, _ body: (FilmzProcess, LoopbackServer) async throws -> Void
  ) async throws {
    let count = Counter()
    let fakeOMDb = FakeOMDb(key: FilmzProcess.key)
    try await FilmzProcess.withOMDb(
      { count.next() == number ? .text("sorry") : fakeOMDb.respond(to: $0) }, body)
  }
}

/// A counter that starts at 1.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
