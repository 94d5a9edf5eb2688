package import FilmzDomain

extension TMDBSource: DiscoverSource {
  /// Returns the next titles of one page of each list.
  ///
  /// Without a sort order, films and series take turns. With a sort order, the batch ends where a list needs
  /// its next page. The titles that are left on the page of the other list belong to the next batch, which takes
  /// them from memory. The first batch of a query reuses a page in memory only while the page is fresh.
  package func discover(_ query: DiscoverQuery, at cursor: DiscoverCursor) async throws -> DiscoverBatch {
    let account = try await requiredAccount()
    let lists = try await lists(of: query, account)
    let positions = [cursor.films, cursor.series]
    let isBeginning = cursor == DiscoverCursor(cursor.origin)
    @Sendable func part(_ index: Int) async throws -> TMDBListPart {
      try await self.part(
        of: lists[index], at: positions[index], reuse: isBeginning ? .fresh : .recent,
        needsYear: query.years != nil || query.sort == .newest || query.sort == .oldest, account)
    }
    var parts: [TMDBListPart]
    if lists.count == 1 {
      parts = [try await part(0)]
    } else {
      async let films = part(0)
      async let series = part(1)
      parts = [try await films, try await series]
    }
    let titles = query.sort.map { parts.take(sortedBy: $0) } ?? parts.takeInTurn()
    return (titles.map(\.film), Self.cursor(after: parts, origin: cursor.origin), parts.reduce(0) { $0 + $1.total })
  }

  /// Returns the position after the titles that were taken; `nil` at the end of all lists.
  private static func cursor(after parts: [TMDBListPart], origin: Film.Origin) -> DiscoverCursor? {
    var next = DiscoverCursor(origin)
    next.films = parts[0].nextPosition
    if parts.count > 1 { next.series = parts[1].nextPosition }
    return parts.allSatisfy(\.nextPosition.isAtEnd) ? nil : next
  }

  /// Returns the part of a list that begins at a position; a part that begins within a page is taken from the page in
  /// memory if there is one.
  private func part(
    of list: TMDBList, at position: DiscoverCursor.Position, reuse: TMDBPageLoader.Reuse,
    needsYear: Bool, _ account: ServiceAccount
  ) async throws -> TMDBListPart {
    guard !position.isAtEnd, (1...TMDBPage.maximumCount).contains(position.page), position.offset >= 0 else {
      return TMDBListPart(endAt: position, total: pages.total(of: list) ?? 0)
    }
    let page = try await pages.page(position.page, of: list, account, reuse: position.offset > 0 ? .all : reuse)
    return TMDBListPart(page, at: position, needsYear: needsYear)
  }

  /// Returns the lists of a query, at least one.
  ///
  /// - Throws: A ``DiscoverError`` if TMDB does not have the genre, or if the streaming service does not
  ///   exist in the region; a ``ServiceError``; `CancellationError`.
  private func lists(of query: DiscoverQuery, _ account: ServiceAccount) async throws -> [TMDBList] {
    let kinds = TMDBDiscoverLists.kinds(of: query)
    if let genre = query.genre, !kinds.contains(where: { TMDBGenres.parameter(for: genre, $0) != nil }) {
      throw DiscoverError.unknownGenre(genre, query.type, service: service.name)
    }
    let settings = await settings()
    let lists = TMDBDiscoverLists(
      query: query, language: settings.tmdbLanguage, region: settings.region, now: now(),
      providers: try await providers.numbers(of: query.method, kinds, settings, account)
    ).lists
    guard !lists.isEmpty else { throw DiscoverError.unavailableService(query.method, region: settings.region) }
    return lists
  }
}
