import FilmzDomain
import FilmzStore
import Foundation

/// A streaming service in TMDB's list of the services of a region.
struct TMDBProvider: Sendable, Hashable, Codable {
  let number: Int
  let name: String
}

/// TMDB's lists of the streaming services of regions, which have the numbers that identify services in requests.
///
/// The lists are kept in memory and in the film cache.
actor TMDBProviderLists {
  /// The number of days for which a list is fresh.
  private static let days = 30
  /// The region for which the numbers are known without a list (``FilmzDomain/DiscoverMethod/provider``).
  private static let knownRegion = "US"

  private struct List: Codable {
    let providers: [TMDBProvider]
    let fetchedAt: Date
  }

  private let client: APIClient
  private let database: CollectionDatabase?
  private let now: @Sendable () -> Date
  private var lists: [String: List] = [:]
  private let coalescer = RequestCoalescer<String, [TMDBProvider]>()

  init(client: APIClient, database: CollectionDatabase?, now: @escaping @Sendable () -> Date) {
    (self.client, self.database, self.now) = (client, database, now)
  }

  /// Returns the numbers of a streaming service in the region of the settings, by the kind of its titles; empty if the
  /// method is not a streaming service.
  ///
  /// - Throws: ``DiscoverError/unavailableService(_:region:)`` if the service does not exist in the region; a
  ///   ``ServiceError``; `CancellationError`.
  func numbers(
    of method: DiscoverMethod, _ kinds: [TMDBKind], _ settings: Settings, _ account: ServiceAccount
  ) async throws -> [TMDBKind: Int] {
    guard let knownNumber = method.provider else { return [:] }
    guard settings.region != Self.knownRegion else {
      return Dictionary(uniqueKeysWithValues: kinds.map { ($0, knownNumber) })
    }
    var numbers: [TMDBKind: Int] = [:]
    for kind in kinds {
      let providers = try await providers(kind, settings, account)
      numbers[kind] = Self.number(of: method, in: providers)
    }
    guard !numbers.isEmpty else { throw DiscoverError.unavailableService(method, region: settings.region) }
    return numbers
  }

  /// Returns the number of a streaming service in a list; `nil` if the list has none of the service's names.
  ///
  /// It is the number in the US if the list has this number with one of the names, otherwise the number of the first
  /// name that the list has.
  static func number(of method: DiscoverMethod, in providers: [TMDBProvider]) -> Int? {
    let names = method.providerNames.map(TextFolding.key)
    let candidates = names.flatMap { name in providers.filter { TextFolding.key($0.name) == name }.map(\.number) }
    return candidates.first { $0 == method.provider } ?? candidates.first
  }

  // MARK: - Lists

  private func providers(
    _ kind: TMDBKind, _ settings: Settings, _ account: ServiceAccount
  ) async throws -> [TMDBProvider] {
    let key = "\(Film.Origin.tmdb.rawValue) providers \(kind.rawValue) \(settings.region)"
    if let list = await freshList(key) { return list.providers }
    return try await coalescer.value(for: key) {
      let providers = try await self.fetch(kind, settings, account)
      await self.store(List(providers: providers, fetchedAt: self.now()), key)
      return providers
    }
  }

  private func fetch(_ kind: TMDBKind, _ settings: Settings, _ account: ServiceAccount) async throws -> [TMDBProvider] {
    let parameters = [("language", settings.tmdbLanguage), ("watch_region", settings.region)]
    let path = "watch/providers/\(kind.rawValue)"
    guard let response = try await client.tmdbObject(at: path, parameters, account)?.object else {
      throw account.service.invalidStatus(404)
    }
    guard let elements = response.elements("results", of: JSONObject.self) else {
      throw account.service.malformed("the list of streaming services is missing")
    }
    return elements.compactMap { element in
      guard let number = element?.integer("provider_id"), let name = element?.text("provider_name") else { return nil }
      return TMDBProvider(number: number, name: name)
    }
  }

  /// Returns the list in memory or in the film cache if it is fresh.
  private func freshList(_ key: String) async -> List? {
    if let list = lists[key], isFresh(list) { return list }
    guard let text = try? await database?.openForReading().cache.text(key),
      let list = try? JSONDecoder().decode(List.self, from: Data(text.utf8)), isFresh(list)
    else { return nil }
    lists[key] = list
    return list
  }

  /// Stores a list in memory and in the film cache.
  ///
  /// An error is ignored: if the list is not in the film cache, the next session fetches it again.
  private func store(_ list: List, _ key: String) async {
    lists[key] = list
    guard let text = try? String(decoding: JSONEncoder().encode(list), as: UTF8.self) else { return }
    try? await database?.openCache().store(text, key: key, at: list.fetchedAt)
  }

  private func isFresh(_ list: List) -> Bool {
    Freshness.isFresh(fetchedAt: list.fetchedAt, at: now(), days: Self.days)
  }
}

extension DiscoverMethod {
  /// The names of the streaming service at TMDB, which have changed and differ between regions; empty if
  /// this is not a streaming service.
  fileprivate var providerNames: [String] {
    switch self {
    case .popular, .topRated, .trending, .nowPlaying, .upcoming: []
    case .netflix: ["Netflix"]
    case .primeVideo: ["Amazon Prime Video", "Prime Video"]
    case .disneyPlus: ["Disney Plus", "Disney+"]
    case .max: ["HBO Max", "Max"]
    case .appleTVPlus: ["Apple TV Plus", "Apple TV+", "Apple TV"]
    case .hulu: ["Hulu"]
    case .paramountPlus:
      [
        "Paramount Plus Premium", "Paramount Plus", "Paramount+", "Paramount Plus Essential",
        "Paramount Plus Basic with Ads",
      ]
    case .peacock: ["Peacock Premium", "Peacock Premium Plus", "Peacock"]
    case .tubi: ["Tubi TV", "Tubi"]
    case .plutoTV: ["Pluto TV"]
    case .crunchyroll: ["Crunchyroll"]
    }
  }
}
