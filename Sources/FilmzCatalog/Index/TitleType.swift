import FilmzDomain
import Foundation

/// The types of titles, as the catalog stores them.
///
/// The raw values must not change: they are stored in imported catalogs.
enum TitleType: UInt8, Sendable, CaseIterable {
  case movie
  case series
  case miniSeries
  case tvMovie
  case short
  case tvSpecial
  case video
  case game
  case episode

  /// Creates the type with a name of the datasets (source: IMDb dataset documentation; `tvPilot`
  /// was used until 2024); returns `nil` if the name is unknown.
  init?(dataset name: Span<UInt8>) {
    guard let type = Self.byName[Self.key(name)] else { return nil }
    self = type
  }

  /// Creates the type that corresponds to a media type.
  init(_ type: MediaType) { self = Self.allCases.first { $0.mediaType == type } ?? .movie }

  var mediaType: MediaType {
    switch self {
    case .movie: .movie
    case .series: .series
    case .miniSeries: .miniSeries
    case .tvMovie: .tvMovie
    case .short: .short
    case .tvSpecial: .tvSpecial
    case .video: .video
    case .game: .game
    case .episode: .episode
    }
  }

  /// The difference in popularity to a film with the same number of votes, as a power of ten.
  ///
  /// Episodes and videos are ranked lowest.
  var weight: Double {
    switch self {
    case .movie, .series: 0
    case .miniSeries: -0.1
    case .tvMovie: -0.4
    case .short, .tvSpecial: -0.7
    case .video, .game: -1.6
    case .episode: -2.6
    }
  }

  private static let byName: [UInt64: TitleType] = {
    let names: [(String, TitleType)] = [
      ("movie", .movie), ("tvSeries", .series), ("tvMiniSeries", .miniSeries),
      ("tvMovie", .tvMovie), ("short", .short), ("tvShort", .short), ("tvSpecial", .tvSpecial),
      ("tvPilot", .tvSpecial), ("video", .video), ("videoGame", .game), ("tvEpisode", .episode),
    ]
    return Dictionary(names.map { (key(Array($0.utf8).span), $1) }) { first, _ in first }
  }()

  /// Returns a hash of a name; an unknown name with the same hash is too unlikely for a comparison.
  private static func key(_ name: Span<UInt8>) -> UInt64 {
    var key = UInt64(name.count)
    for index in name.indices { key = key &* 31 &+ UInt64(name[index]) }
    return key
  }
}
