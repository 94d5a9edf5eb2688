import FilmzDomain
import FilmzExchange
import FilmzServices
import FilmzStore
import Foundation
import Synchronization

extension ImportViewModel {
  /// Writes everything in one step, together with the file of unmatched rows; a dry run only counts.
  func write(
    _ content: inout ImportContent, _ identified: IdentifiedFilms, _ request: ImportRequest,
    _ unmatchedFile: UnmatchedPath, _ context: CommandContext,
    _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws {
    let save = ImportSaving(
      content: content, identified: identified, request: request, now: context.now,
      progress: progress)
    if !identified.unmatchedRows.isEmpty { content.report.unmatchedFile = unmatchedFile.name }
    let outcome = Mutex(ImportSaving.Outcome())
    content.report.isDryRun = request.isDryRun
    if request.isDryRun {
      let collection = try await database.openForReading().collection
      let result = try await collection.withImportReader { try save.run($0, nil) }
      outcome.withLock { $0 = result }
    } else {
      let save = {
        let stores = try await database.openForWriting(at: context.now)
        let result = try await stores.collection.apply(context.importLine, at: context.now) {
          try save.run($0.importReader, $0)
        }
        outcome.withLock { $0 = result }
      }
      if identified.unmatchedRows.isEmpty {
        try await save()
      } else {
        try await unmatchedFile.write(
          UnmatchedFile.bytes(identified.unmatchedRows), during: save)
      }
      await services.lookup.clearMemory()
      await services.lookup.storeFacts(ofAddedFilms: identified.serviceFilms)
    }
    content.report.add(outcome.withLock { $0.counts })
    content.report.unreadable += outcome.withLock { $0.problems }.map { problem in
      .init(
        file: content.report.files[problem.file].name, line: problem.line, problem: problem.value)
    }
    content.report.contestedIDs = outcome.withLock { $0.contestedIDs }
    content.report.renamedLists = outcome.withLock { $0.renamedLists }
    content.report.ownRecords = identified.ownRecords.count
  }
}

/// The changes of an import, which are made within one transaction.
private struct ImportSaving: Sendable {
  struct Outcome: Sendable {
    var counts = ImportCounts()
    var contestedIDs = ContestedIDs()
    /// The reasons why subjects of archives were left out.
    var problems: [ImportContent.Located<RowProblem>] = []
    var renamedLists: [(old: String, new: String)] = []
  }

  let content: ImportContent
  let identified: IdentifiedFilms
  let request: ImportRequest
  let now: Date
  let progress: @Sendable (ImportProgress) -> Void

  /// Makes the changes, or only counts them if `transaction` is `nil`.
  func run(_ reader: ImportReader, _ transaction: JournalTransaction?) throws -> Outcome {
    transaction?.importsValues = request.conflictRule != .theirs
    // The texts of rows and of notes in archives have been checked; other values can be of earlier versions.
    transaction?.acceptsValuesOfEarlierVersions = true
    try addOwnRecords(reader, transaction)
    let (films, ids, contestedIDs) = try filmsByID(reader)
    var writing = ImportWriting(
      rule: request.conflictRule, restoresRemoved: request.restoresRemoved, reader: reader,
      transaction: transaction, now: now,
      report: { [progress] in progress(.saving(done: $0, total: films.count)) })
    try writing.mergeFilms(films)
    for list in content.collector.lists {
      let places = list.places.enumerated().sorted {
        ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
      }
      try writing.mergeList(
        list,
        places.compactMap { _, place in ids[place.film].map { ($0, place.position) } })
    }
    try transaction?.learnAliases(
      content.collector.films.indices.compactMap { index in
        let film = content.collector.films[index].film
        guard film.ids.count > 1, let id = ids[index], writing.collected.contains(id) else {
          return nil
        }
        return (id, film.ids)
      }, foundBy: "import")
    let counts = try writing.counts + saveRecords(reader, transaction)
    var outcome = Outcome(
      counts: counts, contestedIDs: contestedIDs, renamedLists: writing.renamedLists)
    guard !content.archived.isEmpty else { return outcome }
    var archive = try ArchiveMerge(
      rule: request.conflictRule, restoresRemoved: request.restoresRemoved, reader: reader,
      transaction: transaction, now: now)
    try archive.merge(content.archived) { [progress] in
      progress(.saving(done: $0, total: content.archived.count))
    }
    outcome.problems = archive.problems
    outcome.counts = counts + archive.counts
    return outcome
  }

