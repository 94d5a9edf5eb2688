package import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB
import Synchronization

/// The catalog that was imported, supplemented by the films and local titles of the starter catalog.
package final class ImportedCatalog: RankedCatalog {
  package let origin = Film.Origin.catalog
  package let name = "the catalog"
  package let ratingsAsOf: String?
  package let ratingsDate: Date?
  package let pageSize: Int? = filmsPerPage
  let info: CatalogInfo

  private let reader: CatalogReader
  private let starter: StarterCatalog
  private let supplement: StarterSupplement
  /// The query, the key of the excluded titles, and the results of the last search; other pages of the
  /// query are taken from the results.
  private let lastSearch = Mutex<(query: SearchQuery, excluded: String?, titles: RankedTitles)?>(
    nil)

  /// The number of films on a page, which is small because most searches show only one screen.
  private static let filmsPerPage = 20

  /// Opens a catalog file for reading.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be read, is damaged, is not a catalog, or was
  ///   written by another version of filmz with another format.
  init(path: String, bytes: Int, starter: StarterCatalog) throws(CatalogError) {
    self.starter = starter
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -64000") }
    // The file never changes, because it is always replaced as a whole.
    guard let uri = DatabasePath.immutableURI(of: path) else { throw .damaged(path: path) }
    do {
      let database = try DatabaseQueue(path: uri, configuration: configuration)
      info = try database.inDatabase { try Self.info($0, path: path, bytes: bytes) }
      let ratings = info.files.first { $0.kind == .ratings }
      ratingsDate = ratings?.date
      let day = (ratings?.date ?? info.importedAt).formatted(.iso8601.year().month().day())
      ratingsAsOf = day
      let reader = try CatalogReader(database, path: path, ratingsAsOf: day)
      self.reader = reader
      supplement = StarterSupplement(reader: reader, starter: starter)
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
    let titles = try await rankedTitles(query, count: page * Self.filmsPerPage, excluding: nil)
    return try await self.page(page, of: titles, query)
  }

  func films(_ titles: [RankedTitles.Found], _ explainer: MatchExplainer) throws -> [FoundFilm] {
    let found = try reader.ids(titles)
    let ids = found.map(\.id)
    let importedFilms = try reader.films(ids, withPeople: false)
    let localTitles = try reader.localTitles(of: ids)
    let starterTitles = try starter.titles(ids)
    return found.compactMap { id, cause in
      guard let film = importedFilms[id] ?? starterTitles[id]?.film else { return nil }
      let starterNames = starterTitles[id]?.localNames ?? []
      let knowsTitles = localTitles != nil || importedFilms[id] == nil
      let match = explainer.match(
        film, cause,
        localTitles: knowsTitles ? (localTitles?[id] ?? []) + starterNames : starterNames)
      return FoundFilm(film: film, match: match)
    }
  }

  func ranks(of ids: Set<UInt32>) throws -> [UInt32] { try reader.ranks(of: ids) }

  func existingIDs(in ids: [UInt32]) throws -> Set<UInt32> {
    try Set(reader.existingIDs(in: ids)).union(starter.existingIDs(in: ids))
  }

  package func film(id: FilmID) async throws -> Film? {
    try await films([id])[id]
  }

  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    let importedFilms = try reader.films(ids.compactMap(\.imdbNumber), withPeople: true)
    let starterTitles = try starter.titles(ids.compactMap(\.imdbNumber))
    var films: [FilmID: Film] = [:]
    for id in ids {
      let starterFilm = id.imdbNumber.flatMap { starterTitles[$0]?.film }
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
    return (films + (try starterFilms.filter(supplement.isMissing)))
      .sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    let ids = try reader.titles(beginningWith: key, limit: limit)
    let filmsByID = try reader.films(ids, withPeople: false)
    let starterFilms = try await starter.films(beginningWith: key, limit: limit)
      .filter(supplement.isMissing)
    let films = ids.compactMap { filmsByID[$0] } + starterFilms
    return starterFilms.isEmpty ? films : films.sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
  }

  package func films(
    withLocalTitleBeginningWith key: String, limit: Int
  ) async throws -> [TitledFilm] {
    var films: [TitledFilm] = []
    for film in try await starter.films(withLocalTitleBeginningWith: key, limit: limit)
    where try await self.films(titled: film.title, year: film.year).contains(where: {
      $0.id == film.id
    }) {
      films.append(film)
    }
    let ids = try reader.titles(withLocalTitleBeginningWith: key, limit: limit)
    let filmsByID = try reader.films(ids, withPeople: false)
    let localTitles = try reader.localTitles(of: ids) ?? [:]
    for id in ids {
      guard let film = filmsByID[id], !films.contains(where: { $0.id == film.id }) else { continue }
      let title = localTitles[id]?.first { TextFolding.isPrefix(key, of: $0) }
      films.append(TitledFilm(id: film.id, title: title ?? film.title, year: film.year))
    }
    return films
  }

  package func localTitles(of id: FilmID) throws -> [String] {
    let imported = try id.imdbNumber.flatMap { try reader.localTitles(of: [$0])?[$0] } ?? []
    return try imported + starter.localTitles(of: id)
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

  func rankedTitles(
    _ query: SearchQuery, count: Int, excluding excluded: ExcludedTitles?
  ) async throws -> RankedTitles {
    if let last = lastSearch.withLock({ $0 }), last.query == query, last.excluded == excluded?.key,
      last.titles.unsortedCount == 0 || count <= last.titles.count
    {
      return last.titles
    }
    // If many titles are requested, more will probably be requested next.
    var limits = SearchLimits()
    if count > limits.sorted { limits.sorted = 4 * count }
    var titles = try await importedTitles(query, limits, excluding: excluded)
    try await supplement.add(to: &titles, query, excluding: excluded)
    lastSearch.withLock { $0 = (query, excluded?.key, titles) }
    return titles
  }

  /// Returns the titles that this catalog finds.
  ///
  /// Returns none if the query names people, this catalog has no people, and the starter catalog finds
  /// titles.
  ///
  /// - Throws: ``CatalogError/peopleMissing`` if the query names people, this catalog has no people,
  ///   and the starter catalog finds no titles.
  private func importedTitles(
    _ query: SearchQuery, _ limits: SearchLimits, excluding excluded: ExcludedTitles?
  ) async throws -> RankedTitles {
    do {
      return try reader.titles(query, limits: limits, excluding: excluded?.ranks)
    } catch CatalogError.peopleMissing {
      let starterTitles = try await starter.rankedTitles(query, fuzzy: false, excluding: nil)
      guard starterTitles.count > 0 else { throw CatalogError.peopleMissing }
      return RankedTitles()
    }
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
