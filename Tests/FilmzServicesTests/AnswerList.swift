import FilmzTestSupport
import Synchronization

/// Gives these answers first, one a request, and then answers like OMDb.
final class AnswerList: Sendable {
  private let rest: Mutex<[LoopbackServer.Response]>
  private let replay = OMDbReplay(key: ServiceBench.key)

  init(_ responses: [LoopbackServer.Response]) { rest = Mutex(responses) }

  func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    let next = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    return next ?? replay.answer(request)
  }
}

extension LoopbackServer.Response {
  /// What OMDb says instead of an answer.
  static func refusal(_ text: String, status: Int = 200) -> Self {
    .json(#"{"Response":"False","Error":"\#(text)"}"#, status: status)
  }

  /// OMDb's word for a day on which no more is answered.
  static let limitReached = refusal("Request limit reached!", status: 401)
}
