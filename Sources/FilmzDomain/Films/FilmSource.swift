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
  /// The source's identifier: `source` of its films, the word of `--source`, the prefix of its cache keys.
  var origin: Film.Origin { get }

  /// The source as messages name it, such as `OMDb`.
  var name: String { get }

  /// Films on one page of a search; `nil` if one page holds all.
  var pageSize: Int? { get }

  /// Returns one page of a search; pages count from 1.
  ///
  /// - Throws: A ``UserFacingError``; a search that finds nothing is an empty page.
  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage

  /// Returns all that the source knows of one film; `nil` if it does not know the film.
  func film(id: FilmID) async throws -> Film?

  /// Returns films that have a title, among them an original or local one, the best known first.
  ///
  /// Case, accents, punctuation and a leading article do not count.
  func films(titled title: String, year: Int?) async throws -> [Film]
}

/// A source that is a file, or compiled in: it answers at once, without a network.
package protocol FilmCatalog: FilmSource {
  /// The date of the facts as messages name it, such as `2024`.
  var ratingsAsOf: String? { get }

  /// A text that changes when the content of the catalog does.
  var revision: String { get }

  /// The day on which the ratings were noted; `nil` if it is not known to the day.
  var ratingsDate: Date? { get }

  /// Returns all that the catalog knows of some films, by id; films that it does not know are missing.
  func films(_ ids: [FilmID]) async throws -> [FilmID: Film]

  /// Returns films whose folded title begins with a text, the best known first.
  func films(beginningWith key: String, limit: Int) async throws -> [Film]

  /// The genres of the source's films, as far as they are at hand.
  func genres() async throws -> [String]

  /// Names of people who are called so, words of their names begun only, the best known first; `nil` if
  /// the source cannot say at once.
  func people(named text: String, limit: Int) async throws -> [String]?

  /// Returns names of people that are spelled like one that the source does not know.
  func people(near text: String) async throws -> [String]
}

extension FilmCatalog {
  package var ratingsAsOf: String? { nil }

  package var revision: String { name + " " + (ratingsAsOf ?? "") }

  package var ratingsDate: Date? { nil }

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
