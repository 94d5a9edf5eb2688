package import FilmzDomain

/// The catalog that is built into the program: famous films and series, so that filmz works at once
/// on a fresh machine, with no key and no network.
package struct StarterCatalog: FilmSource {
  package let origin = Film.Origin.starter
  package let name = "the starter catalog"
  package let asOf: String? = StarterFilms.asOf
  package let pageSize: Int? = nil

  /// The catalog that is compiled into the program; it is read when a film is first looked for.
  package init() {}

  /// All films of the catalog.
  package var films: [Film] { titles.map(\.film) }

  private static let allTitles = StarterFilms.text.split(separator: "\n").compactMap {
    StarterTitle(line: $0)
  }

  private static let titlesByID = Dictionary(allTitles.map { ($0.film.id, $0) }) { first, _ in
    first
  }

  private var titles: [StarterTitle] { Self.allTitles }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let found = matches(query)
    return SearchPage(films: page == 1 ? found : [], total: found.count)
  }

  package func film(id: FilmID) async throws -> Film? {
    Self.titlesByID[id]?.film
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    let words = TextFolding.words(title)
    return titles.filter { $0.isNamed(words) && (year == nil || $0.film.year == year) }
      .map(\.film)
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    Array(sorted(titles.filter { $0.begins(with: key) }.map(\.film)).prefix(limit))
  }

  /// Exact titles first, then by votes; words count as prefixes in any order.
  private func matches(_ query: SearchQuery) -> [Film] {
    let words = TextFolding.words(query.plainText)
    guard !words.isEmpty else { return [] }
    var exact: [Film] = []
    var others: [Film] = []
    for title in titles where passes(title.film, query) {
      if title.isNamed(words) {
        exact.append(title.film)
      } else if !query.isShort, title.matches(words, wholeWords: query.isExact) {
        others.append(title.film)
      }
    }
    return sorted(exact) + sorted(others)
  }

  private func passes(_ film: Film, _ query: SearchQuery) -> Bool {
    if let type = query.type, film.type != type { return false }
    guard let years = query.years else { return true }
    return film.year.map(years.contains) ?? false
  }

  private func sorted(_ films: [Film]) -> [Film] {
    films.sorted { ($1.imdbVotes ?? 0, $0.id) < ($0.imdbVotes ?? 0, $1.id) }
  }
}
