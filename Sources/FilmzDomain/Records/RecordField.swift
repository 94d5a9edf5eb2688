/// A field of the user's own record of a film; the raw value is its name for users, in JSON, and in files.
///
/// Source: contract, Own records.
package enum RecordField: String, Sendable, CaseIterable, CodingKeyRepresentable, Codable {
  case title, originalTitle, year, endYear, type, rated, released, runtimeMinutes, genres
  case directors, writers, actors, plot, languages, countries, awards, poster

  /// The form of a field's values.
  package enum Form: Sendable {
    case text
    /// The address of a resource on the web.
    case address
    case year
    case type
    case date
    case minutes
    /// Texts separated by commas.
    case list
  }

  package var form: Form {
    switch self {
    case .title, .originalTitle, .rated, .plot, .awards: .text
    case .poster: .address
    case .year, .endYear: .year
    case .type: .type
    case .released: .date
    case .runtimeMinutes: .minutes
    case .genres, .directors, .writers, .actors, .languages, .countries: .list
    }
  }

  /// `true` if a record may state that there is no such fact.
  package var canBeNone: Bool { self != .title && self != .type }

  /// Creates the field with a name in any case; `nil` if there is none.
  package init?(named name: String) {
    guard let field = Self.namesInLowercase[name.lowercased()] else { return nil }
    self = field
  }

  /// Returns the field with a name similar to an unknown one; `nil` if there is none.
  package static func nearest(to name: String) -> RecordField? {
    SpellingDistance.nearest(to: name.lowercased(), among: namesInLowercase.keys.sorted())
      .flatMap { namesInLowercase[$0] }
  }

  private static let namesInLowercase = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
}
