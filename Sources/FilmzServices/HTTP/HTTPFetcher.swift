import AsyncHTTPClient
import FilmzDomain
package import Foundation
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A complete HTTP response.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// The unmodified value of the `Retry-After` field.
  package let retryAfter: String?
  package let body: Data
}

/// The failure of a request that could not be sent, did not receive a complete response, or was
/// redirected to an address that cannot be used.
package struct HTTPFailure: Error, Sendable, Equatable {
  /// A description for messages; never contains the URL, because a URL may contain a key.
  package let cause: String
  /// `true` if an established connection was lost, which is a transient failure.
  package var isConnectionLost = false
  /// `true` if no connection was established, so that no server received the request.
  package var isUnsent = false
  /// `true` if the server did not respond in time.
  package var isTimeout = false
}

/// Sends GET requests over `HTTPClient`s, each of which is created when it is first needed.
///
/// Connecting may take at most three seconds. An API request may take at most ten seconds in total,
/// and the body of its response may have at most four megabytes. Downloads are streamed and may
/// have any size and duration; ``DownloadTimeouts`` limits how long they wait for the server.
/// Redirections are followed for downloads only, because the URL of an API request may contain a
/// key.
package actor HTTPFetcher {
  /// The limits of an API request; downloads have the same connect timeout.
  private enum Limits {
    static let connectTimeout = TimeAmount.seconds(3)
    static let responseTimeout = TimeAmount.seconds(10)
    static let bodyBytes = 4 << 20
  }

  /// The properties that determine the configuration of an `HTTPClient`.
  private struct ClientKey: Hashable {
    let proxy: Proxy?
    let isForDownloads: Bool
  }

  /// The client that sends a request, and the host that it connects to.
  struct Route: Sendable {
    let client: HTTPClient
    /// The name of the host in messages; with a proxy, `the proxy` and the name of the proxy.
    let host: String
  }

  private let environment: [String: String]
  private var clients: [ClientKey: HTTPClient] = [:]
  private var isShutDown = false

  /// Creates a fetcher.
  ///
  /// - Parameter environment: The environment variables. Only `HTTPS_PROXY` and `NO_PROXY`, in
  ///   upper or lower case, are used.
  package init(environment: [String: String]) { self.environment = environment }

  /// Sends a GET request with additional header fields such as `Authorization`.
  ///
  /// - Throws: An ``HTTPFailure``, which never contains a header field; `CancellationError`.
  package func get(_ url: URL, fields: [(String, String)] = []) async throws -> HTTPResponse {
    let route = try route(to: url)
    do {
      var request = HTTPClientRequest(url: url.absoluteString)
      request.headers.add(
        contentsOf: [("Accept", "application/json"), ("User-Agent", "filmz")] + fields)
      return try await Self.response(to: request, from: route.client)
    } catch {
      guard !Task.isCancelled else { throw CancellationError() }
      throw Self.failure(of: error, host: route.host)
    }
  }

  /// Returns the complete response if it arrives in time.
  ///
  /// The deadline of the client covers only the head. A second task limits the time for the body,
  /// because a server may send the body arbitrarily slowly.
  private static func response(
    to request: HTTPClientRequest, from client: HTTPClient
  ) async throws -> HTTPResponse {
    try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        let response = try await client.execute(request, deadline: .now() + Limits.responseTimeout)
        let body = try await response.body.collect(upTo: Limits.bodyBytes)
        return HTTPResponse(
          status: Int(response.status.code), retryAfter: response.headers["Retry-After"].first,
          body: Data(body.readableBytesView))
      }
      group.addTask {
        try await Task.sleep(nanoseconds: UInt64(Limits.responseTimeout.nanoseconds))
        throw HTTPClientError.deadlineExceeded
      }
      guard let response = try await group.next() else { throw CancellationError() }
      return response
    }
  }

  /// Shuts down the clients; further requests fail.
  package func shutdown() async {
    isShutDown = true
    let activeClients = clients.values
    clients = [:]
    for client in activeClients { try? await client.shutdown() }
  }

  /// Returns the client and host for a URL.
  ///
  /// - Throws: An ``HTTPFailure`` if the URL or the address of the proxy is invalid, or the fetcher
  ///   is shut down.
  func route(to url: URL, isForDownloads: Bool = false) throws(HTTPFailure) -> Route {
    guard !isShutDown else { throw .neverRetried("filmz is shutting down") }
    guard let host = URL(httpAddress: url.absoluteString)?.host() else {
      throw .unsent("the address is not an http or https address")
    }
    let proxy = try Proxy(environment: environment, for: url)
    return Route(
      client: client(for: ClientKey(proxy: proxy, isForDownloads: isForDownloads)),
      host: proxy.map { "the proxy \($0.host)" } ?? host)
  }

  private func client(for key: ClientKey) -> HTTPClient {
    if let client = clients[key] { return client }
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: Self.configuration(for: key))
    clients[key] = client
    return client
  }

  private static func configuration(for key: ClientKey) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    // Downloads use ``IdleTimeout`` instead of a read timeout.
    configuration.timeout = .init(
      connect: Limits.connectTimeout, read: key.isForDownloads ? nil : Limits.responseTimeout)
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channel.pipeline.addHandler(QuickAcknowledgement(), position: .first)
    }
    configuration.proxy = key.proxy.map { .server(host: $0.host, port: $0.port) }
    // HTTP/2 has no benefit for a single long stream, and its flow control slows the stream down.
    if key.isForDownloads { configuration.httpVersion = .http1Only }
    return configuration
  }

  /// Returns the failure for an error of the client.
  ///
  /// For errors that occur before a connection is established, ``HTTPFailure/isUnsent`` is `true`.
  static func failure(of error: any Error, host: String) -> HTTPFailure {
    switch error {
    case let error as HTTPClientError: failure(of: error, host: host)
    case HTTPParserError.invalidEOFState: .connectionLost("\(host) closed the connection")
    case NIOSSLError.uncleanShutdown: .connectionLost("\(host) closed the connection")
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      .unsent("could not establish a secure connection to \(host) (TLS)")
    case is NIOTooManyBytesError: .neverRetried("\(host) sent more than 4 MB")
    case let error as NIOConnectionError:
      error.connectionErrors.isEmpty && (error.dnsAError ?? error.dnsAAAAError) != nil
        ? .unsent("\(host) was not found (DNS)")
        : .unsent("\(host) could not be reached")
    case let error as IOError
    where [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode):
      .unsent("\(host) could not be reached")
    case is IOError, is ChannelError: .connectionLost("the connection to \(host) was lost")
    default: .neverRetried("the request to \(host) failed")
    }
  }

  private static func failure(of error: HTTPClientError, host: String) -> HTTPFailure {
    switch error {
    case .connectTimeout: .timeout("\(host) could not be reached within 3 s", isUnsent: true)
    case .deadlineExceeded, .readTimeout: .timeout("\(host) did not respond within 10 s")
    case .remoteConnectionClosed: .connectionLost("\(host) closed the connection")
    case .tlsHandshakeTimeout:
      .timeout(
        "could not establish a secure connection to \(host) (TLS) within 3 s", isUnsent: true)
    default: .neverRetried("the request to \(host) failed")
    }
  }
}

extension HTTPFailure {
  /// A failure after which the request is never retried.
  static func neverRetried(_ cause: String) -> Self { HTTPFailure(cause: cause) }

  /// A failure before a connection was established.
  static func unsent(_ cause: String) -> Self { HTTPFailure(cause: cause, isUnsent: true) }

  /// A failure because the server did not respond in time, which is not retried.
  static func timeout(_ cause: String, isUnsent: Bool = false) -> Self {
    HTTPFailure(cause: cause, isUnsent: isUnsent, isTimeout: true)
  }

  /// The loss of an established connection.
  static func connectionLost(_ cause: String) -> Self {
    HTTPFailure(cause: cause, isConnectionLost: true)
  }
}
