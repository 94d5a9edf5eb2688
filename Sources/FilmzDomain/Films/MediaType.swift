/// The type of a film: one of OMDb's types, or one of the more specific types in IMDb's datasets.
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

  /// The name of the type for display.
  package var label: String {
    switch self {
    case .tvMovie: "TV movie"
    case .miniSeries: "miniseries"
    case .tvSpecial: "TV special"
    default: rawValue
    }
  }
}
