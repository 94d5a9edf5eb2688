import FilmzDomain
import Foundation

extension HTTPFetcher {
  private static let maximumRedirections = 5

  /// Streams the content of a URL, without storing more than 128 KB in memory.
  ///
  /// Follows up to five redirections, without reading the bodies of these responses. The closure
  /// receives the head and the body of the final response. If the closure does not read the whole
  /// body, the transfer is cancelled.
  ///
  /// HTTP/2 is not used: it has no benefit for a single long stream, and its flow control slows the
  /// stream down.
  ///
  /// - Throws: An ``HTTPFailure``; errors thrown by the closure; `CancellationError`.
  func stream<Value: Sendable>(
    _ url: URL, fields: [(String, String)], timeouts: DownloadTimeouts,
    _ receive: @escaping @Sendable (HTTPHead, HTTPBody) async throws -> Value
  ) async throws -> Value {
    let timeout = IdleTimeout(timeouts)
    do {
      return try await timeout.run {
        let (transfer, head) = try await self.response(to: url, fields, timeout)
        defer { transfer.cancel() }
        timeout.stopWaiting()
        return try await receive(head, HTTPBody(transfer: transfer, timeout: timeout))
      }
    } catch {
      guard !Task.isCancelled else { throw CancellationError() }
      throw error
    }
  }

  /// Returns the transfer and the head of the response after all redirections.
  ///
  /// `Authorization` is no longer sent once a redirection leads to another server.
  private func response(
    to initialURL: URL, _ fields: [(String, String)], _ timeout: IdleTimeout
  ) async throws -> (HTTPTransfer, HTTPHead) {
    var (url, fields) = (initialURL, fields)
    var visited: Set = [initialURL]
    while true {
      let request = try request(url, fields)
      timeout.startWaitingForHead(from: request.host)
      let (transfer, head) = try await response(to: request)
      do {
        guard let target = try Redirection.target(of: head, from: url, host: request.host) else {
          return (transfer, head)
        }
        transfer.cancel()
        guard visited.count <= Self.maximumRedirections, visited.insert(target).inserted else {
          throw HTTPFailure.neverRetried("\(request.host) redirects too many times")
        }
        if !target.hasSameServer(as: initialURL) { fields.removeAll { $0.0 == "Authorization" } }
        url = target
      } catch {
        transfer.cancel()
        throw error
      }
    }
  }

  /// Sends a request, and waits for the head of the response.
  func response(to request: HTTPRequest) async throws -> (HTTPTransfer, HTTPHead) {
    let transfer = try start(request)
    do {
      return (transfer, try await transfer.head())
    } catch {
      transfer.cancel()
      throw error
    }
  }
}
