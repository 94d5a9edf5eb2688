import FilmzTestSupport
import Synchronization

/// A server that uses one handler per request; the last one handles all further requests.
final class HandlerSequence: Sendable {
  private let remaining: Mutex<[LoopbackServer.Handler]>

  init(_ handlers: [LoopbackServer.Handler]) { remaining = Mutex(handlers) }

  @Sendable func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    let handler = remaining.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
    return handler?(request) ?? .close
  }
}
