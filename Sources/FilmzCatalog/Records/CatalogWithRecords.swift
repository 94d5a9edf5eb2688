import FilmzDomain
import Foundation

/// A local catalog supplemented by the films with own records, whose facts the user has entered, or by those with imported
/// records.
///
/// A film with an own record replaces the title with its id. A film with an imported record is added only if the
/// catalog lacks it.
///
/// ``film(id:)`` and ``films(_:)`` return the facts of the catalog only; their callers apply the records.
struct CatalogWithRecords: RankedCatalog {
  /// The limits for searches of films with records.
  private static let limits = SearchLimits(scored: 100, sorted: .max)

  let base: any RankedCatalog
  let index: RecordIndex

  /// Returns the catalog of the films with records; `nil` if there are none, or if the records cannot be read.
  ///
  /// An error is ignored, so that the catalog can still be searched; commands that need the collection report it.
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
    let titles = try await rankedTitles(query, count: count, without: nil)
    guard page == 1 || pageSize != nil else { return SearchPage(films: [], total: titles.count) }
    return try await self.page(page, of: titles, query)
  }

  /// Returns the titles of both catalogs.
  ///
  /// - Titles of records that contain the words as typed precede titles that the catalog found by correcting typing
  ///   errors. If the title of a record contains all words as whole words, the corrected titles are left out.
  /// - A person whose name the text misspells is left out if a record contains the words, or if the text is the name of
  ///   a person in a record.
  /// - A title of an own record that equals the text precedes the films of a person. A title of an imported record does
  ///   so only if the text is the person's only name, and the film has enough votes.
  /// - Titles of records without scores follow the titles with scores.
  func rankedTitles(_ query: SearchQuery, count: Int, without excluded: ExcludedTitles?) async throws -> RankedTitles {
    guard let records = try await records() else {
      return try await base.rankedTitles(query, count: count, without: excluded)
    }
    var titles = try await base.rankedTitles(
      query, count: count, without: index.kind == .own ? records.overriddenTitles : excluded)
    var found = try records.reader.titles(query, fuzzy: titles.count == 0, limits: Self.limits)
    let excludedIDs = (excluded?.ids ?? []).union(try records.numbers(of: query.excludedFilms))
    let foundTail = try records.reader.tail(of: found).filter { !excludedIDs.contains($0.facts.id) }
    if !excludedIDs.isEmpty { found.removeTitles(withIDs: excludedIDs) }
    if titles.person?.isCorrected == true, found.person != nil || found.head.contains(where: { $0.cause == .words }) {
      titles.person = nil
    }
    if let person = found.person { Self.add(person, to: &titles, query) }
    let recordTitles = index.kind == .own ? found.head.map(\.withPopularityForOwnRecord) : found.head
    if let person = titles.person, person.comesFirst, recordTitles.contains(where: { precedes($0, person) }) {
      titles.person?.comesFirst = false
    }
    if titles.head.contains(where: { $0.cause == .correctedWords }), try hasWholeWords(query, records) {
      titles.removeCorrections()
    }
    let hasOnlyCorrections = !titles.head.isEmpty && titles.head.allSatisfy { $0.cause == .correctedWords }
    if query.order == nil, hasOnlyCorrections, recordTitles.contains(where: { $0.cause == .words }) {
      titles.head = recordTitles + titles.head
    } else {
      titles.insert(recordTitles, query)
    }
    titles.head += foundTail
    return titles
  }

  /// Returns whether a title of a record precedes the films of a person.
  private func precedes(_ title: ScoredTitle, _ person: RankedTitles.PersonTitles) -> Bool {
    guard title.equalsText else { return false }
    return index.kind == .own || (person.isOnlyName && title.facts.votes >= TitleSearch.minimumVotesOfGoodMatch)
  }

  /// Returns whether a record has a title or an original title with all words of the text.
  private func hasWholeWords(_ query: SearchQuery, _ records: RecordCatalog) throws -> Bool {
    var query = query
    query.isExact = true
    return try records.reader.titles(query, fuzzy: false, limits: Self.limits).head
      .contains { $0.cause == .words && $0.matchesMainName }
  }

  /// Adds the films of a person that have records, unless the catalog has found another person with the name or
  /// surname.
  private static func add(_ person: RankedTitles.PersonTitles, to titles: inout RankedTitles, _ query: SearchQuery) {
    guard let other = titles.person else {
      titles.person = person
      return
    }
    guard other.name == person.name else { return }
    titles.person?.titles += person.titles
    titles.person?.titles.sort(query)
  }

  func films(_ titles: [RankedTitles.Found], _ explainer: MatchExplainer) async throws -> [MatchedFilm?] {
    guard let records = try await records() else { return try await base.films(titles, explainer) }
    var recordFilms = try records.films(titles.filter { records.contains($0.reference) }, explainer)[...]
    var baseFilms = try await base.films(titles.filter { !records.contains($0.reference) }, explainer)[...]
    return titles.map { title in
      records.contains(title.reference) ? recordFilms.removeFirst() : baseFilms.removeFirst()
    }
  }

  func ranks(of ids: Set<UInt32>) async throws -> [UInt32] { try await base.ranks(of: ids) }

  func existingIDs(in ids: [UInt32]) async throws -> Set<UInt32> { try await base.existingIDs(in: ids) }

  // MARK: - Films and names

  func film(id: FilmID) async throws -> Film? { try await base.film(id: id) }

  func films(_ ids: [FilmID]) async throws -> [FilmID: Film] { try await base.films(ids) }

  func films(titled title: String, year: Int?) async throws -> [Film] {
    let films = try await base.films(titled: title, year: year)
    guard let records = try await records() else { return films }
    return merged(try await records.films(titled: title, year: year), films, records)
  }

  func films(titled title: String, years: ClosedRange<Int>) async throws -> [Film] {
    let films = try await base.films(titled: title, years: years)
    guard let records = try await records() else { return films }
    return merged(try await records.films(titled: title, years: years), films, records)
  }

  func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    let films = try await base.films(beginningWith: key, limit: limit)
    guard let records = try await records() else { return films }
    let recordFilms = try await records.films(beginningWith: key, limit: limit)
    return Array(merged(recordFilms, films, records).prefix(limit))
  }

  /// Returns the films of both catalogs: those with own records first, or, if the records are imported ones, all films
  /// in the order of their votes.
  private func merged(_ recordFilms: [Film], _ films: [Film], _ records: RecordCatalog) -> [Film] {
    let all = recordFilms + films.filter { !records.overrides($0.id) }
    guard index.kind == .imported, !recordFilms.isEmpty else { return all }
    return all.sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
  }

  func films(withLocalTitleBeginningWith key: String, limit: Int) async throws -> [TitledFilm] {
    let films = try await base.films(withLocalTitleBeginningWith: key, limit: limit)
    guard let records = try await records() else { return films }
    let recordFilms = try await records.films(withLocalTitleBeginningWith: key, limit: limit)
    return Array((recordFilms + films.filter { !records.overrides($0.id) }).prefix(limit))
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
    let recordNames = try await records()?.people(named: text, limit: limit) ?? []
    guard let names else { return recordNames.isEmpty ? nil : recordNames }
    return Array((names + recordNames.filter { !names.contains($0) }).prefix(limit))
  }

  func people(near text: String) async throws -> [String] {
    let names = try await base.people(near: text)
    return names.isEmpty ? try await records()?.people(near: text) ?? [] : names
  }
}

extension ScoredTitle {
  /// The popularity in searches of films that have own records and no votes: that of a film with 100,000 votes.
  ///
  /// Their actual popularity would place them after all films that have votes.
  private static let popularityWithoutVotes = 5.0

  /// The title with ``popularityWithoutVotes`` if it has no votes; otherwise the title itself.
  fileprivate var withPopularityForOwnRecord: ScoredTitle {
    guard facts.votes == 0 else { return self }
    var title = self
    title.score += Self.popularityWithoutVotes - Popularity.score(facts)
    return title
  }
}