  /// Saves imported records and comments of others.
  private func saveRecords(
    _ reader: ImportReader, _ transaction: JournalTransaction?
  ) throws -> ImportCounts {
    guard !identified.records.isEmpty || !identified.comments.isEmpty else {
      return ImportCounts()
    }
    let records = try reader.plan(identified.records, restoresRemoved: request.restoresRemoved)
    try transaction?.perform(records)
    try Task.checkCancellation()
    let comments = try reader.plan(
      identified.comments, restoresRemoved: request.restoresRemoved)
    try transaction?.perform(comments)
    var counts = ImportCounts()
    counts.added = records.counts.added
    counts.changed = records.counts.changed
    counts.unchanged = records.counts.unchanged
    counts.comments = comments.counts.added
    counts.removedSince = records.counts.removed + comments.counts.removed
    return counts
  }

  /// Returns the films in the order of their canonical ids, the canonical id of each film of the files, and the
  /// contested ids.
  private func filmsByID(
    _ reader: ImportReader
  ) throws -> (
    films: [(id: FilmID, film: ImportedFilm)], ids: [FilmID?], contestedIDs: ContestedIDs
  ) {
    let (ids, contestedIDs) = try canonicalIDs(reader)
    var films: [(id: FilmID, film: ImportedFilm)] = []
    var indices: [FilmID: Int] = [:]
    for (number, (film, id)) in zip(content.collector.films, ids).enumerated() {
      guard let id else { continue }
      var film = film
      if let caption = identified.captions[number] {
        film.film.title = caption.title
        film.film.year = caption.year
      }
      if let index = indices[id] {
        films[index].film.add(film)
      } else {
        indices[id] = films.count
        films.append((id, film))
      }
    }
    // In this order, the indexes of the collection grow at their ends.
    films.sort { $0.id < $1.id }
    return (films, ids, contestedIDs)
  }

  /// Returns the canonical ids of the films of the files; of a film with several ids, that of the collection.
  ///
  /// The contested ids belong to other films, in the files or in the collection.
  private func canonicalIDs(
    _ reader: ImportReader
  ) throws -> (ids: [FilmID?], contestedIDs: ContestedIDs) {
    let films = content.collector.films.map(\.film)
    let several = films.filter { $0.ids.count > 1 }.flatMap(\.ids)
    let canonical = try reader.canonicalIDs(of: identified.ids.compactMap(\.self) + several)
    let collected =
      several.isEmpty ? [] : try reader.collected(several.map { canonical[$0] ?? $0 })
    var contestedIDs = content.collector.contestedIDs
    let ids: [FilmID?] = zip(films, identified.ids).map { film, id in
      guard let id else { return nil }
      let own = canonical[id] ?? id
      let others = film.ids.map { canonical[$0] ?? $0 }
      for (id, other) in zip(film.ids, others)
      where other != own && other.imdbID != nil && own.imdbID != nil {
        contestedIDs.add(id, of: other, givenTo: own)
      }
      // An id of IMDb in the file decides; another source can be wrong about its own ids.
      return ([own] + others).first {
        collected.contains($0) && ($0 == own || own.imdbID == nil || $0.imdbID == nil)
      } ?? own
    }
    return (ids, contestedIDs)
  }

  private func addOwnRecords(
    _ reader: ImportReader, _ transaction: JournalTransaction?
  ) throws {
    guard let transaction else { return }
    for record in identified.ownRecords where try transaction.record(of: record.film) == nil {
      try transaction.setRecord(record, caption: nil)
    }
  }
}

extension CommandContext {
  /// The command line for the journal, which recognizes imports by its first word.
  fileprivate var importLine: String {
    line.hasPrefix("import ") ? line : "import (\(line))"
  }
}

extension ImportReport {
  fileprivate mutating func add(_ counts: ImportCounts) {
    added = counts.added
    changed = counts.changed
    unchanged = counts.unchanged
    removedSince = counts.removedSince
    replaced = counts.replaced
    viewings = counts.viewings
    lists = counts.lists
    comments = counts.comments
  }
}
