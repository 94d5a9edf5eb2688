import Foundation

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

  /// Creates the field that has a name, or whose filter has it, in any case; `nil` if there is none.
  package init?(named name: String) {
    let name = name.lowercased()
    guard let field = Self.namesInLowercase[name] ?? Self.filterNames[name] else { return nil }
    self = field
  }

  /// Returns the field with a name similar to an unknown one; `nil` if there is none.
  package static func nearest(to name: String) -> RecordField? {
    SpellingDistance.nearest(to: name.lowercased(), among: namesInLowercase.keys.sorted())
      .flatMap { namesInLowercase[$0] }
  }

  private static let namesInLowercase = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

  /// The names of filters that differ from the names of their fields, and `writer`, which is not a filter.
  private static let filterNames: [String: RecordField] = [
    "runtime": .runtimeMinutes, "genre": .genres, "director": .directors, "writer": .writers, "actor": .actors,
    "language": .languages, "country": .countries,
  ]
}

extension RecordField {
  /// Returns the value that a user typed for the field.
  ///
  /// `latestYear` is the greatest year that is accepted.
  ///
  /// - Throws: ``DomainError/invalidFact(_:value:expected:)``.
  package func fact(_ text: String, latestYear: Int) throws(DomainError) -> OwnFact {
    let text = text.trimmed
    let error = DomainError.invalidFact(self, value: text, expected: expectation(latestYear))
    guard text.contains(where: \.isVisible) else { throw error }
    guard Self.hasValidLength(text) else {
      throw .invalidFact(
        self, value: text.prefix(20) + "…", expected: "at most \(Self.maximumLength.grouped) characters")
    }
    if text.lowercased() == "none" {
      guard canBeNone else { throw error }
      return .null
    }
    switch form {
    case .text: return .text(text)
    case .address:
      guard text.isPosterAddress else { throw error }
      return .text(text)
    case .year:
      guard let year = Int(text), (1870...latestYear).contains(year) else { throw error }
      return .integer(Int64(year))
    case .type:
      guard let type = MediaType(named: text) else { throw error }
      return .text(type.rawValue)
    case .date:
      guard let date = PartialDate(text) else { throw error }
      return .text(date.text)
    case .minutes:
      guard let minutes = Int(text), (1...99_999).contains(minutes) else { throw error }
      return .integer(Int64(minutes))
    case .list:
      let values = text.split(separator: ",").map { String($0).withLinesJoined.trimmed }.filter { !$0.isEmpty }
      guard !values.isEmpty else { throw error }
      guard self == .genres else { return .list(values) }
      return .list(Genre.names(ofAll: values))
    }
  }

  /// Returns whether a value is valid for the field; any year is valid, unlike in a typed value.
  func accepts(_ fact: OwnFact) -> Bool {
    switch (form, fact) {
    case (_, .null): canBeNone
    case (.text, .text(let text)), (.address, .text(let text)): Self.hasValidLength(text) && !text.isEmpty
    case (.year, .integer(let year)): (0...9999).contains(year)
    case (.type, .text(let text)): MediaType(rawValue: text) != nil
    case (.date, .text(let text)): PartialDate(text) != nil
    case (.minutes, .integer(let minutes)): (1...99_999).contains(minutes)
    case (.list, .list(let texts)):
      !texts.isEmpty && texts.allSatisfy { !$0.isEmpty } && Self.hasValidLength(texts.joined(separator: ", "))
    default: false
    }
  }

  /// The maximum number of characters of a value.
  private static let maximumLength = 20_000

  private static func hasValidLength(_ text: String) -> Bool {
    text.utf8.count <= TextLimit.textSize && (text.utf8.count <= maximumLength || text.count <= maximumLength)
  }

  /// The description of the values that the field accepts, for error messages.
  private func expectation(_ latestYear: Int) -> String {
    let values =
      switch form {
      case .text: "a text"
      case .address: "an address such as https://example.com/poster.jpg"
      case .year: "a year from 1870 to \(latestYear)"
      case .type: "one of \(MediaType.allCases.map(\.rawValue).joined(separator: ", "))"
      case .date: "a date such as 1995-12-15, 1995-12 or 1995"
      case .minutes: "a number of minutes from 1 to 99999"
      case .list: "texts separated by commas"
      }
    return canBeNone ? "\(values), or none" : values
  }
}

extension String {
  /// `true` if the text can be the address of a poster in a record: a protected address without blanks and user name.
  package var isPosterAddress: Bool {
    guard isOneLine, !contains(where: \.isWhitespace), let url = URL(httpAddress: self) else { return false }
    return url.isProtected && url.user() == nil
  }
}

extension Character {
  /// `false` if the character consists only of blanks, control characters, and characters without a glyph.
  fileprivate var isVisible: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned: false
      default: true
      }
    }
  }
}
