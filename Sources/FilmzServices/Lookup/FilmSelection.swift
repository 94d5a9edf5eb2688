package import FilmzDomain
import FilmzStore

/// Films in memory, of which those that match a filter are selected.
///
/// Conditions on facts have the same meaning as in the collection; other conditions are ignored.
package struct FilmSelection {
  private let films: [Film]

  package init(_ films: [Film]) { self.films = films }

  /// Returns the matching films; films that are equal in the order are sorted by title, then by id.
  package func films(matching filter: FilmFilter, in order: FilmOrder) -> [Film] {
    films(matching: filter).map { (film: $0, title: TextFolding.key($0.title)) }
      .sorted { left, right in
        if order.precedes(left.film, right.film) { return true }
        if order.precedes(right.film, left.film) { return false }
        return (left.title, left.film.id) < (right.title, right.film.id)
      }.map(\.film)
  }

  /// Returns the matching films in the given order.
  package func films(matching filter: FilmFilter) -> [Film] {
    let condition = FilmCondition(filter)
    var matches = films.filter(condition.matches)
    matches = Self.films(matches, with: filter.directors) { $0.directors }
    matches = Self.films(matches, with: filter.actors) { $0.actors }
    return Self.films(matches, with: filter.people) { $0.directors + $0.writers + $0.actors }
  }

  /// Returns the films of all people with some names.
  ///
  /// Words of a name may be beginnings of words only if nobody has them as whole words.
  private static func films(
    _ films: [Film], with names: [String], in people: (Film) -> [String]
  ) -> [Film] {
    names.reduce(films) { remaining, name in
      let person = PersonName(name)
      func matches(wholeWords: Bool) -> [Film] {
        remaining.filter { film in
          person.matchesAny(of: people(film).joined(separator: "\n"), wholeWords: wholeWords)
        }
      }
      let exactMatches = matches(wholeWords: true)
      return exactMatches.isEmpty ? matches(wholeWords: false) : exactMatches
    }
  }
}

/// The conditions of a filter on facts, except those on people, prepared for many films.
private struct FilmCondition {
  private let filter: FilmFilter
  private let types: [MediaType]
  private let genres: [Set<String>]
  private let certifications: Set<String>
  private let countries: Set<String>
  private let languages: Set<String>

  init(_ filter: FilmFilter) {
    self.filter = filter
    types = filter.types.flatMap(\.matchingTypes)
    genres = filter.genres.map { Set($0.map { $0.lowercased() }) }
    certifications = Set(filter.certifications.compactMap(KidsFilter.certificationKey))
    countries = Set(filter.countries.map(TextFolding.key))
    languages = Set(filter.languages.map(TextFolding.key))
  }

  func matches(_ film: Film) -> Bool {
    let ranges = [
      (filter.years, film.year), (filter.imdbRating, film.imdbRating?.tenths),
      (filter.votes, film.imdbVotes), (filter.runtime, film.runtimeMinutes),
    ]
    return (types.isEmpty || film.type.map(types.contains) == true)
      && ranges.allSatisfy { range, value in
        range.map { range in value.map(range.contains) ?? false } ?? true
      } && matchesTexts(film)
  }

  private func matchesTexts(_ film: Film) -> Bool {
    func matches(_ texts: [String], _ keys: Set<String>) -> Bool {
      keys.isEmpty || texts.contains { keys.contains(TextFolding.key($0)) }
    }
    let filmGenres = film.genres.map { $0.lowercased() }
    let certification = film.rated.flatMap(KidsFilter.certificationKey)
    return genres.allSatisfy { !$0.isDisjoint(with: filmGenres) }
      && (certifications.isEmpty || certification.map(certifications.contains) == true)
      && matches(film.countries, countries) && matches(film.languages, languages)
  }
}
