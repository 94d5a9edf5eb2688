package import FilmzDomain
import GRDB

/// The catalog that is built into the program: famous films and series, so that filmz works at once
/// on a fresh machine, with no key and no network.
///
/// It is searched like one that was imported; its index is made in memory at the first search.
package struct StarterCatalog: FilmSource {
  package let origin = Film.Origin.starter
  package let name = "the starter catalog"
  package let asOf: String? = StarterFilms.asOf
  package let pageSize: Int? = nil

  /// The catalog that is compiled into the program; it is read when a film is first looked for.
  package init() {}

  /// All films of the catalog.
  package var films: [Film] { titles.map(\.film) }

  /// All films of the catalog, with what they are called elsewhere.
  var titles: [StarterTitle] { Self.allTitles }

  private static let allTitles = StarterFilms.text.split(separator: "\n").compactMap {
    StarterTitle(line: $0)
  }

  private static let filmsByID = Dictionary(allTitles.map { ($0.film.id, $0.film) }) { first, _ in
    first
  }

  private static let index = Task { try await StarterIndex.make(allTitles) }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let found = try await scored(query).map(\.film)
    return SearchPage(films: page == 1 ? found : [], total: found.count)
  }

  package func film(id: FilmID) async throws -> Film? { Self.filmsByID[id] }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    films(try await Self.index.value.titles(named: title, year: year).map(\.facts.id))
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    films(try await Self.index.value.titles(beginningWith: key, limit: limit))
  }

  /// What a search finds, with what each film is worth as an answer, the best first.
  func scored(_ query: SearchQuery) async throws -> [(score: Double, film: Film)] {
    let index = try await Self.index.value
    let titles = try index.titles(query)
    let head = titles.head.map { (score: $0.score, id: $0.facts.id) }
    let tail = try index.ids(titles.tail).map { (score: 0.0, id: $0) }
    return (head + tail).compactMap { score, id in
      Self.filmsByID[FilmID(imdbNumber: id)].map { (score, $0) }
    }
  }

  private func films(_ ids: [UInt32]) -> [Film] {
    ids.compactMap { Self.filmsByID[FilmID(imdbNumber: $0)] }
  }
}
