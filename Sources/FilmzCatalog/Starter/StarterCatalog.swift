package import FilmzDomain

/// The built-in catalog of famous films and series, with which filmz works without an API key,
/// network access, or an imported catalog.
///
/// It is searched like an imported catalog; its index is part of the program.
package struct StarterCatalog: RankedCatalog {
  package let origin = Film.Origin.starter
  package let name = "the starter catalog"
  package let ratingsAsOf: String? = StarterTitle.ratingsAsOf
  package let pageSize: Int? = nil

  package init() {}

  /// The index, which is opened when it is first accessed.
  private static let openedIndex = Result { try StarterIndex() }

  private static let allIDs = Result { Set(try openedIndex.get().ids()) }

  private var index: StarterIndex { get throws { try Self.openedIndex.get() } }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let titles = try await rankedTitles(query, fuzzy: true, without: nil)
    guard page == 1 else { return SearchPage(films: [], total: titles.count) }
    return try await self.page(page, of: titles, query)
  }

  func rankedTitles(_ query: SearchQuery, count: Int, without excluded: ExcludedTitles?) async throws -> RankedTitles {
    try await rankedTitles(query, fuzzy: true, without: excluded)
  }

  func films(_ titles: [RankedTitles.Found], _ explainer: MatchExplainer) async throws -> [MatchedFilm?] {
    let index = try index
    let found = try index.reader.ids(titles)
    let titlesByID = try index.titles(found.compactMap { $0?.id })
    return found.map { found in
      guard let (id, cause) = found, let title = titlesByID[id] else { return nil }
      let film = title.film
      return (film, explainer.match(film, cause, localTitles: title.localNames))
    }
  }

  func ranks(of ids: Set<UInt32>) throws -> [UInt32] { try index.reader.ranks(of: ids) }

  func existingIDs(in ids: [UInt32]) throws -> Set<UInt32> { Set(try index.reader.existingIDs(in: ids)) }

  package func film(id: FilmID) throws -> Film? { try title(id)?.film }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    try films(titled: title, in: year.map { $0...$0 })
  }

  package func films(titled title: String, years: ClosedRange<Int>) async throws -> [Film] {
    try films(titled: title, in: years)
  }

  /// Returns the films with a title and, if years are given, of these years.
  func films(titled title: String, in years: ClosedRange<Int>?) throws -> [Film] {
    try films(index.reader.titles(named: title, years: years).map(\.facts.id))
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    try films(index.reader.ids(beginningWith: key, limit: limit))
  }

  package func films(withLocalTitleBeginningWith key: String, limit: Int) async throws -> [TitledFilm] {
    let index = try index
    let ids = try index.reader.ids(withLocalTitleBeginningWith: key, limit: limit)
    let titles = try index.titles(ids)
    return ids.compactMap { id in
      guard let title = titles[id],
        let localTitle = title.localNames.first(where: { TextFolding.isPrefix(key, of: $0) })
      else { return nil }
      let film = title.film
      return TitledFilm(id: film.id, title: localTitle, year: film.year)
    }
  }

  package func localTitles(of id: FilmID) throws -> [String] { try title(id)?.localNames ?? [] }

  package func genres() async throws -> [String] { try index.reader.genres }

  package func people(named text: String, limit: Int) async throws -> [String]? {
    try index.reader.people(named: text, limit: limit)
  }

  package func people(near text: String) async throws -> [String] { try index.reader.people(near: text) }

  /// Returns all titles that match a query; a fuzzy search also corrects typing errors.
  func rankedTitles(_ query: SearchQuery, fuzzy: Bool, without excluded: ExcludedTitles?) async throws -> RankedTitles {
    try index.reader.titles(query, fuzzy: fuzzy, limits: .none, excluding: excluded?.ranks)
  }

  /// Returns the titles that match a query and have a name that equals its text.
  func exactTitles(_ query: SearchQuery) throws -> RankedTitles { try index.reader.exactTitles(query) }

  /// Returns the titles with the given ids, by id; ids that are not in the catalog are ignored.
  ///
  /// This is fast if most ids are not in the catalog, such as ids of an imported catalog.
  func titles(_ ids: [UInt32]) throws -> [UInt32: StarterTitle] {
    let knownIDs = try self.ids()
    let ids = ids.filter(knownIDs.contains)
    return ids.isEmpty ? [:] : try index.titles(ids)
  }

  private func title(_ id: FilmID) throws -> StarterTitle? { try id.imdbNumber.flatMap { try index.titles([$0])[$0] } }

  /// Returns the ids of all films, which are read once.
  func ids() throws -> Set<UInt32> { try Self.allIDs.get() }

  private func films(_ ids: [UInt32]) throws -> [Film] {
    let titles = try index.titles(ids)
    return ids.compactMap { titles[$0]?.film }
  }
}
