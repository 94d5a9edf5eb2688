import FilmzDomain
import Foundation

/// The members of an element of Trakt's export that are imported.
struct TraktEntry: Decodable {
  struct Title: Decodable {
    let title: LenientText?
    let year: LenientNumber?
    let ids: LenientObject<IDs>?
  }

  struct IDs: Decodable {
    let imdb: LenientText?
    let tmdb: LenientText?
  }

  private let watchedMoment: LenientText?
  private let lastWatchedMoment: LenientText?
  private let ratedMoment: LenientText?
  private let listedMoment: LenientText?
  private let type: LenientText?
  private let name: LenientText?
  private let rating: LenientText?
  private let rankNumber: LenientNumber?
  private let notesText: LenientText?
  private let movie: LenientObject<Title>?
  private let show: LenientObject<Title>?
  private let season: LenientObject<Title>?
  private let episode: LenientObject<Title>?
  private let person: LenientObject<Title>?

  private enum CodingKeys: String, CodingKey {
    case watchedMoment = "watched_at"
    case lastWatchedMoment = "last_watched_at"
    case ratedMoment = "rated_at"
    case listedMoment = "listed_at"
    case rankNumber = "rank"
    case notesText = "notes"
    case type, name, rating, movie, show, season, episode, person
  }

  var watchedAt: String? { watchedMoment?.text }
  var lastWatchedAt: String? { lastWatchedMoment?.text }
  var ratedAt: String? { ratedMoment?.text }
  var listedAt: String? { listedMoment?.text }
  var rank: Int? { rankNumber?.integer }
  var notes: String? { notesText?.text }

  /// The film or series.
  var film: NamedFilm? {
    movie?.value?.film(.movie, kind: .movie) ?? show?.value?.film(.series, kind: .tv)
  }

  /// The episode, whose number at TMDB is not that of a film; for a season, an episode without ids.
  var partOfShow: NamedFilm? {
    guard movie?.value == nil else { return nil }
    if let episode = episode?.value { return episode.film(.episode, kind: nil) }
    let isPart = season?.value != nil || ["season", "episode"].contains(type?.text)
    return isPart ? NamedFilm(type: .episode) : nil
  }

  /// `true` if the element is about a person, or is the name of a list.
  var isPersonOrList: Bool { film == nil && (person?.value != nil || name?.text != nil) }

  /// Returns the rating, from 1 to 10.
  func points() throws(RowProblem) -> Rating? {
    guard let rating else { return nil }
    guard let points = try? Rating(parsing: rating.text ?? ""), points.tenths >= 10 else {
      throw .invalidValue(column: "rating", value: rating.text ?? "")
    }
    return points
  }
}

extension TraktEntry.Title {
  /// Returns the film; `kind` is that of its number at TMDB.
  fileprivate func film(_ type: MediaType, kind: TMDBKind?) -> NamedFilm {
    let ids = ids?.value
    let imdbID = ids?.imdb?.text.flatMap { FilmID($0) }.flatMap { $0.imdbID == nil ? nil : $0 }
    let tmdbID = kind.flatMap { kind in
      ids?.tmdb?.text.flatMap { FilmID("tmdb:\(kind.rawValue):\($0)") }
    }
    let year = year?.integer.flatMap { (1870...2200).contains($0) ? $0 : nil }
    let title = title?.text?.trimmed
    return NamedFilm(
      ids: [imdbID, tmdbID].compactMap(\.self), title: title == "" ? nil : title, year: year,
      type: type)
  }
}
