import FilmzDomain
import FilmzExchange
import Foundation

/// An element of a file, with the index of the file and the line on which the element begins.
struct Located<Value: Sendable>: Sendable {
  let value: Value
  let file: Int
  let line: Int
}

/// The content of the files of an import.
struct ImportContent: Sendable {
  var report = ImportReport()
  var collector: ImportCollector
  /// The subjects in filmz archives.
  private(set) var archived: [Located<ArchivedSubject>] = []
  private(set) var movies: [Located<MFlixMovie>] = []
  private(set) var comments: [Located<MFlixComment>] = []
  /// The number of subjects in archives with an unknown kind or field.
  private var unknownSubjects = 0
  /// The subjects in archives that cannot be used.
  private var unusable: Set<Change.Subject> = []
  /// The number of subjects in archives that were left out because they belong to a subject that cannot be used.
  private var childrenOfUnusable = 0
  /// The groups of the original files of rows in files of unmatched rows, by name; their numbers are negative, to differ
  /// from those of imported files.
  private var groups: [String: Int] = [:]

  /// The files and names of the lists for which it has been reported that a value was left out.
  private var reportedLists: Set<String> = []
  /// The lists of genres and directors so far, so that films with an equal list share its memory.
  private var names: Set<[String]> = []
  /// The film of the last row of which values were left out, and the reasons that have been reported for it.
  private var lastFilm: (film: NamedFilm, problems: Set<RowProblem>)?
  /// The time of the import.
  private let now: Date
  /// The last day that the date of a viewing can be: tomorrow in UTC, which is today in some time zone.
  private let today: PartialDate

  init(includesEpisodes: Bool, known: KnownFilms, now: Date) {
    self.now = now
    today = PartialDate(day: now + 86_400)
    collector = ImportCollector(includesEpisodes: includesEpisodes, known: known)
    report.includesEpisodes = includesEpisodes
  }

  /// Begins a file, and returns its index in the report.
  mutating func begin(_ file: ImportFile, _ source: ImportSource) -> Int {
    if !report.formats.contains(file.format) { report.formats.append(file.format) }
    let archive = source.path.split(separator: "/").last.map(String.init) ?? source.path
    let shortName = file.kind == .archive ? archive : source.shortName
    report.files.append(.init(name: source.name, shortName: shortName.withoutLineBreaks, kind: file.kind))
    return report.files.count - 1
  }

  /// Adds an element of a file.
  ///
  /// - Returns: The reason why the element cannot be used, or `nil`.
  mutating func add(
    _ element: ImportedElement, file index: Int, line: Int, group: Int, of file: ImportFile
  ) -> RowProblem? {
    switch element {
    case .row(let row): return add(row, file: index, line: line, group: group, format: file.format)
    case .list(let named):
      let list = checked(named, file: index, line: line)
      collector.add(list, file: index)
    case .movie(var movie):
      if movie.film.title?.isTooLongTitle == true { return .invalid("title", movie.film.title ?? "") }
      leaveOut(movie.leftOut + movie.removeLongFacts(), file: index, line: line)
      movies.append(Located(value: movie, file: index, line: line))
    case .comment(var comment):
      if let problem = comment.problemOfTexts { return problem }
      leaveOut(comment.leftOut + comment.removeInvalidName(), file: index, line: line)
      comments.append(Located(value: comment, file: index, line: line))
    case .subject(let subject): return add(subject, file: index, line: line)
    }
    return nil
  }

  /// Adds the list of a file without elements if the file is one of Trakt's lists.
  mutating func addEmptyFile(_ index: Int, _ file: ImportFile) {
    guard file.format == .trakt, let list = file.list else { return }
    collector.add(emptyFileOf: list, file: index)
  }

  /// Adds a row without the values that cannot be used; returns the reason why the row cannot be used, or `nil`.
  private mutating func add(
    _ row: ImportedRow, file index: Int, line: Int, group: Int, format: ImportFormat
  ) -> RowProblem? {
    var row = row.cleaned()
    row.film.takeYearFromTitle()
    row.facts.genres = names.insert(row.facts.genres).memberAfterInsert
    row.facts.directors = names.insert(row.facts.directors).memberAfterInsert
    let titles = row.film.removeLongTitles()
    guard !row.film.ids.isEmpty || row.film.title != nil || row.address != nil else { return titles.first ?? .noFilm }
    let problems = row.leftOut + titles + row.removeInvalidValues(after: today)
    leaveOut(problems, of: row.film, file: index, line: line)
    leaveOut(row.removeInvalidValuesOfViewing(after: today), file: index, line: line)
    if let list = row.list, let problem = row.removeInvalidValuesOfList(),
      reportedLists.insert("\(index) \(list.name)").inserted
    {
      leaveOut([problem], file: index, line: line)
    }
    collector.add(Located(value: row, file: index, line: line), group: self.group(of: row) ?? group, format: format)
    return nil
  }

  /// Returns the name and description of a list, without a description that is too long.
  private mutating func checked(_ named: NamedList, file index: Int, line: Int) -> NamedList {
    var list = named.list
    leaveOut(list.description.removeIfTooLong("description"), file: index, line: line)
    return NamedList(list: list, number: named.number, slug: named.slug, isEmpty: named.isEmpty)
  }

