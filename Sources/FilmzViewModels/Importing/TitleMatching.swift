import FilmzDomain
import FilmzExchange
import FilmzServices
import FilmzStore

/// Finds the films that rows name only by title and year: first in the collection, the catalog and the own records,
/// then at services.
struct TitleMatching: ViewModel {
  /// The match of one film, and the matched film if a service has found it, because local sources may lack its facts.
  typealias Outcome = (match: FilmMatch, film: Film?)

  /// The result for several films.
  struct Result: Sendable {
    /// The outcomes, in the order of the films.
    var outcomes: [Outcome] = []
    /// The first error of the service, which is asked again only if the error concerns one response; `nil` if there was
    /// none.
    var failure: (any UserFacingError)?
    /// The number of films that were not looked up at the service because of the failure.
    var skipped = 0
  }

  /// The maximum difference from the given year for films of the catalog, if no film of the given year matches.
  private static let maximumYearDifference = 2
  private static let maximumRequests = 4
  /// The years that films can have.
  private static let allYears = 1870...2200

  let viewModels: ViewModels
  let context: CommandContext
  /// Reports the number of films that have been looked up.
  let report: @Sendable (Int) -> Void

  /// Returns the matches of films.
  func match(_ films: [NamedFilm]) async throws -> Result {
    guard !films.isEmpty else { return Result() }
    let collection = try await collectionCandidates()
    let usesServices = await services.sources.canUseNetwork(in: context)
    let (matches, unknown) = try await services.sources.withCatalog { catalog in
      var matches: [FilmMatch] = []
      var unknown: [Int] = []
      for (index, film) in films.enumerated() {
        try Task.checkCancellation()
        matches.append(try await localMatch(film, collection, catalog))
        if usesServices, film.title != nil, film.year != nil, case .unmatched = matches[index] { unknown.append(index) }
        report(matches.count - unknown.count)
      }
      return (matches, unknown)
    }.value
    return try await lookedUpAtService(films, unknown, matches.map { ($0, nil) })
  }

  // MARK: - Local sources

  /// Returns the films of the collection, except those known by title and year only, by the keys of their titles.
  func collectionCandidates() async throws -> [String: [MatchCandidate]] {
    let captions = try await database.openForReading().collection.withImportReader { try $0.captions() }
    let candidates = captions.filter { !$0.id.isNamed }.map { id, caption in
      MatchCandidate(id: id, title: caption.title, year: caption.year)
    }
    return Dictionary(grouping: candidates) { $0.title.matchKey }
  }

  private func localMatch(
    _ film: NamedFilm, _ collection: [String: [MatchCandidate]], _ catalog: any FilmCatalog
  ) async throws -> FilmMatch {
    let titles = [film.title, film.originalTitle].compactMap(\.self)
    var candidates = titles.flatMap { collection[$0.matchKey] ?? [] }
    guard let year = film.year else { return try await matchWithoutYear(film, titles, candidates, catalog) }
    guard (0...9999).contains(year) else { return .unmatched(near: []) }
    candidates += try await self.candidates(titles, years: year...year, catalog)
    let match = FilmMatcher.match(film, among: candidates)
    guard case .unmatched = match else { return match }
    let years = year - Self.maximumYearDifference...year + Self.maximumYearDifference
    candidates += try await self.candidates(titles, years: years, catalog)
    return FilmMatcher.match(film, among: candidates)
  }

  /// Matches a film without a year, which is only matched with a film of the collection or of an imported catalog.
  private func matchWithoutYear(
    _ film: NamedFilm, _ titles: [String], _ collected: [MatchCandidate], _ catalog: any FilmCatalog
  ) async throws -> FilmMatch {
    let found = try await candidates(titles, years: nil, catalog)
    let acceptable = Set((found.filter { $0.origin == .catalog } + collected).map(\.id))
    let match = FilmMatcher.matchWithoutYear(film, among: found + collected, acceptable: acceptable)
    guard case .matched = match else { return match }
    // Without years, a catalog leaves out films that are less popular than many others with the words of the title.
    let others = try await candidates(titles, years: Self.allYears, catalog)
    return FilmMatcher.matchWithoutYear(film, among: found + collected + others, acceptable: acceptable)
  }

  /// Returns films that may be the same as a film, for the user to choose from, best first.
  ///
  /// These are the films with its title in the collection and the catalog and, if there are fewer than `limit`, those that
  /// a search of the catalog finds. `collection` has the result of ``collectionCandidates()``.
  func possibleFilms(
    _ film: NamedFilm, _ collection: [String: [MatchCandidate]], limit: Int
  ) async throws -> [(film: MatchCandidate, title: AgreeingTitle?)] {
    let titles = [film.title, film.originalTitle].compactMap(\.self)
    var candidates = try await services.sources.withCatalog { catalog in
      let ofAnyYear = try await self.candidates(titles, years: nil, catalog)
      guard let year = film.year, (1...9998).contains(year) else { return ofAnyYear }
      return try await ofAnyYear + self.candidates(titles, years: year - 1...year + 1, catalog)
    }.value
    candidates += titles.flatMap { collection[$0.matchKey] ?? [] }
    let found = FilmMatcher.candidates(for: film, among: candidates)
    let query = SearchQuery(text: film.title ?? "")
    guard found.count < limit, query.isSearchable else { return Array(found.prefix(limit)) }
    let page = try await services.search.search(query, from: .catalog, in: context.offline).value.page
    candidates += try await services.sources.withCatalog { catalog in
      var candidates: [MatchCandidate] = []
      for film in page.films { candidates.append(try await candidate(film, titled: query.text, catalog)) }
      return try await canonical(candidates)
    }.value
    return Array(FilmMatcher.candidates(for: film, among: candidates).prefix(limit))
  }

