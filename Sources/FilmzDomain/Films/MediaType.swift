/// What kind of title a film is: OMDb's words, and IMDb's for titles of the catalog.
package enum MediaType: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
  case movie
  case series
  case episode
  case game
  case short
  case tvMovie
  case miniSeries
  case tvSpecial
  case video

  /// The kind in words, for people.
  package var label: String {
    switch self {
    case .tvMovie: "TV movie"
    case .miniSeries: "miniseries"
    case .tvSpecial: "TV special"
    default: rawValue
    }
  }
}
