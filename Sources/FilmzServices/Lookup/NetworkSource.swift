package import FilmzDomain

/// A source that is a service on the network.
///
/// Its declaration tells what is the same for all of them: ``FilmLookup``, ``FilmSearch`` and `doctor`
/// know no service by name.
package protocol NetworkSource: FilmSource {
  var service: ServiceDescriptor { get }

  /// The client that makes the requests.
  var client: APIClient { get }

  /// Returns the account that requests are made for now; `nil` if the service wants a key and there is
  /// none.
  func account() async -> ServiceAccount?

  /// Whether the service can be asked for a film by this id.
  func knows(_ id: FilmID) -> Bool

  /// Returns why the service cannot be asked a query; `nil` if it can.
  func refusal(of query: SearchQuery) -> ServiceError?
}

extension NetworkSource {
  package var name: String { service.name }

  /// Whether the service can be asked now.
  package var isReady: Bool { get async { await account() != nil } }

  /// What was used of the day's requests; `nil` without a key.
  package var usage: RequestUsage? {
    get async {
      guard let account = await account() else { return nil }
      return await client.usage(of: account)
    }
  }

  /// Whether the service answers today, and more requests are left than are to be spared.
  ///
  /// - Parameter spared: Requests that are not to be used; `nil` if the count does not matter.
  /// - Returns: `true` if the service can be asked, as far as is known.
  package func canAnswer(sparing spared: Int? = nil) async -> Bool {
    guard let usage = await usage, !usage.isLimitReached else { return false }
    guard let spared, let allowance = service.dailyAllowance else { return true }
    return usage.left(of: allowance) > spared
  }

  /// Returns the account that requests are made for now.
  ///
  /// - Throws: ``ServiceError/Cause/noKey``.
  package func requiredAccount() async throws(ServiceError) -> ServiceAccount {
    guard let account = await account() else { throw ServiceError(service, .noKey) }
    return account
  }

  /// Asks for a film that the service is sure to know; the answer is not kept.
  ///
  /// - Throws: `CancellationError`.
  package func probe(in context: CommandContext) async throws -> Probe {
    guard !context.isOffline, await isReady else { return .notAsked }
    let start = ContinuousClock.now
    do {
      _ = try await film(id: service.probe)
    } catch let failure as any UserFacingError {
      return .failed(failure)
    }
    return .answered(milliseconds: Int(start.duration(to: .now).microseconds / 1000))
  }
}

/// How a service took a question whose answer is known.
package enum Probe: Sendable {
  case answered(milliseconds: Int)
  case notAsked
  case failed(any UserFacingError)
}
