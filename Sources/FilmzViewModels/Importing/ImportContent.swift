import FilmzDomain
import FilmzExchange
import Foundation

/// The content of the files of an import.
struct ImportContent: Sendable {
  /// An element of a file and its place.
  struct Located<Value: Sendable>: Sendable {
    let value: Value
    let file: Int
    let line: Int
  }

  var report = ImportReport()
  private(set) var collector: ImportCollector
  /// The subjects of archives of filmz.
  private(set) var archived: [Located<ArchivedSubject>] = []
  private(set) var movies: [Located<MFlixMovie>] = []
  private(set) var comments: [Located<MFlixComment>] = []
  /// The number of subjects of archives with an unknown kind, field or value.
  private var unknownSubjects = 0
  /// The subjects of archives that cannot be used.
  private var unusable: Set<Change.Subject> = []
  /// The number of subjects of archives that belong to one that cannot be used.
  private var childrenOfUnusable = 0
  /// The numbers of the groups of files in which unmatched rows were found, which are negative.
  private var groups: [String: Int] = [:]

  /// The lists of files of which a value has been left out.
  private var namedLists: Set<String> = []
  /// The film of the last row with a value of the film that was left out, and the reasons for all of these.
  private var lastFilm: (film: NamedFilm, problems: Set<RowProblem>)?
  /// The time of the import.
  private let now: Date
  /// The day after which no viewing can be.
  private let today: PartialDate

  init(includesEpisodes: Bool, aliases: [FilmID: FilmID], now: Date) {
    self.now = now
    today = PartialDate(day: now + 86_400)
    collector = ImportCollector(includesEpisodes: includesEpisodes, aliases: aliases)
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
      return add(row, file: index, line: line, group: group, format: file.format)
    case .list(let named):
      let list = checked(named, file: index, line: line)
      collector.add(list, file: index)
    case .movie(var movie):
      if movie.film.title?.isTooLongTitle == true {
        return .invalid("title", movie.film.title ?? "")
      }
      leaveOut(movie.removeLongFacts(), file: index, line: line)
      movies.append(Located(value: movie, file: index, line: line))
    case .comment(var comment):
      if let problem = comment.problemOfTexts { return problem }
      leaveOut(comment.removeInvalidName(), file: index, line: line)
      comments.append(Located(value: comment, file: index, line: line))
    case .subject(let subject): return add(subject, file: index, line: line)
    }
    return nil
  }

  /// Adds a row without the values that cannot be used; returns the reason why the row cannot be used, or `nil`.
  private mutating func add(
    _ row: ImportedRow, file index: Int, line: Int, group: Int, format: ImportFormat
  ) -> RowProblem? {
    var row = row.cleaned()
    let titles = row.film.removeLongTitles()
    guard !row.film.ids.isEmpty || row.film.title != nil || row.address != nil else {
      return titles.first ?? .noFilm
    }
    // A value cannot be from a future day.
    if let date = row.date, date > today { row.date = nil }
    leaveOut(titles + row.removeInvalidValues(), of: row.film, file: index, line: line)
    leaveOut(row.removeInvalidValuesOfViewing(after: today), file: index, line: line)
    if let list = row.list, let problem = row.removeInvalidValuesOfList(),
      namedLists.insert("\(index) \(list.name)").inserted
    {
      leaveOut([problem], file: index, line: line)
    }
    collector.add(
      LocatedRow(file: index, line: line, row: row), group: self.group(of: row) ?? group,
      format: format)
    return nil
  }

  /// Returns the name of a list without a description that is too long.
  private mutating func checked(_ named: NamedList, file index: Int, line: Int) -> NamedList {
    var list = named.list
    leaveOut(list.description.removeIfTooLong("description"), file: index, line: line)
    return NamedList(
      list: list, number: named.number, slug: named.slug, isEmpty: named.isEmpty)
  }

  /// Adds to the report why values of the film of a row were left out, once for consecutive rows of a film.
  ///
  /// All rows of a film in a table of filmz have the same values of the film.
  private mutating func leaveOut(
    _ problems: [RowProblem], of film: NamedFilm, file index: Int, line: Int
  ) {
    guard !problems.isEmpty else { return }
    var known = lastFilm.flatMap { $0.film == film ? $0.problems : nil } ?? []
    leaveOut(problems.filter { known.insert($0).inserted }, file: index, line: line)
    lastFilm = (film, known)
  }

  /// Adds to the report why values of a row were left out.
  private mutating func leaveOut(_ problems: [RowProblem], file index: Int, line: Int) {
    report.unusableValues += problems.map {
      .init(file: report.files[index].name, line: line, problem: $0)
    }
  }

  /// Returns the group of a row that an earlier import could not match; its file need not be among the imported ones.
  private mutating func group(of row: ImportedRow) -> Int? {
    guard let name = row.unmatchedFile.map(ImportSource.group) else { return nil }
    let group = groups[name] ?? -groups.count - 1
    groups[name] = group
    return group
  }

  /// Adds a subject of an archive; unknown kinds of subjects and fields of later versions are left out.
  private mutating func add(
    _ subject: ArchivedSubject, file index: Int, line: Int
  ) -> RowProblem? {
    guard let declaration = SubjectRegistry.standard[subject.kind] else {
      unknownSubjects += 1
      return nil
    }
    var known = subject
    known.fields = subject.fields.filter { declaration.field($0.key) != nil }
    if known.fields.count < subject.fields.count { unknownSubjects += 1 }
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
    report.warnings += collector.lists.compactMap(\.content.problemOfName).map { .problem($0) }
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
