import FilmzDomain
import Foundation

/// A local catalog with the films of the user's own records, which replace its titles of the same ids, or with
/// those films of imported records that it lacks.
///
/// The facts of single films are those of the catalog; they are merged with own and imported facts elsewhere.
struct CatalogWithRecords: RankedCatalog {
  /// The popularity that own films without votes have in searches: that of a film with 100,000 votes.
  ///
  /// Without it, they would follow all films that have votes.
  private static let popularity = 5.0
  /// The numbers of own films that are scored and sorted.
  private static let limits = SearchLimits(scored: 100, sorted: .max)

  let base: any RankedCatalog
  let index: RecordIndex

  /// Returns the films with records; `nil` if there are none.
  ///
  /// If records cannot be read, the catalog can still be queried: the commands that need the collection
  /// report the error.
  private func records() async throws -> RecordCatalog? {
    do {
      return try await index.records(over: base)
    } catch let error as CancellationError {
      throw error
    } catch {
      return nil
    }
  }

  func ownRecords() async throws -> (any FilmCatalog)? {
    index.kind == .own ? try await index.records(over: base) : try await base.ownRecords()
  }

  var origin: Film.Origin { base.origin }
  var name: String { base.name }
  var pageSize: Int? { base.pageSize }
  var ratingsAsOf: String? { base.ratingsAsOf }
  var ratingsDate: Date? { base.ratingsDate }
  var revision: String { base.revision }

