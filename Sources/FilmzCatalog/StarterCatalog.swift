package import FilmzDomain

/// The built-in catalog of famous films and series, which lets filmz work without an API key,
/// network access, or an imported catalog.
///
/// It is searched like an imported catalog; its index is built in memory at the first search.
package struct StarterCatalog: RankedCatalog {
  package let origin = Film.Origin.starter
  package let name = "the starter catalog"
  package let ratingsAsOf: String? = StarterFilms.ratingsAsOf
  package let pageSize: Int? = nil

  /// Creates the catalog; its films are parsed when they are first accessed.
  package init() {}

  /// All films of the catalog.
  package var films: [Film] { titles.map(\.film) }

  /// All films of the catalog, with their local titles.
  var titles: [StarterTitle] { Self.allTitles }

  private static let allTitles: [StarterTitle] = {
    let bytes = Array(StarterFilms.text.utf8)
    var titles: [StarterTitle] = []
    bytes.span.forEachPart(of: 0..<bytes.count, separatedBy: UInt8(ascii: "\n")) { line in
      if let title = StarterTitle(line, of: bytes) { titles.append(title) }
    }
    return titles
  }()

  private static let titlesByID = Dictionary(allTitles.map { ($0.id, $0) }) { first, _ in
    first
  }

  /// The index of the titles and people.
  private static let index = Task { try await StarterCatalogBuilder.build(allTitles) }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let titles = try await rankedTitles(query, fuzzy: true, excluding: nil)
    guard page == 1 else { return SearchPage(films: [], total: titles.count) }
    return try await self.page(page, of: titles, query)
  }

  func rankedTitles(
    _ query: SearchQuery, count: Int, excluding excluded: ExcludedTitles?
  ) async throws -> RankedTitles {
    try await rankedTitles(query, fuzzy: true, excluding: excluded)
  }

  func films(
    _ titles: [RankedTitles.Found], _ explainer: MatchExplainer
  ) async throws -> [FoundFilm] {
    try await Self.index.value.ids(titles).compactMap { id, cause in
      guard let film = film(id) else { return nil }
      let match = explainer.match(film, cause, localTitles: localTitles(of: id))
      return FoundFilm(film: film, match: match)
    }
  }

  func ranks(of ids: Set<UInt32>) async throws -> [UInt32] {
    try await Self.index.value.ranks(of: ids)
  }

  func existingIDs(in ids: [UInt32]) -> Set<UInt32> {
    Set(ids.filter { Self.titlesByID[$0] != nil })
  }

  /// Returns the local titles of the film with an id; empty if the catalog does not contain the film.
  func localTitles(of id: UInt32) -> [String] {
    Self.titlesByID[id].map { title in title.localTitles.map(title.text) } ?? []
  }

  package func film(id: FilmID) async throws -> Film? { id.imdbNumber.flatMap(film) }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    films(try await Self.index.value.titles(named: title, year: year).map(\.facts.id))
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    films(try await Self.index.value.titles(beginningWith: key, limit: limit))
  }

  package func films(
    withLocalTitleBeginningWith key: String, limit: Int
  ) async throws -> [TitledFilm] {
    let ids = try await Self.index.value.titles(withLocalTitleBeginningWith: key, limit: limit)
    return ids.compactMap { id in
      guard let title = Self.titlesByID[id],
        let localTitle = title.localTitles.map(title.text).first(where: {
          TextFolding.isPrefix(key, of: TextFolding.words($0))
        })
      else { return nil }
      return TitledFilm(id: title.film.id, title: localTitle, year: title.film.year)
    }
  }

  package func localTitles(of id: FilmID) -> [String] {
    id.imdbNumber.map { localTitles(of: $0) } ?? []
  }

  package func genres() async throws -> [String] { try await Self.index.value.genres }

  package func people(named text: String, limit: Int) async throws -> [String]? {
    try await Self.index.value.people(named: text, limit: limit)
  }

  package func people(near text: String) async throws -> [String] {
    try await Self.index.value.people(near: text)
  }

  /// Returns all titles that match a query; a fuzzy search also corrects typing errors.
  func rankedTitles(
    _ query: SearchQuery, fuzzy: Bool, excluding excluded: ExcludedTitles?
  ) async throws -> RankedTitles {
    try await Self.index.value.titles(
      query, fuzzy: fuzzy, limits: .none, excluding: excluded?.ranks)
  }

  /// Returns the film with an id, or `nil` if the catalog does not contain the film.
  func film(_ id: UInt32) -> Film? { Self.titlesByID[id]?.film }

  /// The ids of all films.
  var ids: [UInt32] { titles.map(\.id) }

  private func films(_ ids: [UInt32]) -> [Film] {
    ids.compactMap(film)
  }
}
