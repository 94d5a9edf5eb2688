import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

extension HTTPFetcher {
  /// Gets one address in pieces, of which only a few are in memory at a time.
  ///
  /// Redirections are followed, five at most, and to another host without `Authorization`. The
  /// closure gets the head and the body; what it leaves of the body is not fetched.
  /// - Throws: An ``HTTPFailure``; what the closure throws; `CancellationError`.
  func stream<Value: Sendable>(
    _ url: URL, fields: [(String, String)], timeouts: DownloadTimeouts,
    _ receive: @escaping @Sendable (HTTPHead, HTTPBody) async throws -> Value
  ) async throws -> Value {
    guard !isShutDown else { throw HTTPFailure.lasting("filmz is ending") }
    let host = host(for: url)
    let client = client(for: url, isForDownloads: true)
    let timeout = IdleTimeout(timeouts, host: host)
    do {
      return try await timeout.over {
        timeout.awaitHead()
        let response = try await Self.response(from: client, url, fields, host: host)
        timeout.endWait()
        let body = HTTPBody(pieces: response.body, timeout: timeout, host: host)
        return try await receive(HTTPHead(response), body)
      }
    } catch {
      guard !Task.isCancelled else { throw CancellationError() }
      throw error
    }
  }

  private static func response(
    from client: HTTPClient, _ url: URL, _ fields: [(String, String)], host: String
  ) async throws -> HTTPClientResponse {
    var request = HTTPClientRequest(url: url.absoluteString)
    request.headers.add(contentsOf: fields + [("User-Agent", "filmz")])
    do {
      return try await client.execute(request, deadline: .now() + .hours(1))
    } catch {
      throw failure(of: error, host: host)
    }
  }
}
