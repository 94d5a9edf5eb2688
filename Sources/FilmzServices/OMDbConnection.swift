package import FilmzDomain
package import FilmzStore
import Foundation

/// Asks OMDb: counts each request, tries again what can pass, and asks no more on a day on which
/// the limit was reached.
package struct OMDbConnection: Sendable {
  package let account: OMDbAccount
  private let fetcher: HTTPFetcher
  private let counter: RequestCounter
  private let retry: RetryPolicy
  private let trace: RequestTrace

  package init(
    account: OMDbAccount, fetcher: HTTPFetcher, counter: RequestCounter,
    retry: RetryPolicy = RetryPolicy(), trace: RequestTrace = RequestTrace()
  ) {
    self.account = account
    self.fetcher = fetcher
    self.counter = counter
    self.retry = retry
    self.trace = trace
  }

  /// What was used of the day.
  package func usage() async -> RequestUsage { await counter.usage(of: account.mark) }

  /// Gets the answer to one question.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  func reply(to parameters: [(String, String)]) async throws -> HTTPReply {
    let url = try url(parameters)
    let start = ContinuousClock.now
    var retries = 0
    while true {
      guard await counter.count(for: account.mark) else { throw ServiceError.dailyLimitExceeded }
      let attempt = await attempted(url)
      retries += 1
      guard attempt.canPass,
        try await retry.wait(
          forRetry: retries, retryAfter: attempt.retryAfter,
          elapsed: start.duration(to: .now).seconds)
      else { return try attempt.reply() }
    }
  }

  /// Remembers that the limit of the day was reached.
  func reachLimit() async { await counter.reachLimit(of: account.mark) }

  private func attempted(_ url: URL) async -> Attempt {
    let start = ContinuousClock.now
    let attempt: Attempt
    do {
      attempt = .answered(try await fetcher.get(url))
    } catch let failure as HTTPFailure {
      attempt = .failed(failure)
      if failure.isUnsent { await counter.takeBack(for: account.mark) }
    } catch {
      attempt = .cancelled
    }
    trace.tell {
      let milliseconds = Int(start.duration(to: .now).seconds * 1000)
      return "GET \(masked(url)): \(attempt.summary), \(milliseconds) ms"
    }
    return attempt
  }

  private func masked(_ url: URL) -> String {
    url.absoluteString.replacing(/(?i)apikey=[^&]*/, with: "apikey=********")
  }

  private func url(_ parameters: [(String, String)]) throws -> URL {
    let query = ([("apikey", account.key)] + parameters + [("r", "json")])
      .map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
    let base = account.baseURL
    guard let url = URL(string: base + (base.contains("?") ? "&" : "?") + query),
      url.host() != nil
    else { throw ServiceError.networkError(cause: "omdb.baseURL is no address") }
    return url
  }

  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~*")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}

/// How one request went.
private enum Attempt {
  case answered(HTTPReply)
  case failed(HTTPFailure)
  case cancelled

  /// Whether the same question may be answered a moment later.
  var canPass: Bool {
    switch self {
    case .answered(let reply):
      (reply.status == 429 || (500...599).contains(reply.status))
        && !OMDbVerdict.isRefusal(reply.body)
    case .failed(let failure): failure.isDropped
    case .cancelled: false
    }
  }

  /// Seconds that the service asks to be left alone for.
  var retryAfter: Double? {
    guard case .answered(let reply) = self else { return nil }
    return reply.retryAfterSeconds
  }

  /// In a few words, for the trace.
  var summary: String {
    switch self {
    case .answered(let reply): "\(reply.status), \(reply.body.count) bytes"
    case .failed(let failure): failure.cause
    case .cancelled: "cancelled"
    }
  }

  func reply() throws -> HTTPReply {
    switch self {
    case .answered(let reply): return reply
    case .failed(let failure): throw ServiceError.networkError(cause: failure.cause)
    case .cancelled: throw CancellationError()
    }
  }
}
