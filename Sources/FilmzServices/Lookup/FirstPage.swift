package import FilmzDomain

/// The first page of a search, with the source that it comes from.
package struct FirstPage: Sendable {
  /// The query that was sent to the source; a year at the end of the text may have become a filter.
  package let query: SearchQuery
  package let origin: Film.Origin
  /// The number of films on one page of the source; `nil` if one page contains all films.
  package let pageSize: Int?
  package internal(set) var page: SearchPage
  /// The revision of the catalog; `nil` for other sources.
  package let revision: String?
}

extension FirstPage {
  init(
    _ query: SearchQuery, _ source: any FilmSource, _ page: SearchPage, revision: String? = nil
  ) {
    self.init(
      query: query, origin: source.origin, pageSize: source.pageSize, page: page,
      revision: revision)
  }
}
