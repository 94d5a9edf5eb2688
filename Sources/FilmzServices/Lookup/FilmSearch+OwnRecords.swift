import FilmzDomain

extension FilmSearch {
  /// Returns a warning if a service has answered, and there are own records that match and are not on its
  /// first page; films that the kids filter hides do not count.
  ///
  /// Errors are ignored: the results of the service are complete without own records.
  func warningForUnlistedRecords(_ first: FirstPage) async -> SourceResult<Void> {
    guard sources.source(first.origin) is any NetworkSource,
      let own = try? await sources.ownRecords(),
      let page = try? await own.search(first.query, page: 1),
      let shownFilms = try? await lookup.filmsShownByKidsFilter(among: page.films)
    else { return SourceResult(value: ()) }
    let listed = Set(first.page.films.map(\.id))
    let isUnlisted = shownFilms.contains { film in
      if listed.contains(film.id) { return false }
      if case .spelling = page.matches?[film.id] { return false }
      return true
    }
    return SourceResult(
      value: (), warnings: isUnlisted ? [.unlistedRecords(query: first.query.text)] : [])
  }
}
