import FilmzDomain
import Foundation

/// The types of titles, as the catalog stores them.
///
/// The numbers are frozen: they stand in catalogs that were imported.
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

  /// The type that the datasets call so (IMDb dataset documentation; `tvPilot` was used until 2024).
  init?(dataset name: Span<UInt8>) {
    guard let type = Self.byName[Self.key(name)] else { return nil }
    self = type
  }

  /// The type of a film, as the program calls it.
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

  /// What a title of the type is worth beside a film with as many votes, as a power of ten: episodes
  /// and videos come last.
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

  /// A number for a name; a foreign name that has the same by chance is not worth a comparison.
  private static func key(_ name: Span<UInt8>) -> UInt64 {
    var key = UInt64(name.count)
    for index in name.indices { key = key &* 31 &+ UInt64(name[index]) }
    return key
  }
}
