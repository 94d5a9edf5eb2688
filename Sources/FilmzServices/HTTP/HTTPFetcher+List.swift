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
      let remainingTime = ContinuousClock.now.duration(to: end)
      // What the user has typed may be an address of the local network; what a server names must not.
      let (target, data) = try await list(
        at: url, onlyIfPublic: number > 0, within: max(remainingTime, .milliseconds(1)))
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
    at url: URL, onlyIfPublic: Bool, within time: Duration
  ) async throws -> (target: URL?, data: Data) {
    var request = try request(url, [("Accept", "application/json")])
    request.timeout = time
    request.allowsHTTP2 = true
    // A proxy connects to the server itself, so that only the addresses that this computer finds can be checked.
    if onlyIfPublic, request.proxy != nil { try await requirePublicAddresses(of: url) }
    request.requiresPublicAddress = onlyIfPublic && request.proxy == nil
    let (transfer, head) = try await response(to: request)
    defer { transfer.cancel() }
    if let target = try Redirection.target(of: head, from: url, host: request.host) {
      return (target, Data())
    }
    guard head.status == 200 else {
      throw HTTPFailure.neverRetried("\(request.host) responded with status \(head.status)")
    }
    return (nil, try await transfer.body(upTo: PublishedList.maximumSize, "1 MB"))
  }

  private func requirePublicAddresses(of url: URL) async throws {
    let host = url.host() ?? ""
    let addresses = await withCheckedContinuation { continuation in
      // `getaddrinfo` blocks its thread.
      DispatchQueue.global().async {
        continuation.resume(returning: NetworkAddress.addresses(of: host))
      }
    }
    guard !addresses.isEmpty else { throw HTTPFailure.unsent("\(host) was not found (DNS)") }
    guard addresses.allSatisfy(\.isPublic) else { throw HTTPFailure.notPublic(host) }
  }
}

extension HTTPFailure {
  /// A redirection to a host that is not public.
  static func notPublic(_ host: String) -> Self {
    .neverRetried(
      "a redirection to \(host) is not followed, because it is not a public address")
  }
}
