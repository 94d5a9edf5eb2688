package import FilmzDomain
import FilmzExchange
import FilmzServices
import FilmzStore
import Foundation

/// The films of an import with their ids.
struct IdentifiedFilms: Sendable {
  /// The id of each film of the ``ImportCollector``; `nil` for those that are not imported.
  var ids: [FilmID?] = []
  /// The titles and years of films that differ from those in their rows.
  var captions: [Int: Caption] = [:]
  /// The rows of films that are not matched.
  var unmatchedRows: [UnmatchedRow] = []
  /// Own records of films that are not matched.
  var ownRecords: [OwnRecord] = []
  /// Films that a service has found.
  var serviceFilms: [Film] = []
  /// The imported records of films.
  var records: [ImportedRecord] = []
  var comments: [FilmComment] = []
}

extension ImportViewModel {
  /// Finds the films of the files, and reports those that were not found, or found with other titles or years.
  func identify(
    _ content: inout ImportContent, _ request: ImportRequest, _ context: CommandContext,
    _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> IdentifiedFilms {
    let films = content.collector.films
    var identified = IdentifiedFilms()
    identified.ids = films.map { $0.film.preferredID }
    let unknown = films.indices.filter { identified.ids[$0] == nil }
    let matching = TitleMatching(services: services, database: database, context: context) {
      progress(.matching(done: $0, total: unknown.count))
    }
    let result = try await matching.match(unknown.map { films[$0].film })
    let hidden = try await hiddenFilms(result.outcomes.map(\.match))
    for (index, outcome) in zip(unknown, result.outcomes) {
      identified.serviceFilms += [outcome.film].compactMap(\.self)
      switch outcome.match {
      case .matched(let id, let differences):
        identified.ids[index] = id
        guard !differences.isEmpty else { continue }
        identified.captions[index] = films[index].film.caption(differing: differences)
        guard !hidden.contains(id) else { continue }
        content.addLooseMatch(of: films[index], id, differences)
      case .ambiguous(let candidates):
        let shown = candidates.filter { !hidden.contains($0.id) }
        keepUnmatched(index, .ambiguous, shown, request, &content, &identified)
      case .unmatched(let near):
        let shown = near.filter { !hidden.contains($0.id) }
        keepUnmatched(
          index, .init(films[index].film, near: shown), shown, request, &content, &identified)
      }
    }
    content.report.warnings += [result.warning].compactMap(\.self)
    try await identifyMFlix(&content, &identified, context)
    return identified
  }

  /// Finds the films of MFlix's movies without IMDb ids; those that are not found become films with ids of their own.
  ///
  /// Comments are on films of these files, or of files that were imported before.
  private func identifyMFlix(
    _ content: inout ImportContent, _ identified: inout IdentifiedFilms, _ context: CommandContext
  ) async throws {
    let movies = content.movies.map(\.value)
    let unknown = movies.filter { $0.film.ids.isEmpty }
    let matching = TitleMatching(
      services: services, database: database, context: context.offline, report: { _ in })
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
      identified.comments.append(
        comment.value.comment(on: film, id: UUID(ofMFlixComment: comment.value.id)))
    }
  }

  /// Returns the films of some matches that the kids filter hides; they are matched, but not named.
  private func hiddenFilms(_ matches: [FilmMatch]) async throws -> Set<FilmID> {
    guard try await database.openForReading().collection.kidsFilter != nil else { return [] }
    let ids = Set(matches.flatMap(\.films))
    let shown = try await FilmItemAssembler(database: database, lookup: services.lookup)
      .shown(ids.sorted()) { ($0, nil) }
    return ids.subtracting(shown)
  }

  /// Makes an own record of a film that is not matched, or keeps its rows for the file of unmatched rows.
  private func keepUnmatched(
    _ index: Int, _ reason: ImportReport.UnmatchedFilm.Reason, _ candidates: [MatchCandidate],
    _ request: ImportRequest, _ content: inout ImportContent, _ identified: inout IdentifiedFilms
  ) {
    let film = content.collector.films[index]
    if request.keepsUnmatched, let record = OwnRecord(unmatched: film.film) {
      identified.ids[index] = record.film
      identified.ownRecords.append(record)
      return
    }
    content.addUnmatched(film, reason, candidates)
    identified.unmatchedRows += film.rows.map { located in
      UnmatchedRow(
        located.row, reason: reason.text,
        candidates: candidates.map {
          UnmatchedRow.candidate($0.id, title: $0.title, year: $0.year)
        }, file: located.row.unmatchedFile ?? content.fileName(of: located),
        line: located.row.unmatchedLine ?? located.line)
    }
  }
}

