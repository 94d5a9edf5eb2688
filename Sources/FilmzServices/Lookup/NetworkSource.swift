package import FilmzDomain

/// A source that queries a service on the network.
///
/// ``FilmLookup``, ``FilmSearch`` and `doctor` use services only through this protocol. A service is queried for films
/// of any year or of one year only.
package protocol NetworkSource: FilmSource {
  var service: ServiceDescriptor { get }

  /// The client that sends the requests.
  var client: APIClient { get }

  /// The beginning of the keys of cached pages: the ``FilmSource/origin``, followed by the settings on which
  /// the content of pages depends; by default, the origin alone.
  var pageKeyPrefix: String { get async }

  /// `true` if the service can search for whole words only (``SearchQuery/isExact``); by default `true`.
  var canSearchWholeWords: Bool { get }

  /// Returns the account to use for requests; `nil` if the service requires a key and none is set.
  func account() async -> ServiceAccount?

  /// Returns whether the service can look up films by ids of this kind.
  func supports(_ id: FilmID) -> Bool

  /// Returns an error if the service does not support a query; `nil` if it does.
  func unsupportedQueryError(for query: SearchQuery) -> ServiceError?

  /// Sends a small request that succeeds if the service responds and accepts the key.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  func checkConnection() async throws
}

extension NetworkSource {
  package var name: String { service.name }

  package var pageKeyPrefix: String { get async { origin.rawValue } }

  package var canSearchWholeWords: Bool { true }

  /// `true` if the service needs no key, or if its key is set.
  package var isConfigured: Bool { get async { await account() != nil } }

  /// The requests that the account has used today; `nil` if the service is not configured.
  package var usage: RequestUsage? {
    get async {
      guard let account = await account() else { return nil }
      return await client.usage(of: account)
    }
  }

  /// Returns whether the service is configured, has no known outage, and has not reached its daily limit.
  ///
  /// Sends no request.
  ///
  /// - Parameter reservedRequests: The number of requests to keep in reserve. A service with a
  ///   daily limit is available only if more requests than this remain today. `nil` to reserve none.
  /// - Returns: `true` if the service can probably be queried.
  package func isAvailable(reserving reservedRequests: Int? = nil) async -> Bool {
    guard let account = await account(), client.outages.error(for: account) == nil,
      let usage = await usage, !usage.isLimitReached
    else { return false }
    guard let reservedRequests, let dailyLimit = service.dailyLimit else { return true }
    return usage.remaining(of: dailyLimit) > reservedRequests
  }

  /// Returns the account to use for requests.
  ///
  /// - Throws: ``ServiceError/Cause/noKey``.
  package func requiredAccount() async throws(ServiceError) -> ServiceAccount {
    guard let account = await account() else { throw ServiceError(service, .noKey) }
    return account
  }

  /// Checks whether the service responds.
  ///
  /// The service is asked even if it did not respond in time a short time ago.
  ///
  /// - Throws: `CancellationError`.
  package func probe(in context: CommandContext) async throws -> ProbeResult {
    guard !context.isOffline, let account = await account() else { return .skipped }
    client.outages.endPause(of: account)
    let start = ContinuousClock.now
    do {
      try await checkConnection()
    } catch let failure as any UserFacingError {
      return .failed(failure)
    }
    return .responded(milliseconds: Int(start.duration(to: .now).microseconds / 1000))
  }
}

/// The outcome of checking whether a service responds.
package enum ProbeResult: Sendable {
  /// The service responded without an error.
  case responded(milliseconds: Int)
  /// No request was sent, because of `--offline` or a missing key.
  case skipped
  case failed(any UserFacingError)
}
