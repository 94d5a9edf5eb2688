import FilmzDomain
import GRDB

/// Searches a catalog, and reads its titles.
struct CatalogReader: Sendable {
  private let database: DatabaseQueue
  /// The genres of the titles, ordered by their bits.
  let genres: [String]
  private let ratingsAsOf: String?
  private let caches = SearchCaches()
  /// The path of the catalog, or its name, for error messages.
  private let path: String

  /// Creates a reader; `ratingsAsOf` is the date of the ratings, which it sets in the films that it reads.
  init(_ database: DatabaseQueue, path: String, ratingsAsOf: String?) throws {
    (self.database, self.ratingsAsOf, self.path) = (database, ratingsAsOf, path)
    genres = try database.inDatabase {
      try $0.rows("SELECT name FROM genre ORDER BY bit") { $0.text(0) }.compactMap(\.self)
    }
  }

  /// Reads from the database, and converts SQLite errors into ``CatalogError``.
  ///
  /// A search executes hundreds of small statements, which take less time in one transaction.
  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.inDatabase { db in
      do {
        try db.cachedStatement(sql: "BEGIN").execute()
        defer {
          // After some errors, SQLite has ended the transaction itself.
          if db.isInsideTransaction { try? db.cachedStatement(sql: "COMMIT").execute() }
          if db.isInsideTransaction { try? db.cachedStatement(sql: "ROLLBACK").execute() }
        }
        return try body(db)
      } catch let error as DatabaseError {
        throw CatalogError(error, path: path)
      }
    }
  }

  /// Returns the titles that match a query, in its sort order; if it has none, the best match comes
  /// first.
  ///
  /// A fuzzy search also corrects typing errors if there is no good literal match and the query is
  /// neither exact nor short. If the query has a sort order, only as many titles as
  /// `limits` allows are included. Titles with excluded ranks are left out.
  ///
  /// - Throws: ``CatalogError``; `CancellationError`, soon after the task was cancelled.
  func titles(
    _ query: SearchQuery, fuzzy: Bool = true, limits: SearchLimits = SearchLimits(),
    excluding excludedRanks: NumberSet? = nil, steps: SearchSteps = SearchSteps()
  ) throws -> RankedTitles {
    try read { db in
      var search = try TitleSearch(
        db, query, genres: genres, limits: limits, excluding: excludedRanks, caches: caches, steps: steps)
      return try search.titles(query, fuzzy: fuzzy)
    }
  }

  /// Returns the most popular titles with a name that equals a string, the best match first.
  ///
  /// A leading article is ignored. The number of titles that are scored is ``SearchLimits/scored``, multiplied by the
  /// number of years if `years` is not `nil`.
  func titles(named text: String, years: ClosedRange<Int>?) throws -> [ScoredTitle] {
    let words = TitleWords(text)
    var query = SearchQuery(text: text)
    query.filter.years = years
    let limits = SearchLimits(scored: SearchLimits().scored * (years?.count ?? 1))
    return try read { db in
      var search = try TitleSearch(db, query, genres: genres, limits: limits)
      return try search.exactTitles(words).head
    }
  }

  /// Returns the titles that match a query and have a name that equals its text; the best match comes first.
  func exactTitles(_ query: SearchQuery) throws -> RankedTitles {
    try read { db in
      var search = try TitleSearch(db, query, genres: genres, limits: .none)
      return try search.exactTitles(TitleWords(query.plainText))
    }
  }

  /// Returns the ids of at most `limit` titles that begin with a folded string, the most popular first.
  ///
  /// The string may lack the leading article of a title.
  func ids(beginningWith key: String, limit: Int) throws -> [UInt32] {
    try read { db in
      var factReader = try FactReader(db)
      let nameReader = try NameReader(db)
      var ids: [UInt32] = []
      for hit in try TitleFinder(db).hits(beginningWith: key) {
        if ids.count == limit { break }
        guard let id = try factReader.facts(hit.rank)?.id else { continue }
        let title = try nameReader.mainNames(of: id).first ?? ""
        if TextFolding.isPrefix(key, of: title) { ids.append(id) }
      }
      return ids
    }
  }

  /// Returns the ids of at most `limit` titles with a local title that begins with a folded string, the
  /// most popular first.
  func ids(withLocalTitleBeginningWith key: String, limit: Int) throws -> [UInt32] {
    try read { db in
      var factReader = try FactReader(db)
      let hits = try TitleFinder(db).hits(beginningWith: key, isLocal: true)
      return try hits.prefix(limit).compactMap { try factReader.facts($0.rank)?.id }
    }
  }

  /// Returns at most `limit` names of people that match a string.
  ///
  /// If no name matches, the last word of the string may be incomplete. Returns `nil` if the catalog has
  /// no people.
  func people(named text: String, limit: Int) throws -> [String]? {
    try read { try PeopleSearch($0).names(text, limit: limit) }
  }

  /// Returns whether the catalog has people.
  func hasPeople() throws -> Bool { try read { try PeopleSearch($0).hasPeople } }

  /// Returns at most three names of people that are spelled similarly to an unknown name.
  func people(near text: String) throws -> [String] { try read { try PeopleSearch($0).names(near: text) } }

  /// Returns the ids of titles that a search found, with their causes, in the given order; `nil` for ranks without a
  /// title.
  func ids(_ titles: [RankedTitles.Found]) throws -> [(id: UInt32, cause: ScoredTitle.Cause)?] {
    try read { db in
      var factReader = try FactReader(db)
      return try titles.map { reference, cause in
        switch reference {
        case .id(let id): (id, cause)
        case .rank(let rank): try factReader.facts(rank).map { ($0.id, cause) }
        }
      }
    }
  }

  /// Returns the ranks of the titles with the given ids, in ascending order; ids that are not in the catalog are ignored.
  func ranks(of ids: Set<UInt32>) throws -> [UInt32] {
    guard !ids.isEmpty else { return [] }
    return try read { try RankReader($0).ranks(of: ids) }
  }

  /// Returns the local titles of titles, by id; `nil` if the catalog does not store them.
  func localTitles(of ids: some Sequence<UInt32>) throws -> [UInt32: [String]]? {
    try read { db in
      guard let reader = try LocalTitleReader(db) else { return nil }
      var titles: [UInt32: [String]] = [:]
      for id in ids { titles[id] = try reader.titles(of: id) }
      return titles
    }
  }

  /// Returns those titles of a search of this catalog that have no scores, each with the score 0.
  func tail(of titles: RankedTitles) throws -> [ScoredTitle] {
    guard !titles.tail.isEmpty else { return [] }
    return try read { db in
      var factReader = try FactReader(db)
      return try titles.foundTail.compactMap { rank, cause in
        try factReader.facts(rank).map { ScoredTitle(rank: rank, facts: $0, score: 0, cause: cause) }
      }
    }
  }

  /// Returns those ids whose titles are in the catalog.
  func existingIDs(in ids: [UInt32]) throws -> [UInt32] {
    try read { db in
      let statement = try db.cachedStatement(sql: "SELECT 1 FROM title WHERE id = ?")
      return try ids.filter { try statement.row(for: $0) { _ in } != nil }
    }
  }

  /// Returns the films with the given ids, by id; ids that are not in the catalog are ignored.
  func films(_ ids: some Sequence<UInt32>, withPeople: Bool) throws -> [UInt32: Film] {
    try read { db in
      let filmReader = try FilmReader(db, genres: genres, ratingsAsOf: ratingsAsOf)
      let creditReader = withPeople ? try CreditReader(db) : nil
      var films: [UInt32: Film] = [:]
      for id in ids {
        guard var film = try filmReader.film(id) else { continue }
        try creditReader?.addPeople(to: &film, id)
        films[id] = film
      }
      return films
    }
  }
}

