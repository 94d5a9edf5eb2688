import FilmzDomain

/// The types of titles, as the catalog stores them.
///
/// The raw values must not change, because imported catalogs contain them.
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

  /// Creates the type with a name in the datasets, or returns `nil` if the name is unknown.
  ///
  /// Source: IMDb, non-commercial datasets; `tvPilot` was used until 2024.
  init?(dataset name: Span<UInt8>) {
    let hash = FNV1a.hash64(of: name)
    guard let (_, type) = Self.typesByHash.first(where: { $0.hash == hash }) else { return nil }
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

  /// The difference between the ``Popularity`` of a title of this type and that of a film with the same
  /// number of votes.
  ///
  /// A weight of -1 has the same effect as dividing the number of votes by ten.
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

  /// The types with the hashes of their names; the most frequent ones come first.
  ///
  /// Names are not compared, because an unknown name is very unlikely to have the hash of a known name.
  private static let typesByHash: [(hash: UInt64, type: TitleType)] = {
    let names: [(String, TitleType)] = [
      ("tvEpisode", .episode), ("short", .short), ("movie", .movie), ("video", .video),
      ("tvSeries", .series), ("tvMovie", .tvMovie), ("tvMiniSeries", .miniSeries),
      ("tvSpecial", .tvSpecial), ("videoGame", .game), ("tvShort", .short), ("tvPilot", .tvSpecial),
    ]
    return names.map { (FNV1a.hash64(of: Array($0.utf8).span), $1) }
  }()
}

/// The roles of a person in a title: a set, because a person may have several.
struct Role: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let director = Role(rawValue: 1)
  static let writer = Role(rawValue: 2)
  static let actor = Role(rawValue: 4)
  /// Any other role in the cast or crew, such as composer.
  static let other = Role(rawValue: 8)
}

extension Role {
  /// Creates the role of a category of `title.principals`.
  init(category: Span<UInt8>) {
    let name = String(decoding: category.indices.map { category[$0] }, as: UTF8.self)
    switch name {
    case "director": self = .director
    case "writer": self = .writer
    // `self` is the category of people who appear as themselves.
    case "actor", "actress", "self": self = .actor
    default: self = .other
    }
  }
}
