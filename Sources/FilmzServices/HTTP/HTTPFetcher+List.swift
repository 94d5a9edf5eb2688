import FilmzDomain
package import Foundation

extension HTTPFetcher {
  /// The limits of reading a published list.
  private enum ListLimits {
    static let redirections = 3
    static let time = Duration.seconds(10)
  }

  /// Returns the data of a published list at an address that the user has typed, which may be that of this
  /// computer.
  ///
  /// Sends neither cookies nor credentials. Redirections are only followed to public addresses over `https`, at most
  /// three; each address is checked when it is connected to. The whole takes at most ten seconds, and the data
  /// has at most ``PublishedList/maximumSize`` bytes; compressed data is not asked for.
  ///
  /// Source: contract, People.
  ///
  /// - Throws: An ``HTTPFailure``; `CancellationError`.
  package func publishedList(at address: URL) async throws -> Data {
    let end = ContinuousClock.now.advanced(by: ListLimits.time)
    var url = address
    for number in 0...ListLimits.redirections {
      // What the user has typed may be an address of the local network; what a server names must not.
      let (target, data) = try await list(at: url, onlyIfPublic: number > 0, by: end)
      guard let target else { return data }
      guard target.isSecure else {
        throw HTTPFailure.neverRetried("\(url.host() ?? "") redirects to an unencrypted address")
      }
      url = target
    }
    throw HTTPFailure.neverRetried("\(address.host() ?? "") redirects too many times")
  }

  /// Requests a URL, and returns the target of a redirection, or the body.
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
    if let target = try Redirection.target(of: head, from: url, host: server) {
      return (target, Data())
    }
    guard head.status == 200 else {
      throw HTTPFailure.neverRetried("\(server) responded with status \(head.status)")
    }
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
    .neverRetried(
      "a redirection to \(host) is not followed, because it is not a public address")
  }
}
