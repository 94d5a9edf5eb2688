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
  /// The ids of the films that are in the starter catalog but not in this one; `nil` until they are needed.
  private let cachedMissingIDs = Mutex<Set<UInt32>?>(nil)
  /// The last search, with the key of the titles that were excluded; further pages are taken from its results.
  private let lastSearch = Mutex<(query: SearchQuery, excluded: String?, titles: RankedTitles)?>(nil)

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
  private static func info(_ db: Database, path: String, bytes: Int) throws -> CatalogInfo {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == CatalogSchema.applicationID,
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version")
    else { throw CatalogError.damaged(path: path) }
    if version > CatalogSchema.version { throw CatalogError.newer(path: path) }
    guard version == CatalogSchema.version, let content = try String.fetchOne(db, sql: "SELECT content FROM summary")
    else { throw CatalogError.damaged(path: path) }
    var info = try JSONDecoder().decode(CatalogInfo.self, from: Data(content.utf8))
    info.bytes = bytes
    return info
  }

  package var revision: String { "\(name) \(info.importedAt.timeIntervalSince1970)" }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let titles = try await rankedTitles(query, count: page * Self.filmsPerPage, without: nil)
    return try await self.page(page, of: titles, query)
  }

  func films(_ titles: [RankedTitles.Found], _ explainer: MatchExplainer) throws -> [MatchedFilm?] {
    let found = try reader.ids(titles)
    let ids = found.compactMap { $0?.id }
    let importedFilms = try reader.films(ids, withPeople: false)
    let localTitles = try reader.localTitles(of: ids)
    let starterTitles = try starter.titles(ids)
    return found.map { title in
      guard let (id, cause) = title, let film = importedFilms[id] ?? starterTitles[id]?.film else { return nil }
      let starterNames = starterTitles[id]?.localNames ?? []
      return (film, explainer.match(film, cause, localTitles: (localTitles?[id] ?? []) + starterNames))
    }
  }

  func ranks(of ids: Set<UInt32>) throws -> [UInt32] { try reader.ranks(of: ids) }

  func existingIDs(in ids: [UInt32]) throws -> Set<UInt32> {
    try Set(reader.existingIDs(in: ids)).union(starter.existingIDs(in: ids))
  }

  package func film(id: FilmID) async throws -> Film? { try await films([id])[id] }

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
    try films(titled: title, in: year.map { $0...$0 })
  }

  package func films(titled title: String, years: ClosedRange<Int>) async throws -> [Film] {
    try films(titled: title, in: years)
  }

  /// Returns the films with a title that this catalog or the starter catalog finds.
  ///
  /// Includes at most 50 films of this catalog from each year, or at most 50 in all if `years` is `nil`. The starter
  /// catalog often finds a film by a local title that this catalog lacks. A film of both catalogs has the facts of this
  /// one. If only the starter catalog finds it and the years of the two catalogs differ, it is left out, because the id
  /// may denote different films.
  private func films(titled title: String, in years: ClosedRange<Int>?) throws -> [Film] {
    let titles = Dictionary(grouping: try reader.titles(named: title, years: years)) {
      years == nil ? 0 : $0.facts.year
    }
    let ids = titles.values.flatMap { $0.prefix(50) }.map(\.facts.id)
    let starterFilms = try starter.films(titled: title, in: years)
    let filmsByID = try reader.films(ids + starterFilms.compactMap(\.id.imdbNumber), withPeople: false)
    let others = starterFilms.compactMap { film -> Film? in
      guard let id = film.id.imdbNumber, !ids.contains(id) else { return nil }
      guard let imported = filmsByID[id] else { return film }
      return imported.year == film.year ? imported : nil
    }
    return (ids.compactMap { filmsByID[$0] } + others).sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    let ids = try reader.ids(beginningWith: key, limit: limit)
    let filmsByID = try reader.films(ids, withPeople: false)
    let starterFilms = try await starter.films(beginningWith: key, limit: limit).filter(isMissing)
    let films = ids.compactMap { filmsByID[$0] } + starterFilms
    return starterFilms.isEmpty ? films : films.sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
  }

  package func films(withLocalTitleBeginningWith key: String, limit: Int) async throws -> [TitledFilm] {
    var films: [TitledFilm] = []
    for film in try await starter.films(withLocalTitleBeginningWith: key, limit: limit)
    where try await self.films(titled: film.title, year: film.year).contains(where: { $0.id == film.id }) {
      films.append(film)
    }
    let ids = try reader.ids(withLocalTitleBeginningWith: key, limit: limit)
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

  package func people(near text: String) async throws -> [String] { try reader.people(near: text) }

  // MARK: - Searching

  func rankedTitles(_ query: SearchQuery, count: Int, without excluded: ExcludedTitles?) async throws -> RankedTitles {
    var query = query
    query.neededFilms = nil
    if let last = lastSearch.withLock({ $0 }), last.query == query, last.excluded == excluded?.key {
      let hasAllTitles = last.titles.unsortedCount == 0
      if hasAllTitles || count <= last.titles.count { return last.titles }
    }
    // If many titles are requested, more will probably be requested next.
    var limits = SearchLimits()
    if count > limits.sorted { limits.sorted = 4 * count }
    var titles = try await importedTitles(query, limits, without: excluded)
    try await addStarterTitles(to: &titles, query, without: excluded)
    lastSearch.withLock { $0 = (query, excluded?.key, titles) }
    return titles
  }

  /// Returns the titles that this catalog finds.
  ///
  /// If the query names people and this catalog has none, the result is empty, provided that the starter catalog finds
  /// titles.
  ///
  /// - Throws: ``CatalogError/peopleMissing`` if the starter catalog finds no titles either.
  private func importedTitles(
    _ query: SearchQuery, _ limits: SearchLimits, without excluded: ExcludedTitles?
  ) async throws -> RankedTitles {
    do {
      return try reader.titles(query, limits: limits, excluding: excluded?.ranks)
    } catch CatalogError.peopleMissing {
      let starterTitles = try await starter.rankedTitles(query, fuzzy: false, without: nil)
      guard starterTitles.count > 0 else { throw CatalogError.peopleMissing }
      return RankedTitles()
    }
  }
}

