import Foundation

/// The lists of ``FakeTMDB``: its titles, filtered and sorted as the real service does it.
extension FakeTMDB {
  /// The numbers of titles in lists of all films and of all series, such as `/movie/popular`.
  package static let listCounts = (movie: list("movie").count, tv: list("tv").count)

  /// The streaming services of the regions that have any, by number.
  private static let providers: [String: [Int: String]] = [
    "US": [
      8: "Netflix", 9: "Amazon Prime Video", 337: "Disney Plus", 1899: "HBO Max", 350: "Apple TV",
      15: "Hulu", 2303: "Paramount Plus Premium", 531: "Paramount Plus", 386: "Peacock Premium",
      73: "Tubi TV", 300: "Pluto TV", 283: "Crunchyroll",
    ],
    "DE": [8: "Netflix", 119: "Amazon Prime Video", 337: "Disney Plus"],
  ]

  /// Returns the response to a request for a list of titles, or for the streaming services of a region;
  /// `nil` if the path is another one.
  func list(_ path: [String], _ query: [String: String]) -> [String: Any]? {
    switch path {
    case ["watch", "providers", "movie"], ["watch", "providers", "tv"]:
      Self.providerList(of: query["watch_region"], kind: path[2])
    case ["trending", "all", "day"]:
      Self.page(
        Self.list("movie") + Self.list("tv")
          + [TMDBFilm(kind: "person", number: 9, title: "Trending Person", popularity: 5000)],
        sortedBy: "popularity.desc", query, withKind: true)
    case ["trending", "movie", "day"], ["trending", "tv", "day"]:
      Self.page(Self.list(path[1]), sortedBy: "popularity.desc", query, withKind: true)
    case ["movie", "popular"], ["tv", "popular"], ["movie", "now_playing"], ["tv", "on_the_air"]:
      Self.page(Self.list(path[0]), sortedBy: "popularity.desc", query)
    case ["movie", "top_rated"], ["tv", "top_rated"]:
      Self.page(Self.list(path[0]), sortedBy: "vote_average.desc", query)
    case ["discover", "movie"], ["discover", "tv"]:
      Self.page(
        Self.list(path[1]).filter { $0.matches(query) },
        sortedBy: query["sort_by"] ?? "popularity.desc", query)
    default: nil
    }
  }

  private static func list(_ kind: String) -> [TMDBFilm] {
    TMDBFilm.invented.filter { $0.kind == kind }
  }

  private static func page(
    _ films: [TMDBFilm], sortedBy order: String, _ query: [String: String], withKind: Bool = false
  ) -> [String: Any] {
    let sorted = films.sorted { $0.precedes($1, order) }
    return page(Int(query["page"] ?? "1") ?? 1, of: sorted, withKind: withKind)
  }

  /// Crunchyroll has series only.
  private static func providerList(of region: String?, kind: String) -> [String: Any] {
    let services = providers[region ?? "", default: [:]].filter { $0.key != 283 || kind == "tv" }
    return [
      "results": services.sorted { $0.key < $1.key }.map {
        ["provider_id": $0.key, "provider_name": $0.value, "display_priority": 1] as [String: Any]
      }
    ]
  }
}

extension TMDBFilm {
  /// Returns whether the title has the properties that the parameters of `/discover` require.
  ///
  /// As at the real service, streaming services are ignored if there is no region.
  fileprivate func matches(_ query: [String: String]) -> Bool {
    let dateName = kind == "movie" ? "primary_release_date" : "first_air_date"
    let genres = query["with_genres"]?.split(separator: "|").map { Int($0) ?? 0 }
    let provider = query["watch_region"] == nil ? nil : query["with_watch_providers"]
    return (genres.map { $0.contains(where: self.genres.contains) } ?? true)
      && (provider.map { (number + (Int($0) ?? 0)).isMultiple(of: 3) } ?? true)
      && (query["\(dateName).gte"].map { date >= $0 } ?? true)
      && (query["\(dateName).lte"].map { !date.isEmpty && date <= $0 } ?? true)
      && votes >= Int(query["vote_count.gte"] ?? "0") ?? 0
  }

  /// Returns whether the title precedes another one in a sort order such as `popularity.desc`; unknown orders are by
  /// popularity.
  fileprivate func precedes(_ other: TMDBFilm, _ order: String) -> Bool {
    let (first, second) = order.hasSuffix(".asc") ? (self, other) : (other, self)
    let name = order.prefix { $0 != "." }
    switch (String(name), kind) {
    case ("vote_average", _): return (first.average, number) < (second.average, other.number)
    case ("primary_release_date", "movie"), ("first_air_date", "tv"):
      return (first.date, number) < (second.date, other.number)
    case ("title", "movie"), ("name", "tv"):
      return (first.title, number) < (second.title, other.number)
    default: return (other.popularity, number) < (popularity, other.number)
    }
  }
}
