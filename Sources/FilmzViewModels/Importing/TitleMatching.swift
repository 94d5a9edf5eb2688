import FilmzDomain
import FilmzExchange
import FilmzServices
import FilmzStore

/// Finds the films that rows name only by title and year: in the collection, the catalog and the own records,
/// then at a service.
struct TitleMatching: Sendable {
  /// The result for one film.
  struct Outcome: Sendable {
    var match: FilmMatch
    /// The matched film if a service found it, because local sources may lack its facts.
    var film: Film?
  }

  /// The results, in the order of the films, and the error of the service.
  struct Outcomes: Sendable {
    var outcomes: [Outcome] = []
    var failure: (any UserFacingError)?
    /// The number of films that were not looked up because of the failure.
    var skipped = 0
  }

  /// The differences of years for which the catalog is searched, if no film of the year has the title.
  private static let yearDifferences = [1, -1, 2, -2]
  private static let maximumRequests = 4

  let services: FilmServices
  let database: CollectionDatabase
  let context: CommandContext
  /// Reports the number of films that have been looked up.
  let report: @Sendable (Int) -> Void

  /// Returns the result for each film.
  func match(_ films: [NamedFilm]) async throws -> Outcomes {
    guard !films.isEmpty else { return Outcomes() }
    let collection = try await collectionCandidates()
    var outcomes: [Outcome] = []
    for (index, film) in films.enumerated() {
      try Task.checkCancellation()
      outcomes.append(Outcome(match: try await localMatch(film, collection)))
      report(index + 1)
    }
    return try await askingService(films, outcomes)
  }

  // MARK: - Local sources

  /// Returns the films of the collection by the keys of their titles.
  private func collectionCandidates() async throws -> [MatchKey: [MatchCandidate]] {
    let captions = try await database.openForReading().collection.withImportReader {
      try $0.captions()
    }
    let candidates = captions.map { id, caption in
      MatchCandidate(id: id, title: caption.title, year: caption.year)
    }
    return Dictionary(grouping: candidates) { MatchKey($0.title) }
  }

  private func localMatch(
    _ film: NamedFilm, _ collection: [MatchKey: [MatchCandidate]]
  ) async throws -> FilmMatch {
    guard let year = film.year else { return .unmatched(near: []) }
    let titles = [film.title, film.originalTitle].compactMap(\.self)
    var candidates = titles.flatMap { collection[MatchKey($0)] ?? [] }
    candidates += try await catalogCandidates(titles, year: year)
    let match = FilmMatcher.match(film, among: candidates)
    guard case .unmatched = match else { return match }
    for difference in Self.yearDifferences {
      candidates += try await catalogCandidates(titles, year: year + difference)
    }
    return FilmMatcher.match(film, among: candidates)
  }

  private func catalogCandidates(
    _ titles: [String], year: Int
  ) async throws -> [MatchCandidate] {
    var candidates: [MatchCandidate] = []
    for title in titles.flatMap(Self.spellings) {
      let films = try await services.sources.withCatalog {
        try await $0.films(titled: title, year: year)
      }.value
      candidates += films.map { MatchCandidate($0, foundBy: title) }
    }
    return try await canonical(candidates)
  }

  /// Returns a title, and its spellings with the article in front and with or without `&`.
  private static func spellings(of title: String) -> [String] {
    let front = title.withLeadingArticle
    guard front == title else { return [title] + spellings(of: front) }
    let words = title.replacing(/\s*&\s*/, with: " and ").replacingPlusBetweenWords(with: "and")
    if words != title { return [title, words] }
    let other = title.replacing(" and ", with: " & ").replacing(" And ", with: " & ")
    return other == title ? [title] : [title, other]
  }

  /// Returns films under their canonical ids.
  private func canonical(_ candidates: [MatchCandidate]) async throws -> [MatchCandidate] {
    guard !candidates.isEmpty else { return [] }
    let ids = try await database.openForReading().collection.canonicalIDs(of: candidates.map(\.id))
    guard !ids.isEmpty else { return candidates }
    return candidates.map { candidate in
      var candidate = candidate
      candidate.id = ids[candidate.id] ?? candidate.id
      return candidate
    }
  }

  // MARK: - Services

  /// Looks up at a service the films that local sources do not have.
  private func askingService(_ films: [NamedFilm], _ local: [Outcome]) async throws -> Outcomes {
    var result = Outcomes(outcomes: local)
    let unknown = films.indices.filter { index in
      guard films[index].year != nil, films[index].title != nil else { return false }
      if case .unmatched = local[index].match { return true }
      return false
    }
    guard !unknown.isEmpty, await services.sources.canUseNetwork(in: context) else { return result }
    var remaining = unknown[...]
    while !remaining.isEmpty {
      let batch = Array(remaining.prefix(Self.maximumRequests))
      let answers = try await batch.concurrentMap(maximumTasks: Self.maximumRequests) { index in
        try await serviceOutcome(films[index], local[index])
      }
      for (index, answer) in zip(batch, answers) {
        switch answer {
        case .success(let outcome): result.outcomes[index] = outcome
        case .failure(let error):
          result.failure = result.failure ?? error
          result.skipped += 1
        }
      }
      remaining = remaining.dropFirst(batch.count)
      report(local.count - remaining.count)
      if result.failure != nil {
        result.skipped += remaining.count
        break
      }
    }
    return result
  }

  private enum Answer: Sendable {
    case success(Outcome)
    case failure(any UserFacingError)
  }

  private func serviceOutcome(_ film: NamedFilm, _ local: Outcome) async throws -> Answer {
    guard let title = film.title?.withLeadingArticle, let year = film.year else {
      return .success(local)
    }
    do {
      let found = try await services.titleLookup.candidates(
        titled: title, year: year, in: context)
      let candidates = try await canonical(found.map { MatchCandidate($0, foundBy: title) })
      let match = FilmMatcher.match(film, among: candidates)
      if case .unmatched(let near) = match, near.isEmpty { return .success(local) }
      guard case .matched(let id, _) = match else { return .success(Outcome(match: match)) }
      return .success(Outcome(match: match, film: found.first { $0.id == id }))
    } catch let error as any UserFacingError {
      return .failure(error)
    }
  }
}

extension MatchCandidate {
  /// Creates a candidate from a film that a source has found by a title.
  fileprivate init(_ film: Film, foundBy title: String) {
    let hasTitle = film.hasOwnTitle(title)
    self.init(
      id: film.id, title: film.title, originalTitle: film.originalTitle,
      localTitles: hasTitle ? [] : [title], year: film.year, type: film.type,
      votes: film.imdbVotes ?? 0)
  }
}
