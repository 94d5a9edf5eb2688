package import FilmzDomain
import Synchronization

/// The built-in catalog of famous films and series, which lets filmz work without an API key,
/// network access, or an imported catalog.
///
/// It is searched like an imported catalog; its index is part of the program.
package struct StarterCatalog: RankedCatalog {
  package let origin = Film.Origin.starter
  package let name = "the starter catalog"
  package let ratingsAsOf: String? = StarterTitle.ratingsAsOf
  package let pageSize: Int? = nil

  package init() {}

  /// The index, which is opened when it is first accessed.
  private static let openedIndex = Result { try StarterIndex() }

  private static let allIDs = Result { Set(try openedIndex.get().ids()) }

  private var index: StarterIndex { get throws { try Self.openedIndex.get() } }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let titles = try await rankedTitles(query, fuzzy: true, excluding: nil)
    guard page == 1 else { return SearchPage(films: [], total: titles.count) }
    return try await self.page(page, of: titles, query)
  }

  func rankedTitles(
    _ query: SearchQuery, count: Int, excluding excluded: ExcludedTitles?
  ) async throws -> RankedTitles {
    try await rankedTitles(query, fuzzy: true, excluding: excluded)
  }

  func films(
    _ titles: [RankedTitles.Found], _ explainer: MatchExplainer
  ) async throws -> [FoundFilm] {
    let index = try index
    let found = try index.reader.ids(titles)
    let titlesByID = try index.titles(found.map(\.id))
    return found.compactMap { id, cause in
      guard let title = titlesByID[id] else { return nil }
      let film = title.film
      let match = explainer.match(film, cause, localTitles: title.localNames)
      return FoundFilm(film: film, match: match)
    }
  }

  func ranks(of ids: Set<UInt32>) throws -> [UInt32] { try index.reader.ranks(of: ids) }

  func existingIDs(in ids: [UInt32]) throws -> Set<UInt32> {
    Set(try index.reader.existingIDs(in: ids))
  }

  package func film(id: FilmID) throws -> Film? { try title(id)?.film }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    try films(index.reader.titles(named: title, year: year).map(\.facts.id))
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    try films(index.reader.titles(beginningWith: key, limit: limit))
  }

  package func films(
    withLocalTitleBeginningWith key: String, limit: Int
  ) async throws -> [TitledFilm] {
    let index = try index
    let ids = try index.reader.titles(withLocalTitleBeginningWith: key, limit: limit)
    let titles = try index.titles(ids)
    return ids.compactMap { id in
      guard let title = titles[id],
        let localTitle = title.localNames.first(where: { TextFolding.isPrefix(key, of: $0) })
      else { return nil }
      let film = title.film
      return TitledFilm(id: film.id, title: localTitle, year: film.year)
    }
  }

  package func localTitles(of id: FilmID) throws -> [String] {
    try title(id)?.localNames ?? []
  }

  package func genres() async throws -> [String] { try index.reader.genres }

  package func people(named text: String, limit: Int) async throws -> [String]? {
    try index.reader.people(named: text, limit: limit)
  }

  package func people(near text: String) async throws -> [String] {
    try index.reader.people(near: text)
  }

  /// Returns all titles that match a query; a fuzzy search also corrects typing errors.
  func rankedTitles(
    _ query: SearchQuery, fuzzy: Bool, excluding excluded: ExcludedTitles?
  ) async throws -> RankedTitles {
    try index.reader.titles(
      query, fuzzy: fuzzy, limits: .none, excluding: excluded?.ranks)
  }

  /// Returns the titles with those ids that are in the catalog, by id.
  ///
  /// For the ids of another catalog, most of which are not in this one.
  func titles(_ ids: [UInt32]) throws -> [UInt32: StarterTitle] {
    let knownIDs = try self.ids()
    let ids = ids.filter(knownIDs.contains)
    return ids.isEmpty ? [:] : try index.titles(ids)
  }

  private func title(_ id: FilmID) throws -> StarterTitle? {
    try id.imdbNumber.flatMap { try index.titles([$0])[$0] }
  }

  /// Returns the ids of all films, which are read once.
  func ids() throws -> Set<UInt32> { try Self.allIDs.get() }

  private func films(_ ids: [UInt32]) throws -> [Film] {
    let titles = try index.titles(ids)
    return ids.compactMap { titles[$0]?.film }
  }
}

/// Adds titles of the starter catalog to the titles that an imported catalog finds.
final class StarterSupplement: Sendable {
  /// If a search of the imported catalog finds fewer titles than this, inexact matches of the starter
  /// catalog are added even for films that both catalogs have.
  private static let fewTitles = 10

  private let reader: CatalogReader
  private let starter: StarterCatalog
  /// The ids of the films that are in the starter catalog but not in the imported one; `nil` until they
  /// are needed.
  private let cachedMissingIDs = Mutex<Set<UInt32>?>(nil)

  /// Creates a supplement of the catalog that a reader reads.
  init(reader: CatalogReader, starter: StarterCatalog) {
    self.reader = reader
    self.starter = starter
  }

  /// Adds titles that the starter catalog finds, except for excluded ones.
  func add(
    to titles: inout RankedTitles, _ query: SearchQuery, excluding excluded: ExcludedTitles?
  ) async throws {
    var starterTitles = try await starterTitles(query, supplementing: titles)
    if let excluded { starterTitles?.removeTitles(withIDs: excluded.ids) }
    guard let starterTitles else { return }
    try addPersonTitles(to: &titles, starterTitles.person, query)
    let acceptsInexactMatch = titles.count < Self.fewTitles
    let ids = Set((titles.head + (titles.person?.titles ?? [])).map(\.facts.id))
    let newTitles = try starterTitles.head.filter {
      try !ids.contains($0.facts.id) && isResult($0, acceptsInexactMatch: acceptsInexactMatch)
    }
    titles.insert(newTitles, query)
  }

  /// Returns whether the imported catalog lacks a film of the starter catalog.
  func isMissing(_ film: Film) throws -> Bool {
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
  /// Returns `nil` if the imported catalog finds at least ``fewTitles`` titles and contains all films of
  /// the starter catalog.
  private func starterTitles(
    _ query: SearchQuery, supplementing titles: RankedTitles
  ) async throws -> RankedTitles? {
    guard try titles.count < Self.fewTitles || !missingIDs().isEmpty else { return nil }
    return try await starter.rankedTitles(query, fuzzy: titles.count == 0, excluding: nil)
  }

  /// Returns whether a title that the starter catalog found is a result of the imported catalog.
  ///
  /// A film that the imported catalog lacks is a result. Other films are results with two exceptions: if
  /// the years of the two films differ, because they may be different films, and if the match is inexact
  /// and inexact matches are not accepted.
  private func isResult(_ title: ScoredTitle, acceptsInexactMatch: Bool) throws -> Bool {
    let id = title.facts.id
    if try missingIDs().contains(id) { return true }
    guard acceptsInexactMatch || title.exactness != .none else { return false }
    return try reader.films([id], withPeople: false)[id]?.year
      == starter.titles([id])[id]?.film.year
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
