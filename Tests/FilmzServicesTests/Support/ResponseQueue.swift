import FilmzTestSupport
import Synchronization

/// A server that sends the given responses first, one per request, and then responds like OMDb.
final class ResponseQueue: Sendable {
  private let remaining: Mutex<[LoopbackServer.Response]>
  private let fakeOMDb = FakeOMDb(key: ServiceBench.key)

  init(_ responses: [LoopbackServer.Response]) { remaining = Mutex(responses) }

  func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    let next = remaining.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    return next ?? fakeOMDb.respond(to: request)
  }
}

extension LoopbackServer.Response {
  /// Returns an error response of OMDb.
  static func omdbError(_ text: String, status: Int = 200) -> Self {
    .json(#"{"Response":"False","Error":"\#(text)"}"#, status: status)
  }

  /// The error response of OMDb after the daily limit is exceeded.
  static let limitReached = omdbError("Request limit reached!", status: 401)
}