// Titles of the starter catalog that supplement those of the imported one.
extension ImportedCatalog {
  /// If a search of the imported catalog finds fewer titles than this, inexact matches of the starter
  /// catalog are added even for films that both catalogs have.
  private static let fewTitles = 10

  /// Adds titles that the starter catalog finds, except for excluded ones.
  private func addStarterTitles(
    to titles: inout RankedTitles, _ query: SearchQuery, without excluded: ExcludedTitles?
  ) async throws {
    var starterTitles = try await starterTitles(query, supplementing: titles)
    if let excluded { starterTitles.removeTitles(withIDs: excluded.ids) }
    try addPersonTitles(to: &titles, starterTitles.person, query)
    let acceptsInexactMatch = titles.count < Self.fewTitles
    let ids = Set((titles.head + (titles.person?.titles ?? [])).map(\.facts.id))
    let newTitles = try starterTitles.head.filter {
      try !ids.contains($0.facts.id) && isResult($0, acceptsInexactMatch: acceptsInexactMatch)
    }
    if !titles.tail.isEmpty {
      let knownIDs = Set(newTitles.map(\.facts.id)).subtracting(try missingIDs())
      titles.removeFromTail(Set(try reader.ranks(of: knownIDs)))
    }
    titles.insert(newTitles, query)
  }

  /// Returns whether the imported catalog lacks a film of the starter catalog.
  private func isMissing(_ film: Film) throws -> Bool {
    try film.id.imdbNumber.map { try missingIDs().contains($0) } ?? true
  }

  /// Adds the titles of the same person in the starter catalog that the imported catalog lacks.
  ///
  /// If the imported catalog has no people, all titles of the person in the starter catalog are added.
  private func addPersonTitles(
    to titles: inout RankedTitles, _ starterPerson: RankedTitles.PersonTitles?, _ query: SearchQuery
  ) throws {
    guard let starterPerson else { return }
    guard let person = titles.person else {
      guard try !reader.hasPeople() else { return }
      let ids = Set(starterPerson.titles.map(\.facts.id))
      titles.head.removeAll { ids.contains($0.facts.id) }
      titles.person = starterPerson
      return
    }
    guard person.name == starterPerson.name else { return }
    let missingIDs = try missingIDs()
    titles.person?.titles += starterPerson.titles.filter { missingIDs.contains($0.facts.id) }
    titles.person?.titles.sort(query)
  }

  /// Returns the titles that the starter catalog finds.
  ///
  /// If the imported catalog has all films of the starter catalog and finds at least ``fewTitles`` titles, and the
  /// query has no sort order, returns only titles of which a name equals the text.
  private func starterTitles(_ query: SearchQuery, supplementing titles: RankedTitles) async throws -> RankedTitles {
    var query = query
    query.findsBeginnings = nil
    guard try titles.count < Self.fewTitles || query.order != nil || !missingIDs().isEmpty else {
      return try starter.exactTitles(query)
    }
    return try await starter.rankedTitles(query, fuzzy: titles.count == 0, without: nil)
  }

  /// Returns whether a title that the starter catalog found is a result of the imported catalog.
  ///
  /// A film that the imported catalog lacks is always a result. Any other film is a result if the match is exact or
  /// inexact matches are accepted, and both catalogs have the same year. With different years, the id may denote
  /// different films.
  private func isResult(_ title: ScoredTitle, acceptsInexactMatch: Bool) throws -> Bool {
    let id = title.facts.id
    if try missingIDs().contains(id) { return true }
    guard acceptsInexactMatch || title.exactness != .none else { return false }
    return try reader.films([id], withPeople: false)[id]?.year == starter.titles([id])[id]?.film.year
  }

  /// Returns the ids of the starter catalog's films that the imported catalog lacks.
  private func missingIDs() throws -> Set<UInt32> {
    if let missing = cachedMissingIDs.withLock({ $0 }) { return missing }
    let ids = try starter.ids()
    let missing = ids.subtracting(try reader.existingIDs(in: Array(ids)))
    cachedMissingIDs.withLock { $0 = missing }
    return missing
  }
}

extension Film {
  /// Returns the film with its missing directors, actors, languages, and countries taken from another catalog's film.
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
