package import FilmzDomain

/// Looks up films by title at services.
package struct TitleLookup: Sendable {
  private let sources: FilmSources
  private let pages: PageCache

  init(sources: FilmSources, pages: PageCache) {
    self.sources = sources
    self.pages = pages
  }

  /// Returns the films with a title and, if given, a year, from the first service that has any.
  ///
  /// Returns no films if the command runs offline or no service is configured.
  ///
  /// - Throws: The error of the first service that failed, if no service has films.
  package func films(
    titled title: String, year: Int?, in context: CommandContext
  ) async throws -> [Film] {
    guard !context.isOffline else { return [] }
    let words = title.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var failure: (any UserFacingError)?
    for source in await sources.configuredServices() {
      let key = "\(await source.pageKeyPrefix) title \(year.map(String.init) ?? "") \(words)"
      do {
        let page = try await pages.page(key, of: source.service, in: context) {
          let films = try await source.films(titled: title, year: year)
          return SearchPage(films: films, total: films.count)
        }
        let matchingFilms = page.value.films.filter { year == nil || $0.year == year }
        if !matchingFilms.isEmpty { return matchingFilms }
      } catch let error as any UserFacingError {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return []
  }

  /// Returns films that may have a title and were released in about a year, with at most one request to the
  /// first service that is configured.
  ///
  /// TMDB needs two requests for titles of a year, one for films and one for series, so it is asked for titles
  /// of all years.
  ///
  /// - Throws: The error of the service.
  package func candidates(
    titled title: String, year: Int, in context: CommandContext
  ) async throws -> [Film] {
    guard !context.isOffline, let source = await sources.configuredServices().first else {
      return []
    }
    let films = try await source.films(
      titled: title, year: source.origin == .tmdb ? nil : year)
    return films.filter { film in film.year.map { abs($0 - year) <= 2 } ?? false }
  }
}
