import FilmzDomain
import FilmzExchange
import FilmzServices
import FilmzStore
import Foundation

extension ImportViewModel {
  /// Makes the changes of an import in one step, together with the file of unmatched rows; a dry run only counts them.
  func write(
    _ content: ImportContent, _ identified: IdentifiedFilms, _ request: ImportRequest, _ unmatchedFile: UnmatchedPath?,
    _ context: CommandContext, _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportReport {
    let write: @Sendable (ImportReader, JournalTransaction?) throws -> ImportWriting = { reader, transaction in
      var writing = ImportWriting(
        content, identified, request, reader, transaction, now: context.now, progress: progress)
      try writing.run()
      return writing
    }
    var report = content.report
    let unmatchedRows =
      identified.unmatchedRows + (unmatchedFile == nil ? [] : report.unreadable.map(UnmatchedRow.init))
    if request.isDryRun {
      let collection = try await database.openForReading().collection
      report = try await collection.withImportReader { try write($0, nil).report }
    } else {
      var filmsWithFacts: [FilmOfFiles] = []
      let save = {
        let stores = try await database.openForWriting(at: context.now)
        (report, filmsWithFacts) = try await stores.collection.apply(context.importLine, at: context.now) {
          let writing = try write($0.importReader, $0)
          return (writing.report, writing.filmsWithFacts)
        }
      }
      if let unmatchedFile, !unmatchedRows.isEmpty {
        try await unmatchedFile.write(UnmatchedFile.bytes(unmatchedRows), during: save)
      } else {
        try await save()
      }
      await storeFacts(of: filmsWithFacts, content, identified, fetchedAfter: context.now)
    }
    if !unmatchedRows.isEmpty { report.unmatchedFile = unmatchedFile?.name }
    return report
  }
}

extension ImportViewModel {
  /// Stores the facts in the files about films, and the facts that services returned after a time about films that they
  /// found.
  private func storeFacts(
    of films: [FilmOfFiles], _ content: ImportContent, _ identified: IdentifiedFilms, fetchedAfter time: Date
  ) async {
    await services.lookup.clearMemory()
    for start in stride(from: 0, to: films.count, by: 5_000) {
      let chunk = films[start..<min(films.count, start + 5_000)].compactMap { film in
        let imported = content.film(film, identified)
        return imported.film.title.map {
          Film(id: film.id, title: $0, year: imported.film.year, type: imported.film.type, imported: imported.facts)
        }
      }
      await services.lookup.store(importedFacts: chunk)
    }
    await services.lookup.storeFacts(ofAddedFilms: identified.serviceFilms, fetchedAfter: time)
  }
}

/// A film of an import: its canonical id, and the indices in ``ImportCollector/films`` under which the files have it.
struct FilmOfFiles: Sendable {
  let id: FilmID
  let number: Int
  var others: [Int] = []
}

extension ImportContent {
  /// Returns the data of a film from all files, with the title and year of the film with which it was matched.
  func film(_ film: FilmOfFiles, _ identified: IdentifiedFilms) -> ImportedFilm {
    var imported = self.film(film.number, identified)
    for number in film.others { imported.add(self.film(number, identified)) }
    return imported
  }

  private func film(_ number: Int, _ identified: IdentifiedFilms) -> ImportedFilm {
    var film = collector.films[number]
    guard let caption = identified.captions[number] else { return film }
    (film.film.title, film.film.year) = (caption.title, caption.year)
    return film
  }
}

extension UnmatchedRow {
  fileprivate init(_ row: ImportReport.UnreadableRow) {
    self.init(unreadable: row.rowText ?? "", reason: row.problem.message, file: row.file, line: row.line)
  }
}

extension CommandContext {
  /// The command line for the journal, which recognizes imports by the first word.
  fileprivate var importLine: String { line.hasPrefix("import ") ? line : "import (\(line))" }
}

extension ImportWriting {
  /// Makes the changes or, without a transaction, only counts them.
  mutating func run() throws {
    transaction?.importsValues = request.conflictRule != .theirs
    // The texts of rows, and the notes in archives, have been checked; other values may be those of earlier versions.
    transaction?.acceptsValuesOfEarlierVersions = true
    try identifyNamedFilms()
    let ids = try canonicalIDs()
    report.byTitle = numberOfFilmsByTitle(ids)
    setNamesOfOthers(ids)
    try mergeFilms(filmsByID(ids))
    for list in content.collector.lists {
      let places = list.places.enumerated().sorted {
        ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
      }
      try mergeList(list, places.compactMap { _, place in ids[place.film].map { ($0, place.position) } })
    }
    try transaction?.learnAliases(
      content.collector.films.indices.compactMap { index in
        let film = content.collector.films[index].film
        guard film.ids.count > 1, let id = ids[index], collected.contains(id) else { return nil }
        return (id, film.ids)
      }, foundBy: "import")
    try saveRecords()
    try mergeArchive()
  }

