package import Foundation

/// One page of a search.
package struct SearchPage: Sendable, Hashable, Codable {
  package let films: [Film]
  /// How many films the whole search has.
  package let total: Int

  package init(films: [Film], total: Int) {
    self.films = films
    self.total = total
  }

  /// The page of a search that found nothing.
  package static let empty = SearchPage(films: [], total: 0)
}

/// A place that knows films: a service on the network, or a catalog on this machine.
package protocol FilmSource: Sendable {
  /// What the facts of its films say of where they come from.
  var origin: Film.Origin { get }

  /// How the source is called in messages.
  var name: String { get }

  /// As of when its facts are, such as `2024`, where they do not come from the moment.
  var asOf: String? { get }

  /// What tells what the source knows now from what it knew before.
  var edition: String { get }

  /// When the ratings of its films were noted, where that is known to the day; nothing otherwise.
  var ratingsNotedAt: Date? { get }

  /// Films on one page of a search; nothing where a search has one page that holds all.
  var pageSize: Int? { get }

  /// Films on one page of a search; pages count from 1.
  ///
  /// - Throws: A ``Failure``; a search that finds nothing is an empty page.
  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage

  /// All that the source knows of one film, or nothing where it does not know the film.
  func film(id: FilmID) async throws -> Film?

  /// All that the source knows of some films, by id; those that it does not know are missing.
  func films(_ ids: [FilmID]) async throws -> [FilmID: Film]

  /// Films of which a name, the original and local ones too, is a title, the best known first; case,
  /// accents, punctuation and a leading article do not count.
  func films(titled title: String, year: Int?) async throws -> [Film]

  /// Films whose folded title begins so, the best known first; none where nobody can say at once.
  func films(beginningWith key: String, limit: Int) async throws -> [Film]

  /// The genres of the source's films, as far as they are at hand.
  func genres() async throws -> [String]

  /// Names of people who are called so, words of their names begun only, the best known first; `nil` if
  /// the source cannot say at once.
  func people(named text: String, limit: Int) async throws -> [String]?

  /// Names of people that may have been meant by one that nobody has.
  func people(near text: String) async throws -> [String]
}

extension FilmSource {
  package var asOf: String? { nil }

  package var edition: String { name + " " + (asOf ?? "") }

  package var ratingsNotedAt: Date? { nil }

  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    var films: [FilmID: Film] = [:]
    for id in ids { films[id] = try await film(id: id) }
    return films
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] { [] }

  package func genres() async throws -> [String] { [] }

  package func people(named text: String, limit: Int) async throws -> [String]? { nil }

  package func people(near text: String) async throws -> [String] { [] }
}
