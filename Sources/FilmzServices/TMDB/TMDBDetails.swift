import FilmzDomain
import FilmzStore
import Foundation

/// The facts in the details of a film or series.
extension TMDBObject {
  /// The maximum number of actors of a film.
  private static let maximumActors = 10

  /// Returns the film with all facts of TMDB under its canonical id: the IMDb id if TMDB has a valid one,
  /// otherwise the id at TMDB.
  ///
  /// - Parameters:
  ///   - kind: The kind of the film.
  ///   - settings: The settings of the request: the region whose certification and offers are used, and
  ///     the language of TMDB.
  ///   - fetchedAt: The time of the response.
  /// - Returns: The film; `nil` if the number is missing or invalid, or the title is missing.
  func detailedFilm(_ kind: TMDBKind, _ settings: Settings, fetchedAt: Date) -> Film? {
    guard var film = film(kind) else { return nil }
    film.fetchedAt = fetchedAt
    film.isComplete = true
    let region = settings.region
    film.region = region
    film.tmdbLanguage = settings.tmdbLanguage
    film.rated = kind == .movie ? certification(in: region) : contentRating(in: region)
    film.watch = watchOffers(in: region)
    film.languages = objects("spoken_languages").compactMap { $0.text("english_name") }
    film.countries = objects("production_countries").compactMap { $0.text("name") }
    setCredits(of: &film)
    if kind == .movie {
      film.runtimeMinutes = integer("runtime").flatMap(Self.minutes)
    } else {
      setSeriesFacts(of: &film)
    }
    if let imdbID = imdbID(kind) {
      film.otherIDs = [film.id]
      film.id = imdbID
    }
    return film
  }

  /// Returns the IMDb id of the film or series; `nil` if it is absent or not the id of a title.
  private func imdbID(_ kind: TMDBKind) -> FilmID? {
    let text = text("imdb_id") ?? object("external_ids")?.text("imdb_id")
    guard let text, text.wholeMatch(of: #/tt[0-9]+/#) != nil else { return nil }
    return FilmID(text)
  }

  /// Sets the people of a film or series; the writers of a series are those who created it, not those who
  /// wrote its episodes.
  private func setCredits(of film: inout Film) {
    let credits = object("credits")
    let crew = credits?.objects("crew") ?? []
    let cast = credits?.objects("cast").sorted {
      ($0.integer("order") ?? Int.max) < ($1.integer("order") ?? Int.max)
    }
    film.actors = Array(Self.names(cast ?? []).prefix(Self.maximumActors))
    film.directors = Self.names(crew.filter { $0.text("job") == "Director" })
    film.writers = Self.names(
      film.type == .series
        ? objects("created_by") : crew.filter { $0.text("department") == "Writing" })
  }

  private func setSeriesFacts(of film: inout Film) {
    let minutes = elements("episode_run_time", of: Int.self)?.compactMap(\.self) ?? []
    film.runtimeMinutes = minutes.lazy.compactMap(Self.minutes).first
    film.isRunning = flag("in_production") ?? (text("status") == "Returning Series")
    film.endYear = film.isRunning ? nil : date("last_air_date")?.year
  }

  /// Returns the names of people without repetitions.
  private static func names(_ people: [TMDBObject]) -> [String] {
    people.compactMap { $0.text("name") }.withoutRepetitions { $0 }
  }

  /// Returns a running time in minutes; `nil` if it is not between 1 and 100,000.
  private static func minutes(_ number: Int) -> Int? {
    (1...100_000).contains(number) ? number : nil
  }
}

/// The facts that depend on the region.
extension TMDBObject {
  /// The type of the release in theaters, whose certification is preferred.
  private static let theatricalRelease = 3

  /// TMDB's names of the kinds of offers.
  private static let offerKinds: [(name: String, kind: WatchOffer.Kind)] = [
    ("flatrate", .stream), ("free", .free), ("ads", .ads), ("rent", .rent), ("buy", .buy),
  ]

  /// Returns the certification of a film; `nil` if there is none.
  fileprivate func certification(in region: String) -> String? {
    let releases = object("release_dates")?.entry(of: region)?.objects("release_dates") ?? []
    let theatrical = releases.filter { $0.integer("type") == Self.theatricalRelease }
    return (theatrical + releases).lazy.compactMap { $0.text("certification") }.first
  }

  /// Returns the certification of a series; `nil` if there is none.
  fileprivate func contentRating(in region: String) -> String? {
    object("content_ratings")?.entry(of: region)?.text("rating")
  }

  /// Returns the element of the list of results for a region; `nil` if there is none.
  private func entry(of region: String) -> TMDBObject? {
    objects("results").first { $0.text("iso_3166_1") == region }
  }

