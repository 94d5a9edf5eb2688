import FilmzDomain
package import Foundation
import Synchronization

/// A complete HTTP response.
package struct HTTPResponse: Sendable {
  let head: HTTPHead
  package let body: Data

  package var status: Int { head.status }
}

/// Sends GET requests over HTTP with libcurl, which is loaded for the first request.
///
/// Connecting may take at most three seconds. An API request may take at most ten seconds in total,
/// and the body of its response may have at most four megabytes. Downloads are streamed and may
/// have any size and duration; ``DownloadTimeouts`` limits how long they wait for the server.
/// Redirections are followed for downloads and published lists only, because the URL of an API
/// request may contain a key. Encrypted connections use TLS 1.2 or later.
///
/// A version of libcurl before 7.87 does not abort the look-up of a name when the time to connect has passed, and all
/// other transfers wait until the look-up ends.
package struct HTTPFetcher: Sendable {
  private static let maximumTime = Duration.seconds(10)
  private static let maximumBodyBytes = 4 << 20

  private let environment: [String: String]
  private let transfers = HTTPTransferThread()

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
    request.timeout = Self.maximumTime
    request.allowsHTTP2 = true
    let (transfer, head) = try await response(to: request)
    defer { transfer.cancel() }
    let body = try await transfer.body(upTo: Self.maximumBodyBytes, "4 MB", from: request.host)
    return HTTPResponse(head: head, body: body)
  }

  /// Ends all transfers, and closes the connections; further requests fail.
  package func shutdown() async { await transfers.shutDown() }

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

extension HTTPFetcher {
  private static let maximumRedirectionsOfList = 3

  /// Returns the data of a published list at an address that the user has typed; this computer may have the address.
  ///
  /// Sends neither cookies nor credentials. Redirections are only followed to public addresses over `https`, at most
  /// three; each address is checked when the connection to it is opened. All requests together take at most ten
  /// seconds, and the data has at most ``PublishedList/maximumSize`` bytes; compressed data is not requested.
  ///
  /// Source: contract, People.
  ///
  /// - Throws: An ``HTTPFailure``; `CancellationError`.
  package func publishedList(at address: URL) async throws -> Data {
    let end = ContinuousClock.now.advanced(by: Self.maximumTime)
    var url = address
    for number in 0...Self.maximumRedirectionsOfList {
      // The address that the user typed may be one of the local network; the target of a redirection must not.
      let (target, data) = try await list(at: url, onlyIfPublic: number > 0, by: end)
      guard let target else { return data }
      guard target.isSecure else {
        throw HTTPFailure.neverRetried("\(url.host() ?? "") redirects to an unencrypted address")
      }
      url = target
    }
    throw HTTPFailure.neverRetried("\(address.host() ?? "") redirects too many times")
  }

  /// Requests a URL, and returns the target if the response is a redirection, otherwise the body.
  private func list(
    at url: URL, onlyIfPublic: Bool, by end: ContinuousClock.Instant
  ) async throws -> (target: URL?, data: Data) {
    let server = url.host() ?? ""
    var request = try request(url, [("Accept", "application/json")])
    // A proxy connects to the server itself, so that only the addresses that this computer finds can be checked.
    if onlyIfPublic, request.proxy != nil { try await requirePublicAddresses(of: server) }
    request.requiresPublicAddress = onlyIfPublic && request.proxy == nil
    request.timeout = max(ContinuousClock.now.duration(to: end), .milliseconds(1))
    request.allowsHTTP2 = true
    let (transfer, head) = try await response(to: request)
    defer { transfer.cancel() }
    if let target = try head.redirectionTarget(from: url, host: server) { return (target, Data()) }
    guard head.status == 200 else { throw HTTPFailure.neverRetried("\(server) responded with status \(head.status)") }
    return (nil, try await transfer.body(upTo: PublishedList.maximumSize, "1 MB", from: server))
  }

  private func requirePublicAddresses(of host: String) async throws {
    // A stream, unlike a continuation, ends when the task is cancelled.
    let (addresses, continuation) = AsyncStream.makeStream(of: [NetworkAddress].self)
    // `getaddrinfo` blocks its thread.
    DispatchQueue.global().async {
      continuation.yield(NetworkAddress.addresses(of: host))
      continuation.finish()
    }
    guard let found = await addresses.first(where: { _ in true }) else { throw CancellationError() }
    guard !found.isEmpty else { throw HTTPFailure.unsent("\(host) was not found (DNS)") }
    guard found.allSatisfy(\.isPublic) else { throw HTTPFailure.notPublic(host) }
  }
}

extension HTTPFailure {
  /// A redirection to a host that is not public.
  static func notPublic(_ host: String) -> Self {
    .neverRetried("a redirection to \(host) is not followed, because it is not a public address")
  }
}

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
        guard let target = try head.redirectionTarget(from: url, host: request.host) else { return (transfer, head) }
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
    let transfer = try transfers.start(request)
    do {
      return (transfer, try await transfer.head())
    } catch {
      transfer.cancel()
      throw error
    }
  }
}

/// The maximum durations for which a download waits for the server.
struct DownloadTimeouts: Sendable {
  /// The maximum time to wait for the head of the response.
  var head = Duration.seconds(30)
  /// The maximum time to wait for the next bytes of the body.
  var idle = Duration.seconds(60)
}

/// A timeout that ends a download if the server sends nothing for too long.
final class IdleTimeout: Sendable {
  private let timeouts: DownloadTimeouts
  /// The time at which the current wait for the server ends, and the error to throw then; `nil` if the download does
  /// not wait for the server.
  private let deadline = Mutex<(instant: ContinuousClock.Instant, failure: HTTPFailure)?>(nil)

  init(_ timeouts: DownloadTimeouts) { self.timeouts = timeouts }

  /// Runs a download, and cancels it if a deadline passes while it waits for the server.
  ///
  /// - Throws: The ``HTTPFailure`` of the deadline; errors thrown by the download.
  func run<Value: Sendable>(_ download: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask(operation: download)
      group.addTask { throw try await self.expiry() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  /// Starts the timeout for the head of a response; messages contain the name of the host.
  func startWaitingForHead(from host: String) {
    setDeadline(in: timeouts.head, .neverRetried("\(host) did not respond within \(Self.text(timeouts.head))"))
  }

  /// Starts the timeout for the next bytes of a body; messages contain the name of the host.
  func startWaitingForChunk(from host: String) {
    setDeadline(in: timeouts.idle, .connectionLost("\(host) sent nothing for \(Self.text(timeouts.idle))"))
  }

  /// Stops the current timeout.
  func stopWaiting() { deadline.withLock { $0 = nil } }

  private func setDeadline(in time: Duration, _ failure: HTTPFailure) {
    let instant = ContinuousClock.now.advanced(by: time)
    deadline.withLock { $0 = (instant, failure) }
  }

  /// Waits until a deadline has passed, and returns its failure.
  ///
  /// Each sleep lasts at most as long as the shorter timeout, so that it ends before any deadline
  /// that is set in the meantime.
  private func expiry() async throws -> HTTPFailure {
    while true {
      let now = ContinuousClock.now
      let current = deadline.withLock(\.self)
      if let current, current.instant <= now { return current.failure }
      let nextCheck = now.advanced(by: min(timeouts.head, timeouts.idle))
      try await Task.sleep(until: min(current?.instant ?? nextCheck, nextCheck), clock: .continuous)
    }
  }

  private static func text(_ duration: Duration) -> String { "\(Int(duration.seconds.rounded(.up))) s" }
}
