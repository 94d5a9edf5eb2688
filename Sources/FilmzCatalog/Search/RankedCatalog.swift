import FilmzDomain

/// A local catalog whose results can be merged with those of another one.
protocol RankedCatalog: FilmCatalog {
  /// Returns the titles that match a query, at least the first `count` of them if there are as many.
  ///
  /// A title that another catalog provides instead can be excluded.
  ///
  /// - Throws: ``CatalogError``.
  func rankedTitles(
    _ query: SearchQuery, count: Int, excluding excluded: ExcludedTitles?
  ) async throws -> RankedTitles

  /// Returns the films of titles that a search found, in the same order, with why they were found.
  ///
  /// - Throws: ``CatalogError``.
  func films(
    _ titles: [RankedTitles.Found], _ explainer: MatchExplainer
  ) async throws -> [FoundFilm]

  /// Returns the ranks of those titles that are in the index of the catalog.
  ///
  /// - Throws: ``CatalogError``.
  func ranks(of ids: Set<UInt32>) async throws -> [UInt32]

  /// Returns those numbers of IMDb's ids whose films are in the catalog.
  ///
  /// - Throws: ``CatalogError``.
  func existingIDs(in ids: [UInt32]) async throws -> Set<UInt32>
}

/// A film that a search found.
struct FoundFilm: Sendable {
  let film: Film
  let match: SearchMatch?
}

extension RankedCatalog {
  /// Returns a page of the titles that a search found.
  func page(
    _ page: Int, of titles: RankedTitles, _ query: SearchQuery
  ) async throws -> SearchPage {
    let size = pageSize ?? titles.count
    let explainer = MatchExplainer(query, person: titles.person?.name)
    let start = (page - 1) * size
    let found = try await films(titles.titles(start..<start + size), explainer)
    let matches = found.compactMap { found in found.match.map { (found.film.id, $0) } }
    return SearchPage(
      films: found.map(\.film), total: titles.total,
      matches: found.isEmpty ? nil : Dictionary(matches) { first, _ in first },
      person: titles.namedPerson)
  }
}
