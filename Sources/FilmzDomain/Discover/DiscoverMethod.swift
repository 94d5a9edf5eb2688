/// A list of films to discover: one of TMDB's lists, or the films of a streaming service.
///
/// The raw value is the name that the user types. Source: FlickSwiper, discovery methods.
package enum DiscoverMethod: String, Sendable, Codable, CaseIterable {
  case popular
  case topRated = "top-rated"
  case trending
  case nowPlaying = "now-playing"
  case upcoming
  case netflix
  case primeVideo = "prime-video"
  case disneyPlus = "disney-plus"
  case max
  case appleTVPlus = "apple-tv-plus"
  case hulu
  case paramountPlus = "paramount-plus"
  case peacock
  case tubi
  case plutoTV = "pluto-tv"
  case crunchyroll

  /// A group of methods.
  package enum Group: String, Sendable, CaseIterable {
    case discover = "Discover"
    case streaming = "Streaming Services"
    case freeStreaming = "Free Streaming"
    case specialty = "Specialty"
  }

  package var group: Group {
    switch self {
    case .popular, .topRated, .trending, .nowPlaying, .upcoming: .discover
    case .netflix, .primeVideo, .disneyPlus, .max, .appleTVPlus, .hulu, .paramountPlus, .peacock: .streaming
    case .tubi, .plutoTV: .freeStreaming
    case .crunchyroll: .specialty
    }
  }

  /// The name for display, such as `Top Rated` or `Apple TV+`.
  package var title: String {
    Self.services[self]?.title
      ?? rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// TMDB's number of the streaming service in the US; `nil` if this is not a streaming service.
  package var provider: Int? { Self.services[self]?.provider }

  private static let services: [DiscoverMethod: (title: String, provider: Int)] = [
    .netflix: ("Netflix", 8), .primeVideo: ("Prime Video", 9), .disneyPlus: ("Disney+", 337), .max: ("Max", 1899),
    .appleTVPlus: ("Apple TV+", 350), .hulu: ("Hulu", 15), .paramountPlus: ("Paramount+", 2303),
    .peacock: ("Peacock", 386), .tubi: ("Tubi", 73), .plutoTV: ("Pluto TV", 300), .crunchyroll: ("Crunchyroll", 283),
  ]

  /// The name of the streaming service, which is stored with the marks of its films; `nil` if this is not a
  /// streaming service.
  package var platform: String? { provider == nil ? nil : title }

  /// `true` if a local catalog has the list.
  package var isLocal: Bool { self == .popular || self == .topRated }
}

extension DiscoverMethod {
  /// Returns the method with a typed name or, if there is none, all methods with a name that begins with it.
  ///
  /// Accepts raw values and titles in any case, such as `disney-plus` and `Disney+`, and other names of the
  /// services. Hyphens and spaces are ignored.
  package static func named(_ text: String) -> [DiscoverMethod] {
    let key = key(text)
    guard !key.isEmpty else { return [] }
    if let method = allCases.first(where: { $0.keys.contains(key) }) { return [method] }
    return allCases.filter { method in method.keys.contains { $0.hasPrefix(key) } }
  }

  /// Returns the method with a name similar to an unknown one; `nil` if there is none.
  package static func nearest(to text: String) -> DiscoverMethod? {
    let methodsByKey = Dictionary(allCases.flatMap { method in method.keys.map { ($0, method) } }) { first, _ in first }
    return SpellingDistance.nearest(to: key(text), among: methodsByKey.keys.sorted()).flatMap { methodsByKey[$0] }
  }

  /// All names of the method, in the form in which they are compared.
  private var keys: [String] { ([rawValue, title] + otherNames).map(Self.key) }

  private var otherNames: [String] {
    switch self {
    case .primeVideo: ["amazon", "amazon prime video"]
    case .max: ["hbo", "hbo max"]
    case .appleTVPlus: ["apple plus"]
    default: []
    }
  }

  /// Returns the form of a name that is compared: lowercase letters and digits, with `plus` for `+`.
  private static func key(_ text: String) -> String {
    text.lowercased().replacing("+", with: "plus").filter { $0.isLetter || $0.isNumber }
  }
}
