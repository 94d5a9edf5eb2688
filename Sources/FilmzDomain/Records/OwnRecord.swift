import Foundation

/// The facts that the user entered for a film that no source has, or to correct the facts of sources.
///
/// They take precedence over the facts of all sources, field by field. Source: contract, Own records.
package struct OwnRecord: Sendable, Hashable {
  package let film: FilmID
  package var facts: [RecordField: OwnFact]

  package init(film: FilmID, facts: [RecordField: OwnFact]) {
    self.film = film
    self.facts = facts
  }

  /// Creates a record from its facts as a JSON object; facts that cannot be decoded are left out.
  package init(film: FilmID, json: String) {
    let facts = try? JSONDecoder().decode([RecordField: OwnFact].self, from: Data(json.utf8))
    self.init(film: film, facts: facts ?? [:])
  }

  /// The fields with own facts, in the order of their declaration.
  package var fields: [RecordField] { RecordField.allCases.filter { facts[$0] != nil } }
}

extension Film {
  /// The fields whose own facts cannot be removed; empty if a source has the film.
  package var fieldsOnlyOwn: Set<RecordField> { origin == .own ? [.title, .year, .type] : [] }

  /// Returns the film with the facts of an own record instead of those of its sources.
  ///
  /// The SQL of the store's `FactView` does the same with stored facts.
  package func applying(_ record: OwnRecord) -> Film {
    var film = self
    for (field, fact) in record.facts { film.set(field, to: fact) }
    film.ownFields = record.fields
    return film
  }

  /// Sets the fact of a field; a value of another form than the field's removes the fact.
  private mutating func set(_ field: RecordField, to fact: OwnFact) {
    switch field {
    case .title: title = fact.text ?? title
    case .originalTitle: originalTitle = fact.text
    case .year: year = fact.number
    case .endYear: setEndYear(stored: fact.number)
    case .type: type = fact.text.flatMap(MediaType.init(rawValue:)) ?? type
    case .rated: rated = fact.text
    case .released: released = fact.text.flatMap(PartialDate.init)
    case .runtimeMinutes: runtimeMinutes = fact.number
    case .genres: genres = fact.list
    case .directors: directors = fact.list
    case .writers: writers = fact.list
    case .actors: actors = fact.list
    case .plot: plot = fact.text
    case .languages: languages = fact.list
    case .countries: countries = fact.list
    case .awards: awards = fact.text
    case .poster: poster = fact.text
    }
  }

  /// Returns the fact of a field; ``OwnFact/none`` if there is none.
  package func fact(_ field: RecordField) -> OwnFact {
    switch field {
    case .title: .text(title)
    case .originalTitle: OwnFact(originalTitle)
    case .year: OwnFact(year)
    case .endYear: OwnFact(endYear)
    case .type: OwnFact(type?.rawValue)
    case .rated: OwnFact(rated)
    case .released: OwnFact(released?.text)
    case .runtimeMinutes: OwnFact(runtimeMinutes)
    case .genres: OwnFact(genres)
    case .directors: OwnFact(directors)
    case .writers: OwnFact(writers)
    case .actors: OwnFact(actors)
    case .plot: OwnFact(plot)
    case .languages: OwnFact(languages)
    case .countries: OwnFact(countries)
    case .awards: OwnFact(awards)
    case .poster: OwnFact(poster)
    }
  }
}

extension OwnFact {
  fileprivate init(_ text: String?) { self = text.map { .text($0) } ?? .none }
  fileprivate init(_ number: Int?) { self = number.map { .number($0) } ?? .none }
  fileprivate init(_ list: [String]) { self = list.isEmpty ? .none : .list(list) }

  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate var number: Int? { if case .number(let number) = self { number } else { nil } }
  fileprivate var list: [String] { if case .list(let list) = self { list } else { [] } }
}