  private mutating func mergeArchive() throws {
    guard !content.archived.isEmpty else { return }
    var archive = try ArchiveMerge(request, reader, transaction, now: merge.now, report.counts)
    try archive.merge(content.archived) { progress(.saving(done: $0, total: content.archived.count)) }
    report.counts = archive.counts
    report.unreadable += archive.problems.map { problem in
      .init(file: report.files[problem.file].name, line: problem.line, problem: problem.value)
    }
  }

  /// Saves the records and comments of MFlix.
  private mutating func saveRecords() throws {
    guard !identified.records.isEmpty || !identified.comments.isEmpty else { return }
    let records = try reader.plan(identified.records, restoresRemoved: request.restoresRemoved)
    try transaction?.perform(records)
    try Task.checkCancellation()
    let comments = try reader.plan(identified.comments, restoresRemoved: request.restoresRemoved)
    try transaction?.perform(comments)
    report.counts.added += records.counts.added
    report.counts.changed += records.counts.changed
    report.counts.unchanged += records.counts.unchanged
    report.counts.comments += comments.counts.added
    report.counts.removedSince += records.counts.removed + comments.counts.removed
  }

  /// Returns the films of the files in the order of their canonical ids, each film once; `ids` has the canonical id of each
  /// film of the files.
  private func filmsByID(_ ids: [FilmID?]) -> [FilmOfFiles] {
    var films: [FilmOfFiles] = []
    var indices: [FilmID: Int] = [:]
    for (number, id) in ids.enumerated() {
      guard let id else { continue }
      if let index = indices[id] {
        films[index].others.append(number)
      } else {
        indices[id] = films.count
        films.append(FilmOfFiles(id: id, number: number))
      }
    }
    // In this order, the indexes of the collection grow at their ends.
    return films.sorted { $0.id < $1.id }
  }

  /// Sets ``namesOfOthers``.
  private mutating func setNamesOfOthers(_ ids: [FilmID?]) {
    var filmsOfNames: [FilmID: FilmID] = [:]
    for (number, (film, id)) in zip(content.collector.films, ids).enumerated() {
      guard let name = film.nameID, let id else { continue }
      if filmsOfNames[name, default: id] != id { namesOfOthers.insert(number) }
      filmsOfNames[name] = filmsOfNames[name] ?? id
    }
  }

  /// Identifies films of the collection that are known by title and year only with films of this import.
  ///
  /// Those are films that this import has matched, or whose ids the user has entered into a file of unmatched rows.
  private func identifyNamedFilms() throws {
    guard let transaction else { return }
    let films = zip(content.collector.films, identified.ids)
    let entered = try films.compactMap { film, id in
      try film.enteredNames.flatMap(nameID).flatMap { name in id.map { (alias: name, film: $0) } }
    }
    var matched = films.enumerated().compactMap { index, pair -> (alias: FilmID, film: FilmID)? in
      guard let name = pair.0.nameID, let id = pair.1, name != id, !identified.otherYears.contains(index) else {
        return nil
      }
      return (name, id)
    }
    // Before the merge, so that the data of both films are merged by the rules of imports.
    if try reader.hasNamedFilms() { matched += namesOfFilmsWithIDs().map { (alias: $0, film: $1) } }
    let collected = try reader.collected((entered + matched).map(\.alias))
    for (alias, film) in entered where collected.contains(alias) { try transaction.identify(alias, film) }
    try transaction.identifyNamed(matched.filter { collected.contains($0.alias) }, foundBy: CollectionStore.titleSource)
  }

  /// Returns the films of the files with ids, by the ids made from their titles and years; titles and years of several
  /// films are left out.
  private func namesOfFilmsWithIDs() -> [FilmID: FilmID] {
    var films: [FilmID: FilmID?] = [:]
    for (film, id) in zip(content.collector.films, identified.ids) where film.nameID == nil {
      // A row with an id that the user has entered identifies only its own film.
      guard let id, let title = film.film.title, film.enteredNames == nil else { continue }
      for name in Film(id: id, title: title, year: film.film.year, type: film.film.type, imported: .init()).nameIDs {
        films[name] = .some(films[name].map { $0 == id ? id : nil } ?? id)
      }
    }
    return films.compactMapValues(\.self)
  }

