import FilmzDomain
import FilmzExchange

/// What the files of an import contain.
struct ImportContent: Sendable {
  /// A movie or comment of MFlix and its place.
  struct Located<Value: Sendable>: Sendable {
    let value: Value
    let file: Int
    let line: Int
  }

  var report = ImportReport()
  private(set) var collector: ImportCollector
  /// The subjects of archives of filmz.
  private(set) var archived: [ArchivedSubject] = []
  private(set) var movies: [Located<MFlixMovie>] = []
  private(set) var comments: [Located<MFlixComment>] = []
  /// The number of subjects of archives of which something is not known.
  private var unknownSubjects = 0
  /// The numbers of the groups of files in which unmatched rows were found, which are negative.
  private var groups: [String: Int] = [:]

  /// The day after which no viewing can be.
  private let today: PartialDate

  init(includesEpisodes: Bool, today: PartialDate) {
    self.today = today
    collector = ImportCollector(includesEpisodes: includesEpisodes)
    report.includesEpisodes = includesEpisodes
  }

  /// Begins a file, and returns its index in the report.
  mutating func begin(_ name: String, _ format: ImportFormat) -> Int {
    if !report.formats.contains(format) { report.formats.append(format) }
    report.files.append(.init(name: name))
    return report.files.count - 1
  }

  /// Adds an element of a file.
  ///
  /// - Returns: The reason why the element cannot be used, or `nil`.
  mutating func add(
    _ element: ImportedElement, file index: Int, line: Int, group: Int, of file: ImportFile
  ) -> RowProblem? {
    switch element {
    case .row(let row):
      var row = row.cleaned()
      if let date = row.viewing?.date, date.text.prefix(10) > today.text.prefix(date.text.count) {
        return .invalidValue(column: "date of the viewing", value: date.text)
      }
      // A value cannot be from a day to come.
      if let date = row.date, date > today { row.date = nil }
      guard !row.film.ids.isEmpty || row.film.title != nil || row.address != nil else {
        return .noFilm
      }
      collector.add(
        LocatedRow(file: index, line: line, row: row), group: self.group(of: row) ?? group,
        format: file.format)
    case .movie(let movie): movies.append(Located(value: movie, file: index, line: line))
    case .comment(let comment): comments.append(Located(value: comment, file: index, line: line))
    case .subject(let subject): return add(subject)
    }
    return nil
  }

  /// Returns the group of a row that an earlier import could not match, whose file need not be here.
  private mutating func group(of row: ImportedRow) -> Int? {
    guard let name = row.unmatchedFile.map(ImportSource.group) else { return nil }
    let group = groups[name] ?? -groups.count - 1
    groups[name] = group
    return group
  }

  /// Adds a subject of an archive; subjects and fields that only newer versions know are left out.
  private mutating func add(_ subject: ArchivedSubject) -> RowProblem? {
    guard let declaration = SubjectRegistry.standard[subject.kind] else {
      unknownSubjects += 1
      return nil
    }
    var known = subject
    known.fields = subject.fields.filter { declaration.field($0.key) != nil }
    if known.fields.count < subject.fields.count { unknownSubjects += 1 }
    let change = Change(
      kind: .insert, subject: .init(known.kind, known.id),
      fields: known.fields.mapValues { Change.FieldChange(old: .null, new: $0) })
    guard SubjectRegistry.standard.canApply(change) else {
      return .invalidValue(column: "fields", value: subject.id)
    }
    archived.append(known)
    return nil
  }

  /// Ends the last file.
  mutating func finish() {
    collector.finish()
    report.episodes = collector.episodes
    if unknownSubjects > 0 {
      report.warnings.append(
        .problem(
          "a newer version of filmz has made the archive; \(unknownSubjects.grouped("line")) with data that this"
            + " version does not know, which was left out"))
    }
  }

  // MARK: - Report

  func fileName(of row: LocatedRow) -> String { report.files[row.file].name }

  /// Adds to the report that a film was found although its title or year differs.
  mutating func addLooseMatch(
    of film: ImportedFilm, _ id: FilmID, _ differences: MatchDifferences
  ) {
    guard let row = film.rows.first else { return }
    report.looseMatches.append(
      .init(
        file: fileName(of: row), line: row.line, film: film.film, id: id,
        differences: differences))
  }

  /// Adds to the report that a film was not found.
  mutating func addUnmatched(
    _ film: ImportedFilm, _ reason: ImportReport.UnmatchedFilm.Reason,
    _ candidates: [MatchCandidate]
  ) {
    guard let row = film.rows.first else { return }
    report.unmatched.append(
      .init(
        file: fileName(of: row), line: row.line, title: film.film.title ?? film.film.originalTitle,
        year: film.film.year, reason: reason, candidates: candidates))
  }

  /// Adds to the report that the film of a comment is not in the files.
  mutating func addUnmatched(_ comment: Located<MFlixComment>) {
    report.unmatched.append(
      .init(
        file: report.files[comment.file].name, line: comment.line, title: nil, year: nil,
        reason: .commentOnUnknownFilm, candidates: []))
  }
}
