import FilmzDomain
package import Foundation

/// A complete HTTP response.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// The unmodified value of the `Retry-After` field.
  package let retryAfter: String?
  /// The unmodified value of the `Cache-Control` field.
  package let cacheControl: String?
  package let body: Data
}

/// Sends GET requests over HTTP, with libcurl, which is loaded for the first of them.
///
/// Connecting may take at most three seconds. An API request may take at most ten seconds in total,
/// and the body of its response may have at most four megabytes. Downloads are streamed and may
/// have any size and duration; ``DownloadTimeouts`` limits how long they wait for the server.
/// Redirections are followed for downloads and published lists only, because the URL of an API
/// request may contain a key. Encrypted connections use TLS 1.2 or later.
///
/// Before version 7.87, libcurl waits for a look-up of a name that it has begun, even if the time to connect has passed,
/// and all transfers wait with it.
package struct HTTPFetcher: Sendable {
  /// The limits of an API request.
  private enum Limits {
    static let time = Duration.seconds(10)
    static let bodyBytes = 4 << 20
  }

  private let environment: [String: String]
  private let transfers = HTTPTransfers()

  /// Creates a fetcher.
  ///
  /// - Parameter environment: The environment variables. Only `HTTPS_PROXY` and `NO_PROXY`, in
  ///   upper or lower case, and `SSL_CERT_FILE`, a file with the certificates of trusted authorities,
  ///   are used.
  package init(environment: [String: String]) { self.environment = environment }

  /// Sends a GET request with additional header fields such as `Authorization`.
  ///
  /// - Throws: An ``HTTPFailure``, which never contains a header field; `CancellationError`.
  package func get(_ url: URL, fields: [(String, String)] = []) async throws -> HTTPResponse {
    var request = try request(url, [("Accept", "application/json")] + fields)
    request.timeout = Limits.time
    request.allowsHTTP2 = true
    let transfer = try transfers.start(request)
    defer { transfer.cancel() }
    let head = try await transfer.head()
    let body = try await transfer.body(upTo: Limits.bodyBytes, "4 MB", from: request.host)
    return HTTPResponse(
      status: head.status, retryAfter: head["Retry-After"], cacheControl: head["Cache-Control"],
      body: body)
  }

  /// Ends all transfers, and closes the connections; further requests fail.
  package func shutdown() async { await transfers.shutDown() }

  /// Starts a transfer.
  func start(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPTransfer {
    try transfers.start(request)
  }

  /// Returns a request for a URL over HTTP/1.1, without a timeout.
  ///
  /// - Throws: An ``HTTPFailure`` if the URL or the address of the proxy is invalid.
  func request(_ url: URL, _ fields: [(String, String)]) throws(HTTPFailure) -> HTTPRequest {
    guard let host = URL(httpAddress: url.absoluteString)?.host() else {
      throw .unsent("the address is not an http or https address")
    }
    let proxy = try Proxy(environment: environment, for: url)
    return HTTPRequest(
      url: url, host: proxy.map { "the proxy \($0.host)" } ?? host, proxy: proxy,
      authorities: environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 },
      fields: fields + [("User-Agent", "filmz")])
  }
}