  // MARK: - Searching

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let count = pageSize.map { page * $0 } ?? .max
    let titles = try await rankedTitles(query, count: count, excluding: nil)
    guard page == 1 || pageSize != nil else { return SearchPage(films: [], total: titles.count) }
    return try await self.page(page, of: titles, query)
  }

  /// Returns the titles of both catalogs.
  ///
  /// Titles of records with the words of the text as typed precede titles that the catalog has found only by correcting
  /// typing errors; if they have all words as whole words, they replace these. Own titles that equal the text precede
  /// the films of a person; imported ones do so under the conditions for titles of a catalog. Titles of records without
  /// scores follow the titles with scores.
  func rankedTitles(
    _ query: SearchQuery, count: Int, excluding excluded: ExcludedTitles?
  ) async throws -> RankedTitles {
    guard let records = try await records() else {
      return try await base.rankedTitles(query, count: count, excluding: excluded)
    }
    var titles = try await base.rankedTitles(
      query, count: count, excluding: index.kind == .own ? records.overriddenTitles : excluded)
    var own = try records.reader.titles(query, fuzzy: titles.count == 0, limits: Self.limits)
    let ownTail = try records.reader.tail(of: own).filter {
      excluded?.ids.contains($0.facts.id) != true
    }
    if let excluded { own.removeTitles(withIDs: excluded.ids) }
    if let person = own.person { Self.add(person, to: &titles, query) }
    let ownTitles =
      index.kind == .own ? own.head.map { $0.withPopularity(Self.popularity) } : own.head
    if titles.person?.comesFirst == true,
      ownTitles.contains(where: { precedes($0, isOnlyName: titles.person?.isOnlyName == true) })
    {
      titles.person?.comesFirst = false
    }
    if titles.head.contains(where: { $0.cause == .correctedWords }),
      try hasWholeWords(query, records)
    {
      titles.removeCorrections()
    }
    if query.order == nil, !titles.head.isEmpty, ownTitles.contains(where: { $0.cause == .words }),
      titles.head.allSatisfy({ $0.cause == .correctedWords })
    {
      titles.head = ownTitles + titles.head
    } else {
      titles.insert(ownTitles, query)
    }
    titles.head += ownTail
    return titles
  }

  /// Returns whether a title of a record precedes the films of a person.
  private func precedes(_ title: ScoredTitle, isOnlyName: Bool) -> Bool {
    guard title.equalsText else { return false }
    return index.kind == .own
      || (isOnlyName && title.facts.votes >= TitleSearch.minimumVotesOfGoodMatch)
  }

  /// Returns whether a record has a title or an original title with all words of the text.
  private func hasWholeWords(_ query: SearchQuery, _ records: RecordCatalog) throws -> Bool {
    var query = query
    query.isExact = true
    return try records.reader.titles(query, fuzzy: false, limits: Self.limits).head
      .contains { $0.cause == .words && $0.matchesMainName }
  }

  /// Adds the own films of a person; if the catalog has another person of that name or surname, they are left
  /// out.
  private static func add(
    _ person: RankedTitles.PersonTitles, to titles: inout RankedTitles, _ query: SearchQuery
  ) {
    guard let other = titles.person else {
      titles.person = person
      return
    }
    guard other.name == person.name else { return }
    titles.person?.titles += person.titles
    titles.person?.titles.sort(query)
  }

  func films(
    _ titles: [RankedTitles.Found], _ explainer: MatchExplainer
  ) async throws -> [FoundFilm] {
    guard let records = try await records() else { return try await base.films(titles, explainer) }
    var own = try records.films(titles.filter { records.contains($0.reference) }, explainer)[...]
    var other = try await base.films(
      titles.filter { !records.contains($0.reference) }, explainer)[...]
    return titles.compactMap { title in
      records.contains(title.reference) ? own.popFirst() : other.popFirst()
    }
  }

  func ranks(of ids: Set<UInt32>) async throws -> [UInt32] { try await base.ranks(of: ids) }

  func existingIDs(in ids: [UInt32]) async throws -> Set<UInt32> {
    try await base.existingIDs(in: ids)
  }

  // MARK: - Films and names

  func film(id: FilmID) async throws -> Film? { try await base.film(id: id) }

  func films(_ ids: [FilmID]) async throws -> [FilmID: Film] { try await base.films(ids) }

  func films(titled title: String, year: Int?) async throws -> [Film] {
    let films = try await base.films(titled: title, year: year)
    guard let records = try await records() else { return films }
    return merged(try await records.films(titled: title, year: year), films, records)
  }

  func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    let films = try await base.films(beginningWith: key, limit: limit)
    guard let records = try await records() else { return films }
    let own = try await records.films(beginningWith: key, limit: limit)
    return Array(merged(own, films, records).prefix(limit))
  }

  /// Returns the films of both catalogs: own ones first, and imported ones by their votes.
  private func merged(_ own: [Film], _ films: [Film], _ records: RecordCatalog) -> [Film] {
    let all = own + films.filter { !records.overrides($0.id) }
    return index.kind == .own || own.isEmpty
      ? all : all.sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
  }

  func films(withLocalTitleBeginningWith key: String, limit: Int) async throws -> [TitledFilm] {
    let films = try await base.films(withLocalTitleBeginningWith: key, limit: limit)
    guard let records = try await records() else { return films }
    let own = try await records.films(withLocalTitleBeginningWith: key, limit: limit)
    return Array((own + films.filter { !records.overrides($0.id) }).prefix(limit))
  }

  func localTitles(of id: FilmID) async throws -> [String] { try await base.localTitles(of: id) }

  func genres() async throws -> [String] {
    let genres = try await base.genres()
    guard let records = try await records() else { return genres }
    let known = Set(genres.map { $0.lowercased() })
    return try await genres + records.genres().filter { !known.contains($0.lowercased()) }
  }

  func people(named text: String, limit: Int) async throws -> [String]? {
    let names = try await base.people(named: text, limit: limit)
    let own = try await records()?.people(named: text, limit: limit) ?? []
    guard let names else { return own.isEmpty ? nil : own }
    return Array((names + own.filter { !names.contains($0) }).prefix(limit))
  }

  func people(near text: String) async throws -> [String] {
    let names = try await base.people(near: text)
    return names.isEmpty ? try await records()?.people(near: text) ?? [] : names
  }
}

extension ScoredTitle {
  /// Returns a title without votes with another popularity; a title with votes is returned unchanged.
  fileprivate func withPopularity(_ popularity: Double) -> ScoredTitle {
    guard facts.votes == 0 else { return self }
    var title = ScoredTitle(
      rank: rank, facts: facts, score: score - Popularity.score(facts) + popularity, cause: cause)
    title.exactness = exactness
    title.matchesMainName = matchesMainName
    title.name = name
    return title
  }
}
