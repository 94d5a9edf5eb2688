import AsyncHTTPClient
import FilmzDomain
package import Foundation
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// An answer over HTTP.
package struct HTTPReply: Sendable {
  package let status: Int
  /// The field `Retry-After` as it came.
  package let retryAfter: String?
  package let body: Data
}

/// No whole answer came.
package struct HTTPFailure: Error, Sendable, Equatable {
  /// What happened, naming the host and never the address.
  package let cause: String
  /// Whether a connection that stood was lost, which can pass.
  package var isDropped = false
  /// `true` if no connection was made, so that no server got the request.
  package var isUnsent = false
}

/// Gets addresses over HTTP; the client behind it is made with the first request.
///
/// A connection has three seconds to stand, a whole answer ten, and a body four megabytes at most.
/// Redirections are followed for downloads only, because the address of a question may hold a key. What
/// is to be downloaded comes in pieces, of any length.
package actor HTTPFetcher {
  /// Bounds of one request.
  private enum Bound {
    static let connection = TimeAmount.seconds(3)
    static let answer = TimeAmount.seconds(10)
    static let body = 4 << 20
  }

  /// A way out: downloads have their own, because they are configured otherwise.
  private struct Way: Hashable {
    let proxy: Proxy?
    let isForDownloads: Bool
  }

  /// How an address is reached.
  struct Route: Sendable {
    let client: HTTPClient
    /// The host that is connected to, as messages name it.
    let host: String
  }

  private let environment: [String: String]
  /// One client for each way out.
  private var clients: [Way: HTTPClient] = [:]
  private var isShutDown = false

  /// - Parameter environment: `HTTPS_PROXY` and `NO_PROXY` are heeded.
  package init(environment: [String: String]) { self.environment = environment }

  /// Gets one address, with further header fields such as `Authorization`.
  ///
  /// - Throws: An ``HTTPFailure``, which holds nothing of the fields; `CancellationError`.
  package func get(_ url: URL, fields: [(String, String)] = []) async throws -> HTTPReply {
    let route = try route(to: url)
    do {
      var request = HTTPClientRequest(url: url.absoluteString)
      request.headers.add(
        contentsOf: [("Accept", "application/json"), ("User-Agent", "filmz")] + fields)
      return try await Self.answer(to: request, from: route.client)
    } catch {
      guard !Task.isCancelled else { throw CancellationError() }
      throw Self.failure(of: error, host: route.host)
    }
  }

  /// A whole answer in time; the client's own deadline does not count a body that only drips.
  private static func answer(
    to request: HTTPClientRequest, from client: HTTPClient
  ) async throws -> HTTPReply {
    try await withThrowingTaskGroup(of: HTTPReply.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        let response = try await client.execute(request, deadline: .now() + Bound.answer)
        let body = try await response.body.collect(upTo: Bound.body)
        return HTTPReply(
          status: Int(response.status.code), retryAfter: response.headers["Retry-After"].first,
          body: Data(body.readableBytesView))
      }
      group.addTask {
        try await Task.sleep(nanoseconds: UInt64(Bound.answer.nanoseconds))
        throw HTTPClientError.deadlineExceeded
      }
      guard let reply = try await group.next() else { throw CancellationError() }
      return reply
    }
  }

  /// Shuts the clients down; further requests fail.
  package func shutdown() async {
    isShutDown = true
    let ending = clients.values
    clients = [:]
    for client in ending { try? await client.shutdown() }
  }

  /// Returns how an address is reached.
  ///
  /// - Throws: An ``HTTPFailure`` if the address or that of its proxy cannot be connected to.
  func route(to url: URL, isForDownloads: Bool = false) throws(HTTPFailure) -> Route {
    guard !isShutDown else { throw .lasting("filmz is ending") }
    guard let host = URL(httpAddress: url.absoluteString)?.host() else {
      throw .unsent("the address is not that of a web server")
    }
    let proxy = try Proxy(environment: environment, for: url)
    return Route(
      client: client(for: Way(proxy: proxy, isForDownloads: isForDownloads)),
      host: proxy.map { "the proxy \($0.host)" } ?? host)
  }

  private func client(for way: Way) -> HTTPClient {
    if let client = clients[way] { return client }
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: Self.configuration(for: way))
    clients[way] = client
    return client
  }

  private static func configuration(for way: Way) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    // A download is watched by ``IdleTimeout``.
    configuration.timeout = .init(
      connect: Bound.connection, read: way.isForDownloads ? nil : Bound.answer)
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channel.pipeline.addHandler(QuickAcknowledgement(), position: .first)
    }
    configuration.proxy = way.proxy.map { .server(host: $0.host, port: $0.port) }
    // One long stream gains nothing from HTTP/2, whose windows only slow it down.
    if way.isForDownloads { configuration.httpVersion = .http1Only }
    return configuration
  }

  /// What an error of the client means; errors before a connection stands tell that nobody got the
  /// request.
  static func failure(of error: any Error, host: String) -> HTTPFailure {
    switch error {
    case let error as HTTPClientError: failure(of: error, host: host)
    case HTTPParserError.invalidEOFState: .dropped("\(host) closed the connection")
    case NIOSSLError.uncleanShutdown: .dropped("\(host) closed the connection")
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      .unsent("no secure connection to \(host) (TLS)")
    case is NIOTooManyBytesError: .lasting("\(host) sent more than 4 MB")
    case let error as NIOConnectionError:
      error.connectionErrors.isEmpty && (error.dnsAError ?? error.dnsAAAAError) != nil
        ? .unsent("the name \(host) was not found (DNS)")
        : .unsent("\(host) could not be reached")
    case let error as IOError
    where [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode):
      .unsent("\(host) could not be reached")
    case is IOError, is ChannelError: .dropped("the connection to \(host) broke")
    default: .lasting("no usable connection to \(host)")
    }
  }

  private static func failure(of error: HTTPClientError, host: String) -> HTTPFailure {
    switch error {
    case .connectTimeout: .unsent("\(host) could not be reached within 3 s")
    case .deadlineExceeded, .readTimeout: .lasting("\(host) gave no answer within 10 s")
    case .remoteConnectionClosed: .dropped("\(host) closed the connection")
    case .tlsHandshakeTimeout: .unsent("no secure connection to \(host) (TLS)")
    default: .lasting("no usable connection to \(host)")
    }
  }
}

extension HTTPFailure {
  /// Trouble that stays.
  static func lasting(_ cause: String) -> Self { HTTPFailure(cause: cause) }

  /// Trouble before a connection stood.
  static func unsent(_ cause: String) -> Self { HTTPFailure(cause: cause, isUnsent: true) }

  /// Trouble with a connection that stood.
  static func dropped(_ cause: String) -> Self { HTTPFailure(cause: cause, isDropped: true) }
}