/// The value of a field of an own record.
package enum OwnFact: Sendable, Hashable, Codable {
  /// The statement that there is no such fact, which hides the facts of sources.
  case none
  case text(String)
  case number(Int)
  case list([String])

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .none
    } else if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else if let list = try? value.decode([String].self) {
      self = .list(list)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encodeNil()
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .list(let list): try container.encode(list)
    }
  }

  /// The value as the user types it: `none`, text, a number, or texts separated by commas.
  package var description: String {
    switch self {
    case .none: "none"
    case .text(let text): text
    case .number(let number): String(number)
    case .list(let list): list.joined(separator: ", ")
    }
  }

  /// The value as JSON, in which it is stored: `null`, a string, a number, or an array of strings.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A value of this type can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// Decodes a value that is stored as JSON; `nil` if it is not one.
  package init?(json: String) {
    guard let fact = try? JSONDecoder().decode(OwnFact.self, from: Data(json.utf8)) else {
      return nil
    }
    self = fact
  }
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
        self, value: text.prefix(20) + "…",
        expected: "at most \(Self.maximumLength.grouped) characters")
    }
    if text.lowercased() == "none" {
      guard canBeNone else { throw error }
      return .none
    }
    switch form {
    case .text: return .text(text)
    case .address:
      guard let url = URL(httpAddress: text), url.isProtected, url.user() == nil else {
        throw error
      }
      return .text(text)
    case .year:
      guard let year = Int(text), (1870...latestYear).contains(year) else { throw error }
      return .number(year)
    case .type:
      guard let type = MediaType(named: text) else { throw error }
      return .text(type.rawValue)
    case .date:
      guard let date = PartialDate(text) else { throw error }
      return .text(date.text)
    case .minutes:
      guard let minutes = Int(text), (1...99_999).contains(minutes) else { throw error }
      return .number(minutes)
    case .list:
      let values = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
      guard !values.isEmpty else { throw error }
      guard self == .genres else { return .list(values) }
      return .list(
        values.flatMap(Genre.names).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
  }

  /// Returns whether a value is valid for the field; any year is valid, unlike in a typed value.
  func accepts(_ fact: OwnFact) -> Bool {
    switch (form, fact) {
    case (_, .none): canBeNone
    case (.text, .text(let text)), (.address, .text(let text)):
      Self.hasValidLength(text) && !text.isEmpty
    case (.year, .number(let year)): (0...9999).contains(year)
    case (.type, .text(let text)): MediaType(rawValue: text) != nil
    case (.date, .text(let text)): PartialDate(text) != nil
    case (.minutes, .number(let minutes)): (1...99_999).contains(minutes)
    case (.list, .list(let texts)):
      !texts.isEmpty && texts.allSatisfy { !$0.isEmpty }
        && Self.hasValidLength(texts.joined(separator: ", "))
    default: false
    }
  }

  /// The maximum number of characters of a value.
  private static let maximumLength = 20_000

  private static func hasValidLength(_ text: String) -> Bool {
    text.utf8.count <= TextLimit.textSize
      && (text.utf8.count <= maximumLength || text.count <= maximumLength)
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

extension Character {
  /// `false` if the character consists only of blanks, control characters, and characters without a glyph.
  fileprivate var isVisible: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned:
        false
      default: true
      }
    }
  }
}

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

/// A film with an own or imported record, in the form for search indexes.
package struct RecordedFilm: Sendable {
  /// The film with all stored facts; its origin is ``Film/Origin/own`` or ``Film/Origin/mflix`` if no facts of
  /// sources are stored.
  package let film: Film
  /// The facts of the own record as JSON; `{}` if there is no own record.
  package let facts: String
  package let imported: ImportedRecord?

  package init(film: Film, facts: String = "{}", imported: ImportedRecord? = nil) {
    (self.film, self.facts, self.imported) = (film, facts, imported)
  }

  package var records: FilmRecords {
    FilmRecords(own: OwnRecord(film: film.id, json: facts), imported: imported)
  }

  /// `true` if all stored facts about the film are from its records.
  package var isWithoutSource: Bool { film.origin == .own || film.origin == imported?.source }
}
