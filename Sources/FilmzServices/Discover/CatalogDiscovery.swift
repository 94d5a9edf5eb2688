package import FilmzDomain

/// Discovers films in the local catalog.
///
/// Titles that few people have rated at IMDb are left out, because lists of them are of no use: those with
/// less than 100 votes in the orders by votes and by rating, 1,000 in the orders by year, and 25,000 in the
/// orders by title, which take the longest time. If fewer than ``enoughFilms`` films have so many votes, those
/// with a tenth of the votes are included, and so on down to ``fewestVotes``. Adult titles are left out.
package struct CatalogDiscovery: DiscoverSource {
  /// The number of films in a batch.
  package static let batchSize = 20
  /// The number of films below which films with fewer votes are included.
  package static let enoughFilms = 100
  /// The number of votes that all films have.
  ///
  /// With two votes, all films are more popular than titles without votes, which a search then need not read.
  package static let fewestVotes = 2

  private let sources: FilmSources

  package init(sources: FilmSources) { self.sources = sources }

  /// Returns the next films of a query; pages of the catalog have ``batchSize`` films.
  ///
  /// Reading continues at the same page if the catalog was replaced, so that films may occur again.
  ///
  /// - Throws: ``DiscoverError/noSource(_:)``; the errors of the catalog.
  package func discover(
    _ query: DiscoverQuery, at cursor: DiscoverCursor
  ) async throws -> DiscoverBatch {
    guard query.method.isLocal else { throw DiscoverError.noSource(query.method) }
    return try await sources.withCatalog { catalog in
      let number = max(1, cursor.films.page)
      let page = try await Self.page(number, of: query, in: catalog)
      var next = DiscoverCursor(catalog.origin)
      next.films.page = number + 1
      let isLast = page.films.isEmpty || number * Self.batchSize >= page.total
      return DiscoverBatch(films: page.films, next: isLast ? nil : next, total: page.total)
    }.value
  }

  /// Returns a page of the films with the highest minimum number of votes that enough films have.
  private static func page(
    _ number: Int, of query: DiscoverQuery, in catalog: any FilmCatalog
  ) async throws -> SearchPage {
    var minimumVotes = query.minimumVotes
    while true {
      let page = try await page(number, of: query.searchQuery(minimumVotes), in: catalog)
      if page.total >= enoughFilms || minimumVotes <= fewestVotes { return page }
      minimumVotes = max(fewestVotes, minimumVotes / 10)
    }
  }

  /// Returns a page of ``batchSize`` films of a search.
  private static func page(
    _ number: Int, of query: SearchQuery, in catalog: any FilmCatalog
  ) async throws -> SearchPage {
    guard catalog.pageSize != batchSize else {
      return try await catalog.search(query, page: number)
    }
    // All films are on one page, as in the starter catalog.
    let page = try await catalog.search(query, page: 1)
    let films = page.films.dropFirst((number - 1) * batchSize).prefix(batchSize)
    return SearchPage(films: Array(films), total: page.total)
  }
}

extension DiscoverQuery {
  /// The sort order; `nil` in a query stands for that of the method.
  private var effectiveSort: DiscoverSort { sort ?? (method == .topRated ? .rated : .popular) }

  /// The number of votes that films should have.
  fileprivate var minimumVotes: Int {
    switch effectiveSort {
    case .popular, .rated: 100
    case .newest, .oldest: 1000
    case .az, .za: 25_000
    }
  }

  /// Returns the search in a catalog for films with a minimum number of votes.
  ///
  /// Films that are equal in the sort order are ordered by popularity.
  fileprivate func searchQuery(_ minimumVotes: Int) -> SearchQuery {
    var filter = FilmFilter()
    filter.types = type.map { [$0] } ?? [.movie, .series]
    filter.genres = genre.map { [Genre.names(of: $0)] } ?? []
    filter.years = years
    filter.votes = minimumVotes...Int.max
    filter.excludesAdult = true
    let order =
      switch effectiveSort {
      case .popular: FilmOrder(.votes, descending: true)
      case .rated: FilmOrder(.weightedRating, descending: true)
      case .newest: FilmOrder(.year, descending: true)
      case .oldest: FilmOrder(.year)
      case .az: FilmOrder(.name)
      case .za: FilmOrder(.name, descending: true)
      }
    return SearchQuery(text: "", filter: filter, order: order)
  }
}