/// A local catalog whose results can be merged with those of another one.
protocol RankedCatalog: FilmCatalog {
  /// Returns the titles that match a query: at least the first `count`, or all if there are fewer.
  ///
  /// The excluded titles, which another catalog provides, are left out.
  ///
  /// - Throws: ``CatalogError``.
  func rankedTitles(_ query: SearchQuery, count: Int, without excluded: ExcludedTitles?) async throws -> RankedTitles

  /// Returns the films of titles that a search found, in the same order, with the reasons why they were found; `nil`
  /// for titles whose film is missing.
  ///
  /// - Throws: ``CatalogError``.
  func films(_ titles: [RankedTitles.Found], _ explainer: MatchExplainer) async throws -> [MatchedFilm?]

  /// Returns the ranks of those titles that are in the index of the catalog.
  ///
  /// - Throws: ``CatalogError``.
  func ranks(of ids: Set<UInt32>) async throws -> [UInt32]

  /// Returns those of the ids, given as the numbers in IMDb ids, whose films are in the catalog.
  ///
  /// - Throws: ``CatalogError``.
  func existingIDs(in ids: [UInt32]) async throws -> Set<UInt32>
}

/// A film that a search found, and the reason why it was found.
typealias MatchedFilm = (film: Film, match: SearchMatch?)

extension RankedCatalog {
  /// Returns a page of the titles that a search found, without the films that the query omits.
  func page(_ page: Int, of titles: RankedTitles, _ query: SearchQuery) async throws -> SearchPage {
    let titles = try await self.titles(titles, without: Set(query.omittedFilms ?? []))
    let size = pageSize ?? min(titles.count, query.neededFilms ?? titles.count)
    let explainer = MatchExplainer(query, person: titles.person?.name)
    let start = (page - 1) * size
    let found = try await films(titles.titles(start..<start + size), explainer).compactMap(\.self)
    let matches = found.compactMap { film, match in match.map { (film.id, $0) } }
    return SearchPage(
      films: found.map(\.film), total: titles.total,
      matches: found.isEmpty ? nil : Dictionary(matches) { first, _ in first }, person: titles.namedPerson)
  }

  private func titles(_ titles: RankedTitles, without films: Set<FilmID>) async throws -> RankedTitles {
    guard !films.isEmpty else { return titles }
    var titles = titles
    var ids = Set(films.compactMap(\.imdbNumber))
    let scored = titles.head + (titles.person?.titles ?? [])
    // Films with records may have no IMDb ids.
    let explainer = MatchExplainer(SearchQuery(text: ""), person: nil)
    for title in scored where title.facts.id >= RecordIndex.Kind.imported.otherNumbers.lowerBound {
      let found = try await self.films([(.id(title.facts.id), title.cause)], explainer)
      if case (let film, _)?? = found.first, films.contains(film.id) { ids.insert(title.facts.id) }
    }
    titles.removeTitles(withIDs: ids)
    let others = ids.subtracting(scored.map(\.facts.id))
    if !titles.tail.isEmpty, !others.isEmpty { titles.removeFromTail(Set(try await ranks(of: others))) }
    return titles
  }
}

extension FilmID {
  /// The number in an IMDb id; `nil` for any other id, and if the number does not fit into 32 bits.
  var imdbNumber: UInt32? { imdbID.flatMap { UInt32($0.dropFirst(2)) } }
}
