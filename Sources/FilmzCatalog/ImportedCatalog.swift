package import FilmzDomain
package import Foundation
import GRDB
import Synchronization

/// The catalog that was imported, with the starter's films beside it.
package final class ImportedCatalog: FilmCatalog {
  package let origin = Film.Origin.catalog
  package let name = "the catalog"
  package let ratingsAsOf: String?
  package let ratingsDate: Date?
  package let pageSize: Int? = rows
  let info: CatalogInfo

  private let reader: CatalogReader
  private let starter: StarterCatalog
  private let lacking = Mutex<Set<UInt32>?>(nil)
  /// The search that was asked last, for its further pages.
  private let last = Mutex<(query: SearchQuery, found: [Found])?>(nil)

  /// Films of a page: few, as most searches show one screen.
  private static let rows = 20
  /// Hits beside which the starter's other names for the same titles are of use.
  private static let few = 10

  /// A title that was found, in this catalog or only in the starter's.
  private enum Found {
    case film(Film)
    case id(UInt32)
    case rank(UInt32)
  }

  /// Opens a catalog file for reading.
  ///
  /// - Throws: ``CatalogError`` where it is none, or one of a newer filmz.
  init(path: String, bytes: Int, starter: StarterCatalog) throws(CatalogError) {
    self.starter = starter
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { db in
      // The file never changes, it is only replaced: its lock need not be taken for each question.
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32000")
    }
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      info = try database.inDatabase { try Self.info($0, path: path, bytes: bytes) }
      let ratings = info.files.first { DatasetKind(fileName: $0.name) == .ratings }
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

  /// What the file says that it holds, if it is a catalog of this version.
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
    let found = try await found(query)
    let start = min(found.count, (page - 1) * Self.rows)
    let part = found[start..<min(found.count, start + Self.rows)]
    return SearchPage(films: try films(part), total: found.count)
  }

  package func film(id: FilmID) async throws -> Film? {
    try await films([id])[id]
  }

  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    let known = try reader.films(ids.compactMap(\.imdbNumber), withPeople: true)
    var films: [FilmID: Film] = [:]
    for id in ids {
      let other = try await starter.film(id: id)
      films[id] = id.imdbNumber.flatMap { known[$0] }?.adding(other) ?? other
    }
    return films
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    let ids = try reader.titles(named: title, year: year).prefix(50).map(\.facts.id)
    let known = try reader.films(ids, withPeople: false)
    let films = ids.compactMap { known[$0] }
    let others = try await starter.films(titled: title, year: year)
      .filter { film in !films.contains { $0.id == film.id } }
    return (films + (try others.filter(isMissing)))
      .sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    let ids = try reader.titles(beginningWith: key, limit: limit)
    let known = try reader.films(ids, withPeople: false)
    let others = try await starter.films(beginningWith: key, limit: limit).filter(isMissing)
    let films = ids.compactMap { known[$0] } + others
    return others.isEmpty ? films : films.sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
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

  /// What a search finds, in its order or the best answer first.
  private func found(_ query: SearchQuery) async throws -> [Found] {
    if let last = last.withLock({ $0 }), last.query == query { return last.found }
    let titles = try await imported(query)
    var head = titles.head.map { (title: $0, found: Found.id($0.facts.id)) }
    let known = Set(titles.head.map(\.facts.id))
    for title in try await starters(query, beside: titles) where !known.contains(title.facts.id) {
      guard let found = try found(title, amongFew: titles.count < Self.few) else { continue }
      head.append((title, found))
    }
    if head.count > titles.head.count {
      let order = query.order.map(TitleOrder.init)
      head.sort { order?.precedes($0.title, $1.title) ?? ($0.title.score > $1.title.score) }
    }
    let found = head.map(\.found) + titles.tail.map(Found.rank)
    let capped = Array(found.prefix(RankedTitles.most))
    last.withLock { $0 = (query, capped) }
    return capped
  }

  /// What this catalog finds itself; where it knows no people, those of the starter have to do.
  private func imported(_ query: SearchQuery) async throws -> RankedTitles {
    do {
      return try reader.titles(query)
    } catch CatalogError.peopleMissing {
      let others = try await starter.ranked(query, forgiving: false)
      guard others.count > 0 else { throw CatalogError.peopleMissing }
      return RankedTitles()
    }
  }

  /// What the starter finds besides; it is not asked where it can add nothing.
  private func starters(
    _ query: SearchQuery, beside titles: RankedTitles
  ) async throws -> [ScoredTitle] {
    guard try titles.count < Self.few || !missing().isEmpty else { return [] }
    return try await starter.ranked(query, forgiving: titles.count == 0).head
  }

  /// A title that the starter found: its own film, where this catalog lacks it, or the one that is
  /// called so, where that helps.
  private func found(_ title: ScoredTitle, amongFew: Bool) throws -> Found? {
    let id = title.facts.id
    if try missing().contains(id) { return starter.film(id).map(Found.film) }
    guard amongFew || title.exactness != .none,
      try reader.films([id], withPeople: false)[id]?.year == starter.film(id)?.year
    else { return nil }
    return .id(id)
  }

  /// The starter's films that this catalog lacks.
  private func missing() throws -> Set<UInt32> {
    if let known = lacking.withLock({ $0 }) { return known }
    let missing = Set(starter.numbers).subtracting(try reader.known(starter.numbers))
    lacking.withLock { $0 = missing }
    return missing
  }

  private func films(_ part: ArraySlice<Found>) throws -> [Film] {
    let places = try part.map { found -> (id: UInt32?, film: Film?) in
      switch found {
      case .film(let film): (nil, film)
      case .id(let id): (id, nil)
      case .rank(let rank): (try reader.ids([rank]).first, nil)
      }
    }
    let films = try reader.films(places.compactMap(\.id), withPeople: false)
    return places.compactMap { id, film in film ?? id.flatMap { films[$0] } }
  }

  /// Whether only the starter has a film.
  private func isMissing(_ film: Film) throws -> Bool {
    try film.id.imdbNumber.map { try missing().contains($0) } ?? true
  }
}

extension Film {
  /// The film with what another catalog knows besides, where that is the same film.
  fileprivate func adding(_ other: Film?) -> Film {
    guard let other, other.year == year else { return self }
    var film = self
    if film.directors.isEmpty { film.directors = other.directors }
    if film.actors.isEmpty { film.actors = other.actors }
    if film.languages.isEmpty { film.languages = other.languages }
    if film.countries.isEmpty { film.countries = other.countries }
    return film
  }
}