extension TitleMatching.Outcomes {
  /// The warning about the failure of the service; `nil` if it did not fail.
  fileprivate var warning: Warning? {
    failure.map { failure in
      Warning(
        failure,
        consequence: "\(skipped.grouped("film")) \(skipped == 1 ? "was" : "were")"
          + " looked for on this computer only")
    }
  }
}

extension MFlixMovie {
  /// The id of the document; without one, the title and the year.
  fileprivate var document: String {
    id.isEmpty ? "\(film.title ?? "")\n\(film.year.map(String.init) ?? "")" : id
  }
}

extension FilmMatch {
  /// The films that the match names.
  fileprivate var films: [FilmID] {
    switch self {
    case .matched(let id, let differences): differences.isEmpty ? [] : [id]
    case .ambiguous(let candidates), .unmatched(let candidates): candidates.map(\.id)
    }
  }
}

extension ImportReport.UnmatchedFilm.Reason {
  /// Creates the reason why a film was not found; `near` are films that could be meant.
  fileprivate init(_ film: NamedFilm, near: [MatchCandidate]) {
    if film.year == nil {
      self = .noYear
    } else {
      self = FilmMatcher.isOtherType(film, among: near) ? .otherType : .unknown
    }
  }

  package var text: String {
    switch self {
    case .unknown: "no film has this title and year"
    case .otherType: "only a film of another type has this title and year"
    case .ambiguous: "several films have this title and year"
    case .noYear: "the row has no year"
    case .commentOnUnknownFilm: "the film of the comment has not been imported"
    }
  }
}

extension NamedFilm {
  /// Returns the title and year of the film that was found, which differ from those of the row.
  fileprivate func caption(differing differences: MatchDifferences) -> Caption? {
    guard let title = differences.titles?.film ?? title else { return nil }
    return Caption(title: title, year: differences.year ?? year)
  }

  /// The id by which the film is imported: that of IMDb if it is known.
  fileprivate var preferredID: FilmID? {
    ids.first { $0.imdbID != nil } ?? ids.first
  }
}

extension OwnRecord {
  /// The UUID namespace of films that imports could not match: 8a3c6f0e-1b52-4d97-a6e4-95d0c7b81f23.
  private static let namespace: [UInt8] = [
    0x8a, 0x3c, 0x6f, 0x0e, 0x1b, 0x52, 0x4d, 0x97, 0xa6, 0xe4, 0x95, 0xd0, 0xc7, 0xb8, 0x1f, 0x23,
  ]

  /// Creates the record of a film that was not matched; `nil` if it has no title.
  ///
  /// The same title, year and type give the same id.
  fileprivate init?(unmatched film: NamedFilm) {
    guard let title = film.title ?? film.originalTitle else { return nil }
    let name = [title, film.year.map(String.init) ?? "", film.type?.rawValue ?? ""]
    let id = UUID(nameBased: Array(name.joined(separator: "\n").utf8), in: Self.namespace)
    var facts: [RecordField: OwnFact] = [.title: .text(title)]
    facts[.year] = film.year.map { .number($0) }
    facts[.type] = film.type.map { .text($0.rawValue) }
    if let original = film.originalTitle, original != title {
      facts[.originalTitle] = .text(original)
    }
    self.init(film: FilmID(unchecked: "own:\(id.uuidString)"), facts: facts)
  }
}

/// The ids of TMDB that files give to films with different IMDb ids.
package struct ContestedIDs: Sendable {
  /// An id, the film that keeps it, and the films that do not.
  package struct ContestedID: Sendable {
    package let id: FilmID
    package fileprivate(set) var owner: FilmID
    /// The other films to which files give the id.
    fileprivate var claimants: Set<FilmID> = []

    package var others: [FilmID] { claimants.subtracting([owner]).sorted() }
  }

  private var byID: [FilmID: ContestedID] = [:]

  /// The ids in their order.
  package var all: [ContestedID] { byID.values.sorted { $0.id < $1.id } }

  /// Records that a file gives a film an id that another film, `owner`, keeps.
  mutating func add(_ id: FilmID, of owner: FilmID, givenTo film: FilmID) {
    byID[id, default: ContestedID(id: id, owner: owner)].owner = owner
    byID[id]?.claimants.insert(film)
  }
}
