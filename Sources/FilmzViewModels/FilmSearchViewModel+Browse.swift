package import FilmzDomain
import FilmzServices
import Foundation

extension FilmSearchViewModel {
  /// Makes the films of local sources that pass a filter the result set, and returns a page of it.
  ///
  /// Without an order, the newest films come first, and among those of a year the best known. Unless the filter
  /// names years, films of years after the current one are left out, and so are films without a year.
  ///
  /// With a condition on certifications, countries, or languages, the films are those with own records, in the
  /// film cache, and in the built-in catalog.
  ///
  /// - Throws: A ``UserFacingError``; the previous result set is kept then.
  package func browse(
    _ filter: FilmFilter, order: FilmOrder?, from source: LocalSource, page: Int, pageSize: Int,
    in context: CommandContext
  ) async throws -> SourceResult<ResultPage> {
    var filter = filter
    if filter.years == nil {
      filter.years = 0...Calendar(identifier: .gregorian).component(.year, from: context.now)
    }
    let query = SearchQuery(text: "", filter: filter, order: order ?? .newestFirst)
    return try await searching {
      let resultSet = try await resultSet(
        browsing: query, in: source, pageSize: pageSize, context)
      return try await showFound(page, of: resultSet, filter, context)
    }
  }

  /// Returns a page with the plots and published ratings of its films, as far as they are known without the network.
  package func addingPlots(to page: ResultPage) async -> ResultPage {
    let films = await services.lookup.localFilms(page.items.map(\.id))
    var page = page
    page.items = page.items.map { item in
      guard let film = films[item.id] else { return item }
      var item = item
      item.film?.plot = film.plot
      item.film?.ratings = film.ratings
      return item
    }
    return page
  }

  private func resultSet(
    browsing query: SearchQuery, in source: LocalSource, pageSize: Int, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    guard query.filter.filtersByDetails else {
      return try await services.search.browse(query, from: source, in: context)
        .map { ResultSet($0, pageSize: pageSize) }
    }
    let films = try await services.search.filmsWithKnownDetails(query, from: source)
    return SourceResult(
      value: ResultSet(
        films: .collection(films.map(\.id)), total: films.count, pageSize: pageSize, page: 1))
  }
}
