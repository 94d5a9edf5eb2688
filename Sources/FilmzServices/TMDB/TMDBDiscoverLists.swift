import FilmzDomain
import Foundation

/// The lists of TMDB that contain the titles of a query.
///
/// A query for upcoming titles, or with a genre, a streaming service, years, or a sort order, is sent to `/discover`.
/// For all other queries, TMDB has a list of the method. Source: FlickSwiper, discovery and its requests to TMDB.
///
/// Unlike in FlickSwiper, a genre keeps the sort order, and series have their own sort keys and dates. Titles that are
/// not released yet need no votes, and a list of titles that are playing now has no titles with a later date.
struct TMDBDiscoverLists {
  /// The minimum number of votes of a title if it must have votes.
  private static let minimumVotes = "50"
  /// The number of days for which a film is in theaters, and a series on the air, as in TMDB's own lists.
  private static let daysInTheaters = 42
  private static let daysOnTheAir = 7

  let query: DiscoverQuery
  let language: String
  let region: String
  /// The time of the request; upcoming titles are those from its day (UTC) on.
  let now: Date
  /// The numbers of the streaming service by the kind of titles that it has; empty if the method is not a
  /// streaming service.
  let providers: [TMDBKind: Int]

  /// The lists: one of films and one of series, or only one list.
  ///
  /// There is no list of titles of a kind that does not have the genre or the streaming service.
  var lists: [TMDBList] {
    if hasOwnList, query.method == .trending, query.type == nil { return [ownList("trending/all/day", nil)] }
    return TMDBDiscoverLists.kinds(of: query).compactMap { hasOwnList ? ownList($0) : list($0) }
  }

  /// Returns the kinds of the titles of a query.
  static func kinds(of query: DiscoverQuery) -> [TMDBKind] {
    switch query.type {
    case nil: [.movie, .tv]
    case .series?: [.tv]
    default: [.movie]
    }
  }

  /// `true` if the titles are those of TMDB's list of the method, in the order of this list.
  ///
  /// TMDB's list of upcoming titles is not used, because it includes titles of the last weeks.
  private var hasOwnList: Bool {
    query.method.provider == nil && query.method != .upcoming && isPlain && query.sort == nil
  }

  /// `true` if there is neither a genre nor a range of years.
  private var isPlain: Bool { query.genre == nil && query.years == nil }

  private func ownList(_ kind: TMDBKind) -> TMDBList {
    let path =
      switch query.method {
      case .topRated: "\(kind.rawValue)/top_rated"
      case .trending: "trending/\(kind.rawValue)/day"
      case .nowPlaying: kind == .movie ? "movie/now_playing" : "tv/on_the_air"
      default: "\(kind.rawValue)/popular"
      }
    return ownList(path, kind)
  }

  private func ownList(_ path: String, _ kind: TMDBKind?) -> TMDBList {
    TMDBList(path: path, kind: kind, parameters: ["language": language])
  }

  // MARK: - Filtered and sorted lists

  /// Returns the titles of a kind that `/discover` finds; `nil` if that kind does not have the genre or the
  /// streaming service.
  private func list(_ kind: TMDBKind) -> TMDBList? {
    var parameters = ["language": language, "include_adult": "false", "sort_by": sortKey(kind)]
    if let genre = query.genre {
      guard let value = TMDBGenres.parameter(for: genre, kind) else { return nil }
      parameters["with_genres"] = value
    }
    if query.method.provider != nil {
      guard let provider = providers[kind] else { return nil }
      parameters["with_watch_providers"] = String(provider)
      parameters["watch_region"] = region
    }
    parameters.merge(dateParameters(kind)) { $1 }
    if query.method == .upcoming {
      if isPlain, kind == .movie { parameters["vote_count.gte"] = "0" }
    } else if needsVotes {
      parameters["vote_count.gte"] = Self.minimumVotes
    }
    return TMDBList(path: "discover/\(kind.rawValue)", kind: kind, parameters: parameters)
  }

  /// `true` if titles must have a minimum number of votes: if they are sorted by rating, have a genre, or are the
  /// top-rated ones in any order.
  ///
  /// If the range of years begins with this year, only titles that are sorted by rating must have votes; if it begins
  /// later, none must.
  private var needsVotes: Bool {
    let thisYear = day(0).prefix(4)
    if let firstYear = query.years?.lowerBound.zeroPadded(toLength: 4), firstYear >= thisYear {
      return sort == .rated && firstYear == thisYear
    }
    return query.genre != nil || sort == .rated || query.method == .topRated
  }

  /// The chosen sort order or, if there is none, the sort order of the method.
  private var sort: DiscoverSort {
    if let sort = query.sort { return sort }
    return switch query.method {
    case .topRated: .rated
    case .nowPlaying: .newest
    case .upcoming: .oldest
    default: .popular
    }
  }

  private func sortKey(_ kind: TMDBKind) -> String {
    switch sort {
    case .popular: "popularity.desc"
    case .rated: "vote_average.desc"
    case .newest: "\(Self.dateName(kind)).desc"
    case .oldest: "\(Self.dateName(kind)).asc"
    case .az: kind == .movie ? "title.asc" : "name.asc"
    case .za: kind == .movie ? "title.desc" : "name.desc"
    }
  }

  private static func dateName(_ kind: TMDBKind) -> String {
    kind == .movie ? "primary_release_date" : "first_air_date"
  }

  private func dateParameters(_ kind: TMDBKind) -> [String: String] {
    let name = Self.dateName(kind)
    var parameters: [String: String] = [:]
    if let years = query.years {
      parameters["\(name).gte"] = "\(years.lowerBound.zeroPadded(toLength: 4))-01-01"
      parameters["\(name).lte"] = "\(years.upperBound.zeroPadded(toLength: 4))-12-31"
    }
    switch query.method {
    case .upcoming:
      parameters["\(name).gte"] = max(day(0), parameters["\(name).gte"] ?? "")
      if isPlain, kind == .movie { parameters["with_release_type"] = "2|3" }
    case .nowPlaying where kind == .tv:
      parameters["air_date.gte"] = day(0)
      parameters["air_date.lte"] = day(Self.daysOnTheAir)
      parameters["\(name).lte"] = min(day(0), parameters["\(name).lte"] ?? day(0))
    case .nowPlaying:
      // If the query has years, only films that are not released yet are left out.
      parameters["\(name).gte"] = parameters["\(name).gte"] ?? day(-Self.daysInTheaters)
      parameters["\(name).lte"] = min(day(0), parameters["\(name).lte"] ?? day(0))
    default: break
    }
    return parameters
  }

  /// Returns the day (UTC) a number of days from now, such as `2026-11-23`.
  private func day(_ offset: Int) -> String {
    PartialDate(day: now.addingTimeInterval(Double(offset) * 86_400), in: .gmt).text
  }
}
