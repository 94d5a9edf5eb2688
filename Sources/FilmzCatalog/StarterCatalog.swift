package import FilmzDomain

/// The catalog that is built into the program: famous films and series, so that filmz works at once
/// on a fresh machine, with no key and no network.
///
/// It is searched like one that was imported; its index is made in memory at the first search.
package struct StarterCatalog: FilmCatalog {
  package let origin = Film.Origin.starter
  package let name = "the starter catalog"
  package let ratingsAsOf: String? = StarterFilms.ratingsAsOf
  package let pageSize: Int? = nil

  /// The catalog that is compiled into the program; it is read when a film is first looked for.
  package init() {}

  /// All films of the catalog.
  package var films: [Film] { titles.map(\.film) }

  /// All films of the catalog, with what they are called elsewhere.
  var titles: [StarterTitle] { Self.allTitles }

  private static let allTitles: [StarterTitle] = {
    let bytes = Array(StarterFilms.text.utf8)
    var titles: [StarterTitle] = []
    bytes.span.forEachPart(of: 0..<bytes.count, separatedBy: UInt8(ascii: "\n")) { line in
      if let title = StarterTitle(line, of: bytes) { titles.append(title) }
    }
    return titles
  }()

  private static let titlesByNumber = Dictionary(allTitles.map { ($0.id, $0) }) { first, _ in
    first
  }

  private static let index = Task {
    try await StarterCatalogBuilder.make(allTitles, withPeople: false)
  }
  /// Made only where somebody is named.
  private static let indexOfPeople = Task {
    try await StarterCatalogBuilder.make(allTitles, withPeople: true)
  }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let index = try await Self.index(for: query)
    let titles = try index.titles(query)
    let found = films(try titles.head.map(\.facts.id) + index.ids(titles.tail))
    return SearchPage(films: page == 1 ? found : [], total: found.count)
  }

  package func film(id: FilmID) async throws -> Film? { id.imdbNumber.flatMap(film) }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    films(try await Self.index.value.titles(named: title, year: year).map(\.facts.id))
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    films(try await Self.index.value.titles(beginningWith: key, limit: limit))
  }

  package func genres() async throws -> [String] { try await Self.index.value.genres }

  package func people(named text: String, limit: Int) async throws -> [String]? {
    try await Self.indexOfPeople.value.people(named: text, limit: limit)
  }

  package func people(near text: String) async throws -> [String] {
    try await Self.indexOfPeople.value.people(near: text)
  }

  /// What a search finds, as it is typed or also as it may be meant.
  func ranked(_ query: SearchQuery, forgiving: Bool) async throws -> RankedTitles {
    try await Self.index(for: query).titles(query, forgiving: forgiving)
  }

  private static func index(for query: SearchQuery) async throws -> CatalogReader {
    try await query.filter.namesPeople ? indexOfPeople.value : index.value
  }

  /// The film that IMDb has a number for, if it is in the catalog.
  func film(_ number: UInt32) -> Film? { Self.titlesByNumber[number]?.film }

  /// IMDb's numbers of all films.
  var numbers: [UInt32] { titles.map(\.id) }

  private func films(_ ids: [UInt32]) -> [Film] {
    ids.compactMap(film)
  }
}
