import Foundation

/// The facts that the user entered for a film: for one that no source knows, or instead of wrong facts.
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
  /// The fields whose own facts cannot be removed; empty unless no source knows the film.
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

  /// Sets the fact of a field; a value of another form than the field's is taken as no fact.
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
