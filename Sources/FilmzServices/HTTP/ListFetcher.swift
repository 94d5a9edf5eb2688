import AsyncHTTPClient
import FilmzDomain
package import Foundation
import NIOCore
import NIOHTTP1

/// Reads the data of a published list from any web server.
///
/// Sends neither cookies nor credentials. Redirections are only followed to public addresses over `https`, at most three;
/// the address that was checked is the one that is connected to. The whole takes at most ten seconds, and the data has
/// at most ``PublishedList/maximumSize`` bytes; compressed data is not asked for.
///
/// Source: contract, People.
package struct ListFetcher: Sendable {
  private static let maximumRedirections = 3
  private static let time = TimeAmount.seconds(10)

  private let environment: [String: String]

  /// Creates a fetcher; the environment may define a proxy, as for ``HTTPFetcher``.
  package init(environment: [String: String]) { self.environment = environment }

  /// Returns the content of an address that the user has typed, which may be that of this computer.
  ///
  /// - Throws: An ``HTTPFailure``; `CancellationError`.
  package func get(_ address: URL) async throws -> Data {
    let host = address.host() ?? ""
    do {
      return try await withThrowingTaskGroup(of: Data.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await follow(address) }
        group.addTask {
          try await Task.sleep(nanoseconds: UInt64(Self.time.nanoseconds))
          throw HTTPFailure.timeout("\(host) did not respond within 10 s")
        }
        guard let data = try await group.next() else { throw CancellationError() }
        return data
      }
    } catch {
      guard !Task.isCancelled else { throw CancellationError() }
      throw error is HTTPFailure ? error : HTTPFetcher.failure(of: error, host: host)
    }
  }

  private func follow(_ typed: URL) async throws -> Data {
    var url = typed
    for number in 0...Self.maximumRedirections {
      // What the user has typed may be an address of the local network; what a server names must not.
      let pinned = number == 0 ? nil : try await publicAddress(of: url)
      let (target, data) = try await response(to: url, at: pinned)
      guard let target else { return data }
      guard target.isSecure else {
        throw HTTPFailure.neverRetried("\(url.host() ?? "") redirects to an unencrypted address")
      }
      url = target
    }
    throw HTTPFailure.neverRetried("\(typed.host() ?? "") redirects too many times")
  }

  /// Requests a URL from a host, or from the numeric address of one, and returns the target of a redirection, or the body.
  private func response(
    to url: URL, at address: String?
  ) async throws -> (target: URL?, data: Data) {
    let host = url.host() ?? ""
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.timeout = .init(connect: .seconds(3), read: Self.time)
    configuration.connectionPool.retryConnectionEstablishment = false
    let proxy = try Proxy(environment: environment, for: url)
    configuration.proxy = proxy.map { .server(host: $0.host, port: $0.port) }
    // A proxy resolves the name itself.
    if let address, proxy == nil { configuration.dnsOverride = [host: address] }
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    do {
      let result = try await Self.response(to: url, host: host, from: client)
      try? await client.shutdown()
      return result
    } catch {
      try? await client.shutdown()
      throw error is HTTPFailure ? error : HTTPFetcher.failure(of: error, host: host)
    }
  }

  private static func response(
    to url: URL, host: String, from client: HTTPClient
  ) async throws -> (target: URL?, data: Data) {
    var request = HTTPClientRequest(url: url.absoluteString)
    request.headers.add(contentsOf: [("Accept", "application/json"), ("User-Agent", "filmz")])
    let response = try await client.execute(request, deadline: .now() + time)
    if let target = try Redirection.target(of: HTTPHead(response), from: url, host: host) {
      return (target, Data())
    }
    guard response.status == .ok else {
      throw HTTPFailure.neverRetried("\(host) responded with status \(response.status.code)")
    }
    do {
      let body = try await response.body.collect(upTo: PublishedList.maximumSize)
      return (nil, Data(body.readableBytesView))
    } catch is NIOTooManyBytesError {
      throw HTTPFailure.neverRetried("\(host) sent more than 1 MB")
    }
  }

  /// Returns an address of the host of a URL, if all of its addresses are public.
  private func publicAddress(of url: URL) async throws -> String {
    let host = url.host() ?? ""
    let addresses = await Self.addresses(of: host)
    guard let first = addresses.first else {
      throw HTTPFailure.unsent("\(host) was not found (DNS)")
    }
    guard addresses.allSatisfy(\.isPublic) else {
      throw HTTPFailure.neverRetried(
        "a redirection to \(host) is not followed, because it is not a public address")
    }
    return first.text
  }

  private static func addresses(of host: String) async -> [NetworkAddress] {
    await withCheckedContinuation { continuation in
      // `getaddrinfo` blocks its thread.
      DispatchQueue.global().async {
        continuation.resume(returning: NetworkAddress.addresses(of: host))
      }
    }
  }
}