  /// Returns the id under which an earlier import added a film: the id made with its address if the collection knows it,
  /// otherwise the id made from title and year only.
  private func nameID(_ names: ImportedFilm.EnteredNames) throws -> FilmID {
    guard let own = names.withAddress else { return names.withoutAddress }
    let isKnown = try !reader.collected([own]).isEmpty || reader.canonicalIDs(of: [own])[own] != nil
    return isKnown ? own : names.withoutAddress
  }

  /// Returns the canonical ids of the films of the files; for a film with several ids, its id in the collection.
  ///
  /// Adds to the report the ids that belong to other films, in the files or in the collection.
  private mutating func canonicalIDs() throws -> [FilmID?] {
    let several = content.collector.films.map(\.film).filter { $0.ids.count > 1 }.flatMap(\.ids)
    let names = content.collector.films.compactMap(\.nameID)
    let canonical = try reader.canonicalIDs(of: identified.ids.compactMap(\.self) + several + names)
    let others = (several + names).map { canonical[$0] ?? $0 }
    let collected = others.isEmpty ? [] : try reader.collected(others)
    let known = try filmsOfEarlierImports(canonical, collected)
    let pairs = pairsOfNamesAndFilms(canonical)
    let namesakes = names.isEmpty ? [:] : namesOfFilmsWithIDs()
    report.contestedIDs = content.collector.contestedIDs
    return zip(content.collector.films, identified.ids).map { imported, id in
      let film = imported.film
      guard let id else { return nil }
      let own = canonical[id] ?? id
      // The film of another row of the same title and year is another film.
      if let name = imported.nameID, let known = known[name], known == own || !pairs.contains([name, known]) {
        return known
      }
      if let name = imported.nameID, name == id, let film = namesakes[name] { return canonical[film] ?? film }
      let others = film.ids.map { canonical[$0] ?? $0 }
      for (id, other) in zip(film.ids, others) where other != own && other.imdbID != nil && own.imdbID != nil {
        report.contestedIDs.add(id, of: other, givenTo: own)
      }
      // A film with another IMDb id is another film; the file may be wrong about ids of other sources.
      let collectedID = ([own] + others).first { other in
        collected.contains(other) && (other == own || own.imdbID == nil || other.imdbID == nil)
      }
      return collectedID ?? own
    }
  }

  /// Returns pairs of an id made from title and year, and a film that this import has found for a row with them.
  private func pairsOfNamesAndFilms(_ canonical: [FilmID: FilmID]) -> Set<[FilmID]> {
    let pairs = zip(content.collector.films, identified.ids).compactMap { film, id in
      film.nameID.flatMap { name in id.map { [name, canonical[$0] ?? $0] } }
    }
    return Set(pairs)
  }

  /// Returns the number of films that were not matched, and that the collection knows by title and year only.
  private func numberOfFilmsByTitle(_ ids: [FilmID?]) -> Int {
    let films = content.collector.films
    return films.indices.count { index in
      films[index].nameID != nil && identified.ids[index]?.isNamed == true && ids[index]?.isNamed == true
    }
  }

  /// Returns the films that earlier imports have found for titles and years, by the ids made from title and year.
  ///
  /// The films are recognized by the ids of their viewings or, without such a viewing, by their entries, unless the import
  /// was undone.
  ///
  /// `canonical` has the canonical ids of titles and years that were identified, `collected` the titles and years by which
  /// films of the collection are known.
  private func filmsOfEarlierImports(
    _ canonical: [FilmID: FilmID], _ collected: Set<FilmID>
  ) throws -> [FilmID: FilmID] {
    var films: [FilmID: FilmID] = [:]
    var namesOfViewings: [UUID: FilmID] = [:]
    for film in content.collector.films {
      guard let name = film.nameID else { continue }
      films[name] = canonical[name] ?? (collected.contains(name) ? name : nil)
      guard films[name] == nil else { continue }
      for viewing in film.viewings {
        let date = viewing.content.date
        // An import numbers viewings without a day from 0.
        namesOfViewings[Viewing.id(film: name, date: date, number: date?.isDay == true ? 1 : 0)] = name
      }
      namesOfViewings[Viewing.id(film: name, date: nil, number: 0)] = name
    }
    let matched = try reader.filmsOfViewings(Array(namesOfViewings.keys), includesUndone: false)
    let present = try reader.collected(Array(Set(matched.values)))
    for (viewing, film) in matched where present.contains(film) {
      // If there are several films, each import has to choose the same one.
      if let name = namesOfViewings[viewing] { films[name] = min(films[name] ?? film, film) }
    }
    let unknown = Set(namesOfViewings.values).filter { films[$0] == nil }
    return try films.merging(reader.films(importedAs: unknown.sorted())) { known, _ in known }
  }
}