  /// Adds to the report why values of a row's film were left out; each reason once for consecutive rows of the same
  /// film.
  ///
  /// In tables of filmz, all rows of a film repeat the values of the film.
  private mutating func leaveOut(_ problems: [RowProblem], of film: NamedFilm, file index: Int, line: Int) {
    guard !problems.isEmpty else { return }
    var reported = lastFilm.flatMap { $0.film == film ? $0.problems : nil } ?? []
    leaveOut(problems.filter { reported.insert($0).inserted }, file: index, line: line)
    lastFilm = (film, reported)
  }

  /// Adds to the report why values of a row were left out.
  private mutating func leaveOut(_ problems: [RowProblem], file index: Int, line: Int) {
    report.unusableValues += problems.map { .init(file: report.files[index].name, line: line, problem: $0) }
  }

  /// Returns the group of the file that originally contained a row that an earlier import could not match; `nil` for
  /// other rows.
  private mutating func group(of row: ImportedRow) -> Int? {
    guard let name = row.originalFile.map(ImportSource.group) else { return nil }
    let group = groups[name] ?? -groups.count - 1
    groups[name] = group
    return group
  }

  /// Adds a subject of an archive, without the values that cannot be used; returns the reason why the subject cannot be
  /// used, or `nil`.
  ///
  /// Subjects of unknown kinds and unknown fields, which later versions may have written, are left out.
  private mutating func add(_ subject: ArchivedSubject, file index: Int, line: Int) -> RowProblem? {
    guard let declaration = SubjectRegistry.standard[subject.kind] else {
      unknownSubjects += 1
      return nil
    }
    var known = subject
    known.fields = subject.fields.filter { declaration.field($0.key) != nil }
    let names = Set(subject.fields.keys).union(subject.invalidValues.keys)
    if names.contains(where: { declaration.field($0) == nil }) { unknownSubjects += 1 }
    guard !belongsToUnusable(known, declaration) else {
      childrenOfUnusable += 1
      return nil
    }
    do {
      let problems = try known.removeInvalidValues(declaration, at: now, today: today)
      leaveOut(problems, file: index, line: line)
    } catch {
      unusable.insert(.init(known.kind, known.id))
      return error
    }
    archived.append(Located(value: known, file: index, line: line))
    return nil
  }

  private func belongsToUnusable(_ subject: ArchivedSubject, _ declaration: JournalSubject) -> Bool {
    !unusable.isEmpty
      && declaration.parents.contains { parent in
        subject.fields[parent.field]?.text.map { unusable.contains(.init(parent.kind, $0)) } ?? false
      }
  }

  /// Completes the content and the report; called after the last file.
  mutating func finish() {
    names = []
    collector.finish()
    if let first = collector.ambiguousRows.first {
      let rows = collector.ambiguousRows.count
      let place = "\(report.files[first.file].name):\(first.line)"
      report.warnings.append(
        .problem(
          rows == 1
            ? "\(place) fits several films with one title and year; it was imported for the first of them"
            : "\(rows.grouped("row")), such as \(place), fit several films with one title and year; they were imported"
              + " for the first of them"))
    }
    leaveOutUntitledFilms()
    report.episodes = collector.episodes
    report.warnings += collector.lists.compactMap(\.content.problemOfName).map { .problem($0) }
    if childrenOfUnusable > 0 {
      let (belongs, was) = childrenOfUnusable == 1 ? ("belongs", "was") : ("belong", "were")
      let count = childrenOfUnusable.grouped("line")
      let cause = "\(count) of the archive \(belongs) to a film or list whose line cannot be used"
      report.warnings.append(.problem("\(cause), and \(was) left out too"))
    }
    if unknownSubjects > 0 {
      let count = unknownSubjects.grouped("line")
      let message = "data in \(count), which this version does not know, was left out"
      report.warnings.append(.problem("a newer version of filmz has made the archive; \(message)"))
    }
  }

  /// Leaves out the records of own films that have no title, unless there is an imported record, which has one.
  private mutating func leaveOutUntitledFilms() {
    let untitled = archived.filter { located in
      located.value.kind == .record && FilmID(unchecked: located.value.id).isOwn && located.value.fields["title"] == nil
    }
    guard !untitled.isEmpty else { return }
    let titled = Set(archived.filter { $0.value.kind == .importedRecord }.map(\.value.id))
    let unusable = untitled.filter { !titled.contains($0.value.id) }
    let ids = Set(unusable.map(\.value.id))
    archived.removeAll { $0.value.kind == .record && ids.contains($0.value.id) }
    report.unreadable += unusable.map {
      .init(file: report.files[$0.file].name, line: $0.line, problem: .missing("title"))
    }
  }

  // MARK: - Report

  /// Adds to the report that a film was matched although its title or year differs.
  mutating func addLooseMatch(of film: ImportedFilm, _ id: FilmID, _ differences: MatchDifferences) {
    guard let row = film.rows.first else { return }
    report.looseMatches.append(
      .init(file: report.files[row.file].name, line: row.line, film: film.film, id: id, differences: differences))
  }

  /// Adds to the report that a film was not matched.
  mutating func addUnmatched(
    _ film: ImportedFilm, _ reason: ImportReport.UnmatchedFilm.Reason, _ candidates: [MatchCandidate]
  ) {
    guard let row = film.rows.first else { return }
    report.unmatched.append(
      .init(
        file: report.files[row.file].name, line: row.line, title: film.film.title ?? film.film.originalTitle,
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
