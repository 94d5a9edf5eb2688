import Foundation

/// The facts that the user entered about a film, either because no source has the film or as corrections.
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
  /// The fields whose own facts cannot be removed, because no source has the film; empty if a source has it.
  ///
  /// A film that is known by title and year only has these without a record.
  package var fieldsOnlyOwn: Set<RecordField> { origin == .own && !id.isNamed ? [.title, .year, .type] : [] }

  /// Returns the film with the facts of an own record instead of those of its sources.
  ///
  /// The SQL of the store's `FactView` does the same with stored facts.
  package func applying(_ record: OwnRecord) -> Film {
    var film = self
    for (field, fact) in record.facts { film.set(field, to: fact) }
    film.ownFields = record.fields
    return film
  }

  /// Sets the fact of a field.
  ///
  /// A value whose form does not suit the field removes the fact, or leaves the title or type unchanged.
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
    case .genres: genres = fact.elements
    case .directors: directors = fact.elements
    case .writers: writers = fact.elements
    case .actors: actors = fact.elements
    case .plot: plot = fact.text
    case .languages: languages = fact.elements
    case .countries: countries = fact.elements
    case .awards: awards = fact.text
    case .poster: poster = fact.text
    }
  }

  /// Returns the fact of a field; `null` if there is none.
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

/// The value of a field of an own record.
///
/// `null` states that there is no such fact, and hides the facts of sources.
package typealias OwnFact = FieldValue

extension OwnFact {
  fileprivate init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  fileprivate init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  fileprivate init(_ list: [String]) { self = list.isEmpty ? .null : .list(list) }

  fileprivate var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }

  /// The value as the user types it: `none`, text, a number, or texts separated by commas.
  package var description: String {
    switch self {
    case .null: "none"
    case .text(let text): text
    case .integer(let number): String(number)
    case .list(let list): list.joined(separator: ", ")
    }
  }

  /// The value as it is stored, in JSON: `null`, a string, a number, or an array of strings.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A value of this type can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// Decodes a value from JSON; `nil` if the text is not the JSON of a value.
  package init?(json: String) {
    guard let fact = try? JSONDecoder().decode(OwnFact.self, from: Data(json.utf8)) else { return nil }
    self = fact
  }
}

/// A film with an own or imported record, as search indexes need it.
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

  package var records: FilmRecords { (OwnRecord(film: film.id, json: facts), imported) }

  /// `true` if all stored facts about the film come from its records, none from a source.
  package var isWithoutSource: Bool { film.origin == .own || film.origin == imported?.source }
}

/// The records of a film in the collection.
package typealias FilmRecords = (own: OwnRecord?, imported: ImportedRecord?)
