import AsyncHTTPClient
import FilmzDomain
import Foundation
import NIOCore
import NIOHTTP1

extension HTTPFetcher {
  private static let mostRedirections = 5

  /// Gets one address in pieces, of which only a few are in memory at a time.
  ///
  /// Redirections are followed, five at most, and their bodies are not read. The closure gets the head
  /// and the body; what it leaves of the body is not fetched.
  /// - Throws: An ``HTTPFailure``; what the closure throws; `CancellationError`.
  func stream<Value: Sendable>(
    _ url: URL, fields: [(String, String)], timeouts: DownloadTimeouts,
    _ receive: @escaping @Sendable (HTTPHead, HTTPBody) async throws -> Value
  ) async throws -> Value {
    let timeout = IdleTimeout(timeouts)
    do {
      return try await timeout.over {
        let (response, host) = try await self.response(to: url, fields, timeout)
        timeout.endWait()
        let body = HTTPBody(pieces: response.body, timeout: timeout, host: host)
        return try await receive(HTTPHead(response), body)
      }
    } catch {
      guard !Task.isCancelled else { throw CancellationError() }
      throw error
    }
  }

  /// Returns the answer at the end of all redirections, and the host that it comes from.
  ///
  /// `Authorization` is sent until a redirection leads to another server.
  private func response(
    to first: URL, _ fields: [(String, String)], _ timeout: IdleTimeout
  ) async throws -> (HTTPClientResponse, host: String) {
    var (url, fields) = (first, fields)
    var visited: Set = [first]
    while true {
      let route = try route(to: url, isForDownloads: true)
      timeout.awaitHead(from: route.host)
      let response = try await Self.response(on: route, url, fields)
      let target = try Redirection.target(of: HTTPHead(response), from: url, host: route.host)
      guard let target else { return (response, route.host) }
      guard visited.count <= Self.mostRedirections, visited.insert(target).inserted else {
        throw HTTPFailure.lasting("\(route.host) redirects without an end")
      }
      if !target.hasSameServer(as: first) { fields.removeAll { $0.0 == "Authorization" } }
      url = target
    }
  }

  private static func response(
    on route: Route, _ url: URL, _ fields: [(String, String)]
  ) async throws -> HTTPClientResponse {
    var request = HTTPClientRequest(url: url.absoluteString)
    request.headers.add(contentsOf: fields + [("User-Agent", "filmz")])
    do {
      return try await route.client.execute(request, deadline: .now() + .hours(1))
    } catch {
      throw failure(of: error, host: route.host)
    }
  }
}
