package import FilmzCatalog
package import FilmzDomain
import FilmzServices
package import FilmzStore
package import Foundation

/// A change of the own record of a film.
package struct RecordEdit: Sendable {
  /// The film after the change.
  package let item: FilmItem
  /// The fields that changed, with the facts that were shown before and that are shown now.
  package let changes: [(field: RecordField, old: OwnFact, new: OwnFact)]
  /// The step in the journal; `nil` if nothing changed.
  package let step: UUID?

  /// The result if nothing changed.
  package static func unchanged(_ item: FilmItem) -> RecordEdit { RecordEdit(item: item, changes: [], step: nil) }
}

/// Creates, edits, and removes own records of films.
package struct RecordViewModel: ViewModel {
  let viewModels: ViewModels

  // MARK: - Creating

  /// Returns the ids and captions of the known films with a title and a year, without hidden ones.
  package func knownFilms(titled title: String, year: Int) async throws -> [(id: FilmID, caption: String)] {
    let catalogFilms = try await services.sources.withCatalog(omitsOwnRecords: true) {
      try await $0.films(titled: title, year: year)
    }.value.filter { $0.year == year && $0.hasOwnTitle(title) }
    var films = Dictionary(catalogFilms.map { ($0.id, $0.caption) }) { first, _ in first }
    let collection = try await database.openForReading().collection
    let key = TextFolding.titleKey(title)
    for (id, caption) in try await collection.captions(titleKey: key, isPrefix: false)
    where caption.year == year { films[id] = caption.text }
    for id in try await collection.importedFilms(titleKey: key, year: year) where films[id] == nil {
      films[id] = Caption(title: title, year: year).text
    }
    for record in try await collection.records(ofYear: year) where record.hasTitle(key, year: year) {
      films[record.film] = Caption(title: title, year: year).text
    }
    return try await assembler.shown(films.sorted { $0.key < $1.key }) { ($0.key, nil) }
      .map { (id: $0.key, caption: $0.value) }
  }

  /// Returns the film with an id, with its facts, if a source knows it; otherwise `nil`.
  ///
  /// - Throws: ``ViewModelError/filmIsHidden``.
  package func knownFilm(_ id: FilmID) async throws -> Film? {
    try await assembler.requireShown([id])
    let item = try await assembler.items([(id, nil)])[0]
    let film = await services.lookup.localFilms([item.id])[item.id] ?? item.film
    return film?.origin == .own ? nil : film
  }

  /// Creates the own record of a film, which must not have one, and selects the film.
  ///
  /// - Parameters:
  ///   - facts: The facts, with a title and a year.
  ///   - id: The id of the film; `nil` for a new one.
  ///   - addsToCollection: `true` to add the film to the collection too.
  ///   - context: The context of the command.
  /// - Returns: The film.
  /// - Throws: ``ViewModelError/recordExists(title:)``, ``ViewModelError/filmIsHidden``,
  ///   ``DomainError/invalidFact(_:value:expected:)``.
  package func make(
    _ facts: [RecordField: OwnFact], id: FilmID?, addsToCollection: Bool, in context: CommandContext
  ) async throws -> FilmItem {
    if let id { try await assembler.requireShown([id]) }
    let filmID =
      if let id { try await assembler.items([(id, nil)])[0].id } else { FilmID(unchecked: "own:\(UUID().uuidString)") }
    let source = id == nil ? nil : await services.lookup.localFilms([filmID])[filmID]
    try Self.check(facts, of: source ?? Film(id: filmID, title: "", year: nil, origin: .own))
    let warnings = try await genreWarnings(facts)
    let film = try await apply(in: context) { transaction in
      let film = try transaction.canonicalID(of: filmID)
      guard try transaction.record(of: film) == nil else {
        throw ViewModelError.recordExists(title: source?.caption ?? film.rawValue)
      }
      let caption = source.map { Caption(title: $0.title, year: $0.year) }
      try transaction.setRecord(OwnRecord(film: film, facts: facts), caption: caption)
      guard addsToCollection, try transaction.entry(film) == nil else { return film }
      let title = facts[.title]?.description ?? film.rawValue
      let year = facts[.year].flatMap { Int($0.description) }
      try transaction.insert(
        CollectionEntry(id: film, caption: Caption(title: title, year: year), addedAt: transaction.now))
      return film
    }
    warnings.forEach(database.warnings.add)
    return try await selectWithFacts(film)
  }

  /// Creates an own record with the id `id` for a film that is known by title and year only, and makes it the film's id.
  func identify(_ item: FilmItem, asOwnFilm id: FilmID, in context: CommandContext) async throws -> ChangeOutcome {
    var facts: [RecordField: OwnFact] = [.title: .text(item.name), .type: .text((item.type ?? .movie).rawValue)]
    facts[.year] = item.year.map { .integer(Int64($0)) }
    let record = OwnRecord(film: id, facts: facts)
    let step = try await apply(in: context) { transaction in
      try transaction.setRecord(record, caption: nil)
      try transaction.identify(item.id, id)
      return transaction.stepID
    }
    await services.lookup.clearMemory()
    var outcome = ChangeOutcome(items: try await assembler.items([(id, nil)]))
    outcome.step = step
    return outcome
  }

  /// Returns warnings about the genres among facts that neither IMDb nor any locally known film has.
  private func genreWarnings(_ facts: [RecordField: OwnFact]) async throws -> [Warning] {
    guard case .list(let genres) = facts[.genres] else { return [] }
    var warnings: [Warning] = []
    for genre in genres {
      var filter = FilmFilter()
      filter.genres = [[genre]]
      do {
        try await filterCheck.requireKnownGenres(filter)
      } catch DomainError.unknownGenre(_, let near) {
        let question = near.map { "; did you mean \($0)?" } ?? ""
        warnings.append(
          .problem("no other film has the genre \"\(genre)\"" + question, consequence: "it is stored as typed"))
      }
    }
    return warnings
  }

  /// Checks that facts, together with those that are shown now, make a valid film: required facts are present, and the
  /// last year is not before the first one.
  ///
  /// - Throws: ``DomainError/invalidFact(_:value:expected:)``.
  private static func check(_ facts: [RecordField: OwnFact], of shown: Film) throws(DomainError) {
    for field in shown.fieldsOnlyOwn where facts[field] == .null {
      throw .invalidFact(field, value: "none", expected: "a value: no source knows the film")
    }
    let film = shown.applying(OwnRecord(film: shown.id, facts: facts))
    guard let year = film.year, let endYear = film.endYear, endYear < year else { return }
    if facts[.endYear] != nil { throw .invalidFact(.endYear, value: "\(endYear)", expected: "\(year) or a later year") }
    if facts[.year] != nil { throw .invalidFact(.year, value: "\(year)", expected: "\(endYear) or an earlier year") }
  }

  // MARK: - Editing

  /// Returns a film with all facts that are known without the network, and the facts of its own record.
  ///
  /// - Throws: ``ViewModelError/noFacts(id:)`` if nothing is known about the film.
  package func film(_ item: FilmItem) async throws -> (film: Film, own: [RecordField: OwnFact]) {
    let known = await services.lookup.localFilms([item.id])[item.id] ?? item.film ?? item.namedFilm
    guard let known else { throw ViewModelError.noFacts(id: item.id.rawValue) }
    let records = try await database.openForReading().collection.records([item.id])
    return (known, records[item.id]?.facts ?? [:])
  }

  /// Sets facts of a film's own record, except those that are shown already, and removes other facts from it.
  ///
  /// - Parameters:
  ///   - facts: The facts to set.
  ///   - reverted: The fields whose facts are removed from the own record, so that those of the sources are shown.
  ///   - item: The film.
  ///   - context: The context of the command.
  /// - Returns: The film and the changes.
  /// - Throws: ``ViewModelError/noFacts(id:)``, ``ViewModelError/recordGone(title:)`` if the film has an own id and its
  ///   record does not exist any more, ``DomainError/invalidFact(_:value:expected:)``.
  package func edit(
    _ facts: [RecordField: OwnFact], reverting reverted: Set<RecordField> = [], of item: FilmItem,
    in context: CommandContext
  ) async throws -> RecordEdit {
    let (shown, _) = try await film(item)
    try Self.check(facts, of: shown)
    let warnings = try await genreWarnings(facts)
    let step = try await apply(in: context) { transaction in
      let id = try transaction.canonicalID(of: item.id)
      let old = try transaction.record(of: id)
      guard old != nil || !id.isOwn || shown.origin == .mflix else {
        throw ViewModelError.recordGone(title: item.caption)
      }
      var record = old ?? OwnRecord(film: id, facts: [:])
      for (field, fact) in facts where shown.fact(field) != fact { record.facts[field] = fact }
      for field in reverted { record.facts[field] = nil }
      guard record != old, old != nil || !record.facts.isEmpty else { return transaction.stepID }
      let caption = old == nil ? Caption(title: shown.title, year: shown.year) : nil
      try transaction.setRecord(record, caption: caption)
      return transaction.stepID
    }
    if step != nil { warnings.forEach(database.warnings.add) }
    let changed = step == nil ? item : try await selectWithFacts(item.id)
    let fields = RecordField.allCases.filter { facts[$0] != nil || reverted.contains($0) }
    let new = changed.film ?? shown
    let changes = fields.map { ($0, shown.fact($0), new.fact($0)) }.filter { $0.1 != $0.2 }
    return RecordEdit(item: changed, changes: changes, step: step)
  }

  /// Removes a film that no source knows: its own and imported records, its entry, its skip, its places in lists, and
  /// the user's and imported comments on it.
  ///
  /// - Throws: ``ViewModelError/recordGone(title:)`` if there are no such records.
  package func remove(_ item: FilmItem, in context: CommandContext) async throws {
    try await apply(in: context) { transaction in
      let id = try transaction.canonicalID(of: item.id)
      guard try transaction.record(of: id) != nil || transaction.hasImportedRecord(of: id) else {
        throw ViewModelError.recordGone(title: item.caption)
      }
      if try transaction.entry(id) != nil { try transaction.delete(id) }
      try transaction.deleteSkip(of: id)
      let mflix = Film.Origin.mflix.rawValue
      for comment in try transaction.comments(of: id)
      where comment.isMine || comment.source == mflix { try transaction.deleteComment(comment.id) }
      try transaction.deleteRecord(of: id)
      try transaction.deleteImportedRecord(of: id)
    }
    await state.deselect(item.id)
  }

  /// Removes the imported record of a film.
  package func removeImported(_ item: FilmItem, in context: CommandContext) async throws {
    try await apply(in: context) { transaction in
      try transaction.deleteImportedRecord(of: transaction.canonicalID(of: item.id))
    }
  }

  // MARK: - Listing

  /// Makes the films with own records the result set, sorted by title, and returns a page of it.
  package func list(page: Int, pageSize: Int?, in context: CommandContext) async throws -> ResultPage {
    let ids = try await database.openForReading().collection.idsOfRecords()
    return try await viewModels.search.list(ids, page: page, pageSize: pageSize, in: context)
  }

  /// Selects a film, and returns it with its current facts.
  private func selectWithFacts(_ id: FilmID) async throws -> FilmItem {
    var item = try await assembler.items([(id, nil)])[0]
    item.film = await services.lookup.localFilms([item.id])[item.id] ?? item.film
    await state.select(item.id, name: item.name)
    return item
  }
}

extension FilmItem {
  /// The facts of a film that is known by title and year only; `nil` for others.
  fileprivate var namedFilm: Film? {
    guard id.isNamed, let title else { return nil }
    return Film(id: id, title: title, year: year, type: type, origin: .own)
  }
}

extension OwnRecord {
  /// Returns whether `key` is the folded form of the record's title, and `year` its year.
  fileprivate func hasTitle(_ key: String, year: Int) -> Bool {
    guard case .text(let title) = facts[.title] else { return false }
    return facts[.year] == .integer(Int64(year)) && TextFolding.titleKey(title) == key
  }
}

extension RecordIndexPair {
  /// Creates the indexes of the records in a collection.
  package init(_ database: CollectionDatabase, paths: Paths) {
    self.init(
      own: RecordIndex(
        .own, file: paths.recordIndex, revision: { try await database.openForReading().collection.revisionOfRecords() },
        films: { try await database.openForReading().collection.filmsOfRecords() }),
      imported: RecordIndex(
        .imported, file: paths.importedRecordIndex,
        revision: { try await database.openForReading().collection.revisionOfImportedRecords() },
        films: { try await database.openForReading().collection.filmsOfImportedRecords() }))
  }
}
