package import FilmzDomain
import FilmzExchange
import FilmzStore
import Foundation

/// The ids of the films of an import, and the other results of identifying them.
struct IdentifiedFilms: Sendable {
  /// The id of each film of ``ImportCollector/films``; `nil` for a film without an id and a title.
  var ids: [FilmID?] = []
  /// The titles and years that differ from those in the rows, by the index of the film in ``ImportCollector/films``.
  var captions: [Int: Caption] = [:]
  /// The indices of films that were matched although their year is not that of the row.
  var otherYears: Set<Int> = []
  /// The rows of films that were not matched.
  var unmatchedRows: [UnmatchedRow] = []
  /// The films that a service has found, with their facts.
  var serviceFilms: [Film] = []
  /// The records of MFlix's movies.
  var records: [ImportedRecord] = []
  var comments: [FilmComment] = []
}

extension ImportViewModel {
  /// Identifies the films of the files, and reports those that were not matched, or matched with another title or year.
  func identify(
    _ content: inout ImportContent, _ request: ImportRequest, _ context: CommandContext,
    _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> IdentifiedFilms {
    let films = content.collector.films
    var identified = IdentifiedFilms()
    identified.ids = films.map { $0.film.preferredID }
    let unknown = films.indices.filter { identified.ids[$0] == nil }
    let matching = TitleMatching(viewModels: viewModels, context: context) {
      progress(.matching(done: $0, total: unknown.count))
    }
    let result = try await matching.match(unknown.map { films[$0].film })
    let hidden = try await hiddenFilms(result.outcomes.map(\.match))
    let collected = try await collectedCandidates(result.outcomes.map(\.match))
    for (index, outcome) in zip(unknown, result.outcomes) {
      identified.serviceFilms += [outcome.film].compactMap(\.self)
      switch outcome.match {
      case .matched(let id, let differences):
        identified.ids[index] = id
        guard !differences.isEmpty else { continue }
        if differences.year != nil, films[index].film.year != nil { identified.otherYears.insert(index) }
        identified.captions[index] = films[index].film.caption(differing: differences)
        guard !hidden.contains(id) else { continue }
        content.addLooseMatch(of: films[index], id, differences)
      case .ambiguous(let candidates):
        if let id = candidates.sole(in: collected, of: films[index].film.year) {
          identified.ids[index] = id
          continue
        }
        let shown = candidates.filter { !hidden.contains($0.id) }
        addUnmatched(index, .ambiguous, shown, request, &content, &identified)
      case .unmatched(let near):
        let shown = near.filter { !hidden.contains($0.id) }
        addUnmatched(index, .init(films[index].film, near: shown), shown, request, &content, &identified)
      }
    }
    content.report.warnings += [result.warning].compactMap(\.self)
    try await identifyMFlix(&content, &identified, context)
    return identified
  }

  /// Gives films the ids under which earlier imports have distinguished them from others with the same title and year.
  func useNamesWithAddresses(_ content: inout ImportContent) async throws {
    let names = content.collector.namesWithAddresses
    guard !names.isEmpty else { return }
    let known = try await database.openForReading().collection.withImportReader { reader in
      try reader.collected(names).union(reader.canonicalIDs(of: names).keys)
    }
    content.collector.useNamesWithAddresses(known)
  }

  /// Identifies the films of MFlix's movies, and the films of comments, whose movies are in this import or an earlier one.
  ///
  /// A movie without an IMDb id that is not matched gets an id made from its document.
  private func identifyMFlix(
    _ content: inout ImportContent, _ identified: inout IdentifiedFilms, _ context: CommandContext
  ) async throws {
    let movies = content.movies.map(\.value)
    let unknown = movies.filter { $0.film.ids.isEmpty }
    let matching = TitleMatching(viewModels: viewModels, context: context.offline, report: { _ in })
    let outcomes = try await matching.match(unknown.map(\.film)).outcomes
    var ids: [String: FilmID] = [:]
    for (movie, outcome) in zip(unknown, outcomes) {
      guard case .matched(let id, _) = outcome.match else { continue }
      ids[movie.document] = id
    }
    for movie in movies {
      let id = movie.film.preferredID ?? ids[movie.document] ?? FilmID(ofMFlixMovie: movie.document)
      ids[movie.document] = id
      identified.records.append(movie.record(of: id))
    }
    let others = Set(content.comments.map(\.value.movie)).filter { ids[$0] == nil }
    if !others.isEmpty {
      let known = try await database.openForReading().collection.withImportReader {
        try $0.films(ofDocuments: others.sorted())
      }
      ids.merge(known) { own, _ in own }
    }
    for comment in content.comments {
      guard let film = ids[comment.value.movie] else {
        content.addUnmatched(comment)
        continue
      }
      identified.comments.append(comment.value.comment(on: film, id: UUID(ofMFlixComment: comment.value.id)))
    }
  }

  /// Returns the films of the collection among the candidates of ambiguous matches.
  private func collectedCandidates(_ matches: [FilmMatch]) async throws -> Set<FilmID> {
    let ids = matches.flatMap { if case .ambiguous(let films) = $0 { films.map(\.id) } else { [FilmID]() } }
    guard !ids.isEmpty else { return [] }
    return try await database.openForReading().collection.withImportReader { try $0.collected(ids) }
  }

  /// Returns the films in some matches that the kids filter hides; they are matched like others, but the report does not
  /// name them.
  private func hiddenFilms(_ matches: [FilmMatch]) async throws -> Set<FilmID> {
    guard try await database.openForReading().collection.hidesFilms else { return [] }
    let ids = Set(matches.flatMap(\.films))
    return ids.subtracting(try await assembler.shown(ids.sorted()) { ($0, nil) })
  }

  /// Gives a film that was not matched the id made from its title and year, and reports its rows if the request asks for a
  /// file of them.
  private func addUnmatched(
    _ index: Int, _ reason: ImportReport.UnmatchedFilm.Reason, _ candidates: [MatchCandidate],
    _ request: ImportRequest, _ content: inout ImportContent, _ identified: inout IdentifiedFilms
  ) {
    let film = content.collector.films[index]
    identified.ids[index] = film.nameID
    guard film.nameID == nil || request.unmatchedFile != nil else { return }
    content.addUnmatched(film, reason, candidates)
    identified.unmatchedRows += film.rows.map { located in
      UnmatchedRow(
        located.value, reason: reason.rawValue,
        candidates: candidates.map { UnmatchedRow.candidate($0.id, title: $0.title, year: $0.year) },
        file: located.value.originalFile ?? content.report.files[located.file].name,
        line: located.value.originalLine ?? located.line)
    }
  }
}

extension [MatchCandidate] {
  /// Returns the only candidate that the collection has, which an earlier import may have added for the same row; `nil` if
  /// there are several, or if it has another year.
  fileprivate func sole(in collected: Set<FilmID>, of year: Int?) -> FilmID? {
    let known = filter { collected.contains($0.id) }
    return known.count == 1 && known[0].year == year ? known[0].id : nil
  }
}

extension TitleMatching.Result {
  /// The warning about the failure of the service; `nil` if it did not fail.
  fileprivate var warning: Warning? {
    let verb = skipped == 1 ? "was" : "were"
    let consequence = "\(skipped.grouped("film")) \(verb) looked for on this computer only"
    return failure.map { Warning($0, consequence: consequence) }
  }
}

extension MFlixMovie {
  /// The key of the document: its id or, without one, the title and the year.
  fileprivate var document: String { id.isEmpty ? "\(film.title ?? "")\n\(film.year.map(String.init) ?? "")" : id }
}

extension FilmMatch {
  /// The films that the report of the match names.
  fileprivate var films: [FilmID] {
    switch self {
    case .matched(let id, let differences): differences.isEmpty ? [] : [id]
    case .ambiguous(let candidates), .unmatched(let candidates): candidates.map(\.id)
    }
  }
}

extension ImportReport.UnmatchedFilm.Reason {
  /// Creates the reason why a film was not matched; `near` are films with a similar title.
  fileprivate init(_ film: NamedFilm, near: [MatchCandidate]) {
    if film.year == nil {
      self = .noYear
    } else {
      self = FilmMatcher.hasFilmOfOtherType(film, among: near) ? .otherType : .unknown
    }
  }
}

extension NamedFilm {
  /// Returns the title and year of a matched film that differs from the row; `nil` if no title is known.
  fileprivate func caption(differing differences: MatchDifferences) -> Caption? {
    guard let title = differences.titles?.film ?? title else { return nil }
    return Caption(title: title, year: differences.year ?? year)
  }

  /// The id under which the film is imported: the IMDb id or, without one, the first id.
  fileprivate var preferredID: FilmID? { idOfIMDb ?? ids.first }
}

/// An id of TMDB that the files of an import give to several films.
package struct ContestedID: Sendable {
  package let id: FilmID
  /// The film that keeps the id, which is the id itself for a film without an IMDb id.
  package fileprivate(set) var owner: FilmID
  /// The films to which files give the id.
  fileprivate var claimants: Set<FilmID> = []

  /// The films to which files give the id, without the film that keeps it, sorted.
  package var others: [FilmID] { claimants.subtracting([owner]).sorted() }
}

extension [FilmID: ContestedID] {
  /// Records that a file gives an id to a film, but another film, `owner`, keeps it.
  mutating func add(_ id: FilmID, of owner: FilmID, givenTo film: FilmID) {
    self[id, default: ContestedID(id: id, owner: owner)].owner = owner
    self[id]?.claimants.insert(film)
  }
}
