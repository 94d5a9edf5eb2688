import AsyncHTTPClient
import FilmzDomain
import Foundation
import NIOCore
import NIOHTTP1

extension HTTPFetcher {
  private static let maximumRedirections = 5

  /// Streams the content of a URL, without storing more than a few chunks in memory.
  ///
  /// Follows up to five redirections, without reading the bodies of these responses. The closure
  /// receives the head and the body of the final response. If the closure does not read the whole
  /// body, the transfer is cancelled.
  ///
  /// - Throws: An ``HTTPFailure``; errors thrown by the closure; `CancellationError`.
  func stream<Value: Sendable>(
    _ url: URL, fields: [(String, String)], timeouts: DownloadTimeouts,
    _ receive: @escaping @Sendable (HTTPHead, HTTPBody) async throws -> Value
  ) async throws -> Value {
    let timeout = IdleTimeout(timeouts)
    do {
      return try await timeout.run {
        let (response, host) = try await self.response(to: url, fields, timeout)
        timeout.stopWaiting()
        let body = HTTPBody(chunks: response.body, timeout: timeout, host: host)
        return try await receive(HTTPHead(response), body)
      }
    } catch {
      guard !Task.isCancelled else { throw CancellationError() }
      throw error
    }
  }

  /// Returns the response after all redirections, and the host that sent it.
  ///
  /// `Authorization` is no longer sent once a redirection leads to another server.
  private func response(
    to initialURL: URL, _ fields: [(String, String)], _ timeout: IdleTimeout
  ) async throws -> (HTTPClientResponse, host: String) {
    var (url, fields) = (initialURL, fields)
    var visited: Set = [initialURL]
    while true {
      let route = try route(to: url, isForDownloads: true)
      timeout.startWaitingForHead(from: route.host)
      let response = try await Self.response(on: route, url, fields)
      let target = try Redirection.target(of: HTTPHead(response), from: url, host: route.host)
      guard let target else { return (response, route.host) }
      guard visited.count <= Self.maximumRedirections, visited.insert(target).inserted else {
        throw HTTPFailure.neverRetried("\(route.host) redirects too many times")
      }
      if !target.hasSameServer(as: initialURL) { fields.removeAll { $0.0 == "Authorization" } }
      url = target
    }
  }

  private static func response(
    on route: Route, _ url: URL, _ fields: [(String, String)]
  ) async throws -> HTTPClientResponse {
    var request = HTTPClientRequest(url: url.absoluteString)
    request.headers.add(contentsOf: fields + [("User-Agent", "filmz")])
    do {
      // The client requires a deadline; ``IdleTimeout`` ends the wait for the head much earlier.
      return try await route.client.execute(request, deadline: .now() + .hours(1))
    } catch {
      throw failure(of: error, host: route.host)
    }
  }
}
