import FilmzTestSupport
import Synchronization

/// Answers the first request as the first closure says, and so on; the last one answers all others.
final class AnswerSeries: Sendable {
  private let rest: Mutex<[LoopbackServer.Handler]>

  init(_ handlers: [LoopbackServer.Handler]) { rest = Mutex(handlers) }

  @Sendable func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    let handler = rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
    return handler?(request) ?? .close
  }
}
