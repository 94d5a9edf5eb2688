package import FilmzDomain
package import Foundation
import GRDB
import Synchronization

/// The catalog that was imported, supplemented by the films and local titles of the starter catalog.
package final class ImportedCatalog: FilmCatalog {
  package let origin = Film.Origin.catalog
  package let name = "the catalog"
  package let ratingsAsOf: String?
  package let ratingsDate: Date?
  package let pageSize: Int? = filmsPerPage
  let info: CatalogInfo

  private let reader: CatalogReader
  private let starter: StarterCatalog
  /// The ids of the films that are in the starter catalog but not in this one; `nil` until they are
  /// needed.
  private let cachedMissingIDs = Mutex<Set<UInt32>?>(nil)
  /// The query and the results of the last search; other pages of the query are taken from the
  /// results.
  private let lastSearch = Mutex<(query: SearchQuery, results: [SearchResult])?>(nil)

  /// The number of films on a page, which is small because most searches show only one screen.
  private static let filmsPerPage = 20
  /// If a search of this catalog finds fewer titles than this, inexact matches of the starter catalog
  /// are added even for films that both catalogs have.
  private static let fewTitles = 10

  /// A title that a search found.
  private enum SearchResult {
    /// A film that only the starter catalog has.
    case film(Film)
    /// A title of this catalog, by its id.
    case id(UInt32)
    /// A title of this catalog, by its rank.
    case rank(UInt32)
  }

  /// Opens a catalog file for reading.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be read, is damaged, is not a catalog, or was
  ///   written by another version of filmz with another format.
  init(path: String, bytes: Int, starter: StarterCatalog) throws(CatalogError) {
    self.starter = starter
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { db in
      // The file never changes, because it is always replaced as a whole. So it is locked only once,
      // not for each query.
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32000")
    }
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      info = try database.inDatabase { try Self.info($0, path: path, bytes: bytes) }
      let ratings = info.files.first { $0.kind == .ratings }
      ratingsDate = ratings?.date
      let day = (ratings?.date ?? info.importedAt).formatted(.iso8601.year().month().day())
      ratingsAsOf = day
      reader = try CatalogReader(database, path: path, ratingsAsOf: day)
    } catch let error as CatalogError {
      throw error
    } catch let error as DatabaseError {
      throw CatalogError(error, path: path)
    } catch {
      throw .damaged(path: path)
    }
  }

  /// Checks that a file is a catalog in the current format, and returns its summary.
  private static func info(
    _ db: Database, path: String, bytes: Int
  ) throws -> CatalogInfo {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == CatalogSchema.applicationID,
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version")
    else { throw CatalogError.damaged(path: path) }
    if version > CatalogSchema.version { throw CatalogError.newer(path: path) }
    guard version == CatalogSchema.version,
      let content = try String.fetchOne(db, sql: "SELECT content FROM summary")
    else { throw CatalogError.damaged(path: path) }
    var info = try JSONDecoder().decode(CatalogInfo.self, from: Data(content.utf8))
    info.bytes = bytes
    return info
  }

  package var revision: String { "\(name) \(info.importedAt.timeIntervalSince1970)" }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let results = try await results(query)
    let start = min(results.count, (page - 1) * Self.filmsPerPage)
    let pageResults = results[start..<min(results.count, start + Self.filmsPerPage)]
    return SearchPage(films: try films(pageResults), total: results.count)
  }

  package func film(id: FilmID) async throws -> Film? {
    try await films([id])[id]
  }

  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    let importedFilms = try reader.films(ids.compactMap(\.imdbNumber), withPeople: true)
    var films: [FilmID: Film] = [:]
    for id in ids {
      let starterFilm = try await starter.film(id: id)
      let importedFilm = id.imdbNumber.flatMap { importedFilms[$0] }
      films[id] = importedFilm?.fillingGaps(from: starterFilm) ?? starterFilm
    }
    return films
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    let ids = try reader.titles(named: title, year: year).prefix(50).map(\.facts.id)
    let filmsByID = try reader.films(ids, withPeople: false)
    let films = ids.compactMap { filmsByID[$0] }
    let starterFilms = try await starter.films(titled: title, year: year)
      .filter { film in !films.contains { $0.id == film.id } }
    return (films + (try starterFilms.filter(isMissing)))
      .sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    let ids = try reader.titles(beginningWith: key, limit: limit)
    let filmsByID = try reader.films(ids, withPeople: false)
    let starterFilms = try await starter.films(beginningWith: key, limit: limit).filter(isMissing)
    let films = ids.compactMap { filmsByID[$0] } + starterFilms
    return starterFilms.isEmpty ? films : films.sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
  }

  package func genres() async throws -> [String] { reader.genres + (try await starter.genres()) }

  package func people(named text: String, limit: Int) async throws -> [String]? {
    guard let names = try reader.people(named: text, limit: limit) else { return nil }
    return names.isEmpty ? try await starter.people(named: text, limit: limit) : names
  }

  package func people(near text: String) async throws -> [String] {
    try reader.people(near: text)
  }

  // MARK: - Searching

  /// Returns the results of a query in its sort order; if it has none, the best match comes first.
  private func results(_ query: SearchQuery) async throws -> [SearchResult] {
    if let last = lastSearch.withLock({ $0 }), last.query == query { return last.results }
    let titles = try await importedTitles(query)
    var head = titles.head.map { (title: $0, result: SearchResult.id($0.facts.id)) }
    let headIDs = Set(titles.head.map(\.facts.id))
    for title in try await starterTitles(query, supplementing: titles)
    where !headIDs.contains(title.facts.id) {
      guard let result = try result(for: title, acceptsInexactMatch: titles.count < Self.fewTitles)
      else {
        continue
      }
      head.append((title, result))
    }
    if head.count > titles.head.count {
      let order = query.order.map(TitleOrder.init)
      head.sort { order?.precedes($0.title, $1.title) ?? ($0.title.score > $1.title.score) }
    }
    let allResults = head.map(\.result) + titles.tail.map(SearchResult.rank)
    let results = Array(allResults.prefix(RankedTitles.maximumCount))
    lastSearch.withLock { $0 = (query, results) }
    return results
  }

  /// Returns the titles that this catalog finds.
  ///
  /// Returns none if the query names people, this catalog has no people, and the starter catalog finds
  /// titles.
  ///
  /// - Throws: ``CatalogError/peopleMissing`` if the query names people, this catalog has no people,
  ///   and the starter catalog finds no titles.
  private func importedTitles(_ query: SearchQuery) async throws -> RankedTitles {
    do {
      return try reader.titles(query)
    } catch CatalogError.peopleMissing {
      let starterTitles = try await starter.rankedTitles(query, fuzzy: false)
      guard starterTitles.count > 0 else { throw CatalogError.peopleMissing }
      return RankedTitles()
    }
  }

  /// Returns the titles that the starter catalog finds.
  ///
  /// Returns none if this catalog finds at least ``fewTitles`` titles and contains all films of the
  /// starter catalog.
  private func starterTitles(
    _ query: SearchQuery, supplementing titles: RankedTitles
  ) async throws -> [ScoredTitle] {
    guard try titles.count < Self.fewTitles || !missingIDs().isEmpty else { return [] }
    return try await starter.rankedTitles(query, fuzzy: titles.count == 0).head
  }

  /// Returns the result for a title that the starter catalog found.
  ///
  /// If this catalog lacks the film, returns the starter catalog's film. Otherwise, returns this
  /// catalog's film, with two exceptions: it returns `nil` if the years of the two films differ, because
  /// they may be different films, and if the match is inexact and inexact matches are not accepted.
  private func result(for title: ScoredTitle, acceptsInexactMatch: Bool) throws -> SearchResult? {
    let id = title.facts.id
    if try missingIDs().contains(id) { return starter.film(id).map(SearchResult.film) }
    guard acceptsInexactMatch || title.exactness != .none,
      try reader.films([id], withPeople: false)[id]?.year == starter.film(id)?.year
    else { return nil }
    return .id(id)
  }

  /// Returns the ids of the starter catalog's films that this catalog lacks.
  private func missingIDs() throws -> Set<UInt32> {
    if let missing = cachedMissingIDs.withLock({ $0 }) { return missing }
    let missing = Set(starter.ids).subtracting(try reader.existingIDs(in: starter.ids))
    cachedMissingIDs.withLock { $0 = missing }
    return missing
  }

  /// Returns the films of search results.
  private func films(_ results: ArraySlice<SearchResult>) throws -> [Film] {
    let idsOrFilms = try results.map { result -> (id: UInt32?, film: Film?) in
      switch result {
      case .film(let film): (nil, film)
      case .id(let id): (id, nil)
      case .rank(let rank): (try reader.ids([rank]).first, nil)
      }
    }
    let films = try reader.films(idsOrFilms.compactMap(\.id), withPeople: false)
    return idsOrFilms.compactMap { id, film in film ?? id.flatMap { films[$0] } }
  }

  /// Returns whether this catalog lacks a film of the starter catalog.
  private func isMissing(_ film: Film) throws -> Bool {
    try film.id.imdbNumber.map { try missingIDs().contains($0) } ?? true
  }
}

extension Film {
  /// Returns the film with each empty list of directors, actors, languages, or countries replaced with
  /// the list of another catalog's film.
  ///
  /// The other film is ignored if its year differs, because it may be a different film.
  fileprivate func fillingGaps(from other: Film?) -> Film {
    guard let other, other.year == year else { return self }
    var film = self
    if film.directors.isEmpty { film.directors = other.directors }
    if film.actors.isEmpty { film.actors = other.actors }
    if film.languages.isEmpty { film.languages = other.languages }
    if film.countries.isEmpty { film.countries = other.countries }
    return film
  }
}
