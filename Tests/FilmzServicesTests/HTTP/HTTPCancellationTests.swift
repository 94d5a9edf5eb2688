import FilmzTestSupport
import Foundation
import Glibc
import Testing

@testable import FilmzServices

/// A cancelled request ends immediately, whatever it waits for.
@Suite(.timeLimit(.minutes(10)))
struct HTTPCancellationTests {
  /// The time in which a cancelled request ends even on a busy machine, less than the limits of a request.
  private static let limit = Duration.seconds(2)

  private func cancel(
    _ url: String, once isWaiting: () async throws -> Void
  ) async throws {
    let fetcher = HTTPFetcher(environment: [:])
    let address = try #require(URL(string: url))
    let task = Task { try await fetcher.get(address) }
    try await isWaiting()
    let duration = await ContinuousClock().measure {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(duration < Self.limit)
    await fetcher.shutdown()
  }

  @Test func beforeItIsSent() async throws {
    let fetcher = HTTPFetcher(environment: [:])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fetcher.get(try #require(URL(string: "http://127.0.0.1:1/")))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    await fetcher.shutdown()
  }

  @Test(arguments: ["http", "https"]) func connectionThatIsNotAccepted(scheme: String) async throws {
    let listener = try SilentListener()
    try await cancel("\(scheme)://127.0.0.1:\(listener.port)/") {
      try await listener.waitForConnection()
    }
  }

  @Test func responseWithoutAHead() async throws {
    let handler: LoopbackServer.Handler = { _ in .raw { $0.waitForDisconnect() } }
    try await LoopbackServer.with(handler) { server in
      try await cancel(server.baseURL) { try await server.waitForRequests(1) }
    }
  }

  @Test(arguments: [LoopbackServer.Response.stall, .endless])
  func bodyThatDoesNotEnd(response: LoopbackServer.Response) async throws {
    let handler: LoopbackServer.Handler = { _ in response }
    try await LoopbackServer.with(handler) { server in
      let fetcher = HTTPFetcher(environment: [:])
      let url = try #require(URL(string: server.baseURL))
      let hasHead = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        try await fetcher.stream(url, fields: [], timeouts: DownloadTimeouts()) { _, body in
          hasHead.continuation.finish()
          while try await body.nextChunk() != nil {}
        }
      }
      for await _ in hasHead.stream {}
      let duration = await ContinuousClock().measure {
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      #expect(duration < Self.limit)
      await fetcher.shutdown()
    }
  }

  /// Requests that wait for one another's connections end with the fetcher.
  @Test func shutdownEndsAllRequests() async throws {
    let handler: LoopbackServer.Handler = { _ in .stall }
    try await LoopbackServer.with(handler) { server in
      let fetcher = HTTPFetcher(environment: [:])
      let url = try #require(URL(string: server.baseURL))
      let tasks = (0..<20).map { _ in Task { try await fetcher.get(url) } }
      // At most eight requests run with one host at a time.
      try await server.waitForRequests(8)
      await fetcher.shutdown()
      for task in tasks {
        await #expect(throws: HTTPFailure.neverRetried("filmz is shutting down")) {
          try await task.value
        }
      }
      #expect(server.requests.count == 8)
    }
  }

  /// Neither descriptors nor memory are lost by requests, be they complete, failed or cancelled.
  @Test func requestsLeaveNothingBehind() async throws {
    let handler: LoopbackServer.Handler = { $0.path == "/close" ? .close : .json("{}") }
    try await LoopbackServer.with(handler) { server in
      let fetcher = HTTPFetcher(environment: [:])
      func request(_ number: Int) async {
        let path = number % 3 == 0 ? "close" : "film"
        guard let url = URL(string: server.baseURL + path) else { return }
        let task = Task { try await fetcher.get(url) }
        if number % 3 == 1 { task.cancel() }
        _ = await task.result
      }
      for number in 0..<50 { await request(number) }
      let before = try Self.clientSockets(of: server)
      for number in 0..<1000 { await request(number) }
      let after = try Self.clientSockets(of: server)
      #expect(after <= before + 8)
      await fetcher.shutdown()
    }
  }

  /// Returns the number of open descriptors of this process that are connected to a server.
  private static func clientSockets(of server: LoopbackServer) throws -> Int {
    let port = try #require(URL(string: server.baseURL)?.port)
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap { Int32($0) }.filter { peerPort(of: $0) == port }.count
  }

  private static func peerPort(of descriptor: Int32) -> Int? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &length)
      }
    }
    return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }
}
