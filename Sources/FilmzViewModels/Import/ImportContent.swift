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
  /// The subjects of archives that cannot be used.
  private var unusable: Set<Change.Subject> = []
  /// The number of subjects of archives that belong to one that cannot be used.
  private var childrenOfUnusable = 0
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
      if let problem = row.problemOfTexts { return problem }
      collector.add(
        LocatedRow(file: index, line: line, row: row), group: self.group(of: row) ?? group,
        format: file.format)
    case .list(let list): collector.add(list)
    case .movie(let movie):
      if let problem = movie.problemOfTexts { return problem }
      movies.append(Located(value: movie, file: index, line: line))
    case .comment(let comment):
      if let problem = comment.problemOfTexts { return problem }
      comments.append(Located(value: comment, file: index, line: line))
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
    if let problem = SubjectRegistry.standard.problem(of: change, isNew: true) {
      unusable.insert(change.subject)
      guard case .invalidValue(let field) = problem else {
        return .invalidValue(
          column: problem == .invalidID ? "id" : "fields", value: subject.id.withoutLineBreaks)
      }
      let value = known.fields[field]?.shownText.withoutLineBreaks ?? ""
      return .invalidValue(column: "\(field) of \(subject.id.withoutLineBreaks)", value: value)
    }
    guard !belongsToUnusable(known, declaration) else {
      childrenOfUnusable += 1
      return nil
    }
    archived.append(known)
    return nil
  }

  private func belongsToUnusable(
    _ subject: ArchivedSubject, _ declaration: JournalSubject
  ) -> Bool {
    !unusable.isEmpty
      && declaration.parents.contains { parent in
        subject.fields[parent.field]?.text.map { unusable.contains(.init(parent.kind, $0)) }
          ?? false
      }
  }

  /// Ends the last file.
  mutating func finish() {
    collector.finish()
    report.episodes = collector.episodes
    if childrenOfUnusable > 0 {
      let verb = childrenOfUnusable == 1 ? "belongs" : "belong"
      report.warnings.append(
        .problem(
          "\(childrenOfUnusable.grouped("line")) of the archive \(verb) to a film or list whose line cannot be used, and"
            + " \(childrenOfUnusable == 1 ? "was" : "were") left out too"))
    }
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

extension FieldValue {
  /// The value in an error message.
  fileprivate var shownText: String {
    switch self {
    case .null: ""
    case .integer(let number): String(number)
    case .text(let text): text
    case .list(let texts): texts.first { !$0.isName } ?? texts.joined(separator: ", ")
    }
  }
}

extension ImportedRow {
  /// The reason why a text of the row cannot be stored; `nil` if all can.
  fileprivate var problemOfTexts: RowProblem? {
    let texts: [(String, String?)] = [
      ("note", note), ("note of the viewing", viewing?.note),
      ("description", list?.description), ("name of the list", list?.name),
      ("lists", lists.first(where: \.isTooLong)),
    ]
    if let (column, _) = texts.first(where: { $0.1?.isTooLong == true }) {
      return .textTooLong(column: column)
    }
    if let title = film.title, title.unicodeScalars.count > Caption.maximumTitleLength {
      return .invalidValue(column: "title", value: title.withoutLineBreaks)
    }
    let tags = tags + (viewing?.tags ?? [])
    if let tag = tags.first(where: { !$0.isName }) {
      return .invalidValue(column: "tag", value: tag.withoutLineBreaks)
    }
    guard tags.reduce(0, { $0 + $1.utf8.count }) <= TextLimit.textSize else {
      return .textTooLong(column: "tags")
    }
    guard let recommendedBy, !recommendedBy.isName else { return nil }
    return .invalidValue(column: "recommendedBy", value: recommendedBy.withoutLineBreaks)
  }
}

extension MFlixMovie {
  /// The reason why the texts of the movie cannot be stored; `nil` if they can.
  fileprivate var problemOfTexts: RowProblem? {
    let size = facts.values.reduce(0) { $0 + $1.description.utf8.count }
    return size > TextLimit.textSize ? .textTooLong(column: "movie") : nil
  }
}

extension MFlixComment {
  /// The reason why a text of the comment cannot be stored; `nil` if all can.
  fileprivate var problemOfTexts: RowProblem? {
    if text.isTooLong { return .textTooLong(column: "text") }
    if time.isTooLong { return .textTooLong(column: "date") }
    guard name.utf8.count > TextLimit.nameLength, !name.withoutLineBreaks.isName else { return nil }
    return .invalidValue(column: "name", value: name.withoutLineBreaks)
  }
}

extension String {
  fileprivate var isTooLong: Bool { utf8.count > TextLimit.textSize }
}