  /// Returns the offers in a region, by kind and then in TMDB's order; each service occurs once per kind.
  fileprivate func watchOffers(in region: String) -> [WatchOffer] {
    guard let offers = object("watch/providers")?.object("results")?.object(region) else {
      return []
    }
    return Self.offerKinds.flatMap { name, kind in
      offers.objects(name)
        .sorted {
          ($0.integer("display_priority") ?? Int.max) < ($1.integer("display_priority") ?? Int.max)
        }
        .compactMap { $0.text("provider_name") }
        .map { WatchOffer(name: $0, kind: kind) }
    }.withoutRepetitions { $0 }
  }
}

/// A streaming service in TMDB's list of the services of a region.
struct TMDBProvider: Sendable, Hashable, Codable {
  let number: Int
  let name: String
}

/// The numbers of streaming services at TMDB, which depend on the region.
///
/// The lists of the services of a region are kept in memory and in the film cache.
actor TMDBProviders {
  /// The number of days for which a list is used.
  private static let days = 30
  /// The region of the numbers that are known (``FilmzDomain/DiscoverMethod/provider``).
  private static let knownRegion = "US"

  private struct List: Codable {
    let providers: [TMDBProvider]
    let fetchedAt: Date
  }

  private let requests: TMDBRequests
  private let database: CollectionDatabase?
  private let now: @Sendable () -> Date
  private var lists: [String: List] = [:]
  private let coalescer = RequestCoalescer<String, [TMDBProvider]>()

  init(
    requests: TMDBRequests, database: CollectionDatabase?, now: @escaping @Sendable () -> Date
  ) {
    (self.requests, self.database, self.now) = (requests, database, now)
  }

  /// Returns the numbers of a streaming service in the region of the settings, by the kind of titles that
  /// it has there; empty if the method is not a streaming service.
  ///
  /// - Throws: ``DiscoverError/unavailableService(_:region:)`` if the service does not exist in the region; a
  ///   ``ServiceError``; `CancellationError`.
  func numbers(
    of method: DiscoverMethod, _ kinds: [TMDBKind], _ settings: Settings,
    _ account: ServiceAccount
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
    guard !numbers.isEmpty else {
      throw DiscoverError.unavailableService(method, region: settings.region)
    }
    return numbers
  }

  /// Returns the number of a streaming service: that in the US if it has one of the service's names,
  /// otherwise that of the first of these names in the list.
  static func number(of method: DiscoverMethod, in providers: [TMDBProvider]) -> Int? {
    let names = method.providerNames.map(TextFolding.key)
    let candidates = names.flatMap { name in
      providers.filter { TextFolding.key($0.name) == name }.map(\.number)
    }
    return candidates.first { $0 == method.provider } ?? candidates.first
  }

  // MARK: - Lists

  private func providers(
    _ kind: TMDBKind, _ settings: Settings, _ account: ServiceAccount
  ) async throws -> [TMDBProvider] {
    let key = "\(Film.Origin.tmdb.rawValue) providers \(kind.rawValue) \(settings.region)"
    if let list = await keptList(key) { return list.providers }
    return try await coalescer.value(for: key) {
      let providers = try await self.fetch(kind, settings, account)
      await self.store(List(providers: providers, fetchedAt: self.now()), key)
      return providers
    }
  }

  private func fetch(
    _ kind: TMDBKind, _ settings: Settings, _ account: ServiceAccount
  ) async throws -> [TMDBProvider] {
    let parameters = [("language", settings.tmdbLanguage), ("watch_region", settings.region)]
    let path = "watch/providers/\(kind.rawValue)"
    guard let response = try await requests.object(at: path, parameters, account) else {
      throw account.service.invalidStatus(404)
    }
    guard let elements = response.elements("results", of: TMDBObject.self) else {
      throw account.service.malformed("the list of streaming services is missing")
    }
    return elements.compactMap { element in
      guard let number = element?.integer("provider_id"), let name = element?.text("provider_name")
      else { return nil }
      return TMDBProvider(number: number, name: name)
    }
  }

  /// Returns the list in memory or in the film cache if it is fresh.
  private func keptList(_ key: String) async -> List? {
    if let list = lists[key], isFresh(list) { return list }
    guard let text = try? await database?.openForReading().cache.text(key),
      let list = try? JSONDecoder().decode(List.self, from: Data(text.utf8)), isFresh(list)
    else { return nil }
    lists[key] = list
    return list
  }

  /// An error is ignored: without the film cache, the list is only fetched again by the next session.
  private func store(_ list: List, _ key: String) async {
    lists[key] = list
    guard let text = try? String(decoding: JSONEncoder().encode(list), as: UTF8.self) else {
      return
    }
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