  /// Returns the films of the catalog with one of the titles and, unless `years` is `nil`, a year in `years`.
  ///
  /// Only films without such a title or original title have their local titles.
  private func candidates(
    _ titles: [String], years: ClosedRange<Int>?, _ catalog: any FilmCatalog
  ) async throws -> [MatchCandidate] {
    var candidates: [MatchCandidate] = []
    for title in titles.flatMap(Self.spellings) {
      let films =
        if let years { try await catalog.films(titled: title, years: years) } else {
          try await catalog.films(titled: title, year: nil)
        }
      for film in films { candidates.append(try await candidate(film, titled: title, catalog)) }
    }
    return try await canonical(candidates)
  }

  /// Returns a film of the catalog as a candidate, with its local titles if it has another title than the given one.
  private func candidate(
    _ film: Film, titled title: String, _ catalog: any FilmCatalog
  ) async throws -> MatchCandidate {
    MatchCandidate(film, localTitles: film.hasOwnTitle(title) ? [] : try await catalog.localTitles(of: film.id))
  }

  /// Returns a title and its other spellings: with the article in front, and with `and` for `&` or the reverse.
  private static func spellings(of title: String) -> [String] {
    let front = title.withLeadingArticle
    guard front == title else { return [title] + spellings(of: front) }
    let words = title.replacing(/\s*&\s*/, with: " and ").replacingPlusBetweenWords(with: "and")
    if words != title { return [title, words] }
    let other = title.replacing(" and ", with: " & ").replacing(" And ", with: " & ")
    return other == title ? [title] : [title, other]
  }

  /// Returns the candidates with their canonical ids, without films that are known by title and year only, for which there
  /// may be own records.
  private func canonical(_ candidates: [MatchCandidate]) async throws -> [MatchCandidate] {
    guard !candidates.isEmpty else { return [] }
    let ids = try await database.openForReading().collection.canonicalIDs(of: candidates.map(\.id))
    return candidates.map { candidate in
      var candidate = candidate
      candidate.id = ids[candidate.id] ?? candidate.id
      return candidate
    }.filter { !$0.id.isNamed }
  }

  // MARK: - Services

  /// Looks up the films `unknown`, which local sources do not have, at a service, and returns the outcomes of all films.
  private func lookedUpAtService(
    _ films: [NamedFilm], _ unknown: [Int], _ local: [Outcome]
  ) async throws -> Result {
    var result = Result(outcomes: local)
    var remaining = unknown[...]
    while !remaining.isEmpty {
      let batch = Array(remaining.prefix(Self.maximumRequests))
      let answers = try await batch.concurrentMap(maximumTasks: Self.maximumRequests) { index in
        try await serviceOutcome(films[index], local[index])
      }
      for (index, answer) in zip(batch, answers) {
        result.outcomes[index] = answer.outcome
        result.failure = result.failure ?? answer.failure
        if answer.failure != nil { result.skipped += 1 }
      }
      remaining = remaining.dropFirst(batch.count)
      report(local.count - remaining.count)
      let failures = answers.compactMap(\.failure)
      if !failures.allSatisfy({ ($0 as? ServiceError)?.concernsOneResponse == true }) {
        result.skipped += remaining.count
        break
      }
    }
    return result
  }

  /// Returns the film of a service that has the title and exactly the year of a film; `nil` if there is none.
  ///
  /// - Throws: The error of the service.
  func serviceMatch(_ film: NamedFilm) async throws -> (id: FilmID, film: Film?)? {
    let (outcome, failure) = try await serviceOutcome(film, (.unmatched(near: []), nil))
    if let failure { throw failure }
    guard case .matched(let id, let differences) = outcome.match, differences.year == nil else { return nil }
    return (id, outcome.film)
  }

  /// Looks up a film at a service, and returns the outcome and the error of the service, if it failed.
  ///
  /// The outcome is `local` if the service fails or does not have the film.
  private func serviceOutcome(
    _ film: NamedFilm, _ local: Outcome
  ) async throws -> (outcome: Outcome, failure: (any UserFacingError)?) {
    guard let title = film.title?.withLeadingArticle, let year = film.year else { return (local, nil) }
    do {
      let found = try await services.search.candidates(titled: title, year: year, in: context)
      let candidates = try await canonical(found.map { MatchCandidate($0) })
      let match = FilmMatcher.match(film, among: candidates)
      if case .unmatched(let near) = match, near.isEmpty { return (local, nil) }
      guard case .matched(let id, _) = match else { return ((match, nil), nil) }
      return ((match, found.first { $0.id == id }), nil)
    } catch let error as any UserFacingError {
      return (local, error)
    }
  }
}

extension MatchCandidate {
  /// Creates a candidate from a film of a source, with those of its titles in other countries that the source states.
  init(_ film: Film, localTitles: [String] = []) {
    self.init(
      id: film.id, title: film.title, originalTitle: film.originalTitle, localTitles: localTitles,
      year: film.year, type: film.type, votes: film.imdbVotes ?? 0, origin: film.origin)
  }
}
