import FilmzDomain
import FilmzExchange
import FilmzStore
import Foundation

/// Merges the data of files into the collection or, without a transaction, only counts the changes.
struct ImportWriting {
  /// The number of films whose states are read at once.
  private static let chunkSize = 500

  let content: ImportContent
  let identified: IdentifiedFilms
  let request: ImportRequest
  let merge: ImportMerge
  let reader: ImportReader
  /// The transaction that makes the changes; `nil` to only count them.
  let transaction: JournalTransaction?
  let progress: @Sendable (ImportProgress) -> Void
  /// The report of reading the files, to which the changes are added.
  var report: ImportReport
  /// The keys of new lists in ``changedLists`` for a dry run, by their names.
  private var newLists: [String: String] = [:]
  /// The films that are in the collection after the import.
  private(set) var collected: Set<FilmID> = []
  /// The films of the collection of which the files have facts.
  private(set) var filmsWithFacts: [FilmOfFiles] = []
  /// The indices of films whose ``ImportedFilm/nameID`` is used for the viewings of another film.
  var namesOfOthers: Set<Int> = []
  /// The films of the lists that this import has changed, by the id of the list or, for a new list in a dry run, by its
  /// key or name.
  private var changedLists: [String: [FilmID]] = [:]

  init(
    _ content: ImportContent, _ identified: IdentifiedFilms, _ request: ImportRequest, _ reader: ImportReader,
    _ transaction: JournalTransaction?, now: Date, progress: @escaping @Sendable (ImportProgress) -> Void
  ) {
    (self.content, self.identified, self.request) = (content, identified, request)
    (self.reader, self.transaction, self.progress) = (reader, transaction, progress)
    report = content.report
    merge = ImportMerge(
      rule: request.conflictRule, restoresRemoved: request.restoresRemoved, now: now,
      age: { field, subject, imported in try reader.age(of: field, subject, imported: imported) })
  }

  // MARK: - Films

  /// Merges films, which have canonical ids without duplicates.
  mutating func mergeFilms(_ films: [FilmOfFiles]) throws {
    var remaining = films[...]
    while !remaining.isEmpty {
      try Task.checkCancellation()
      try mergeChunk(Array(remaining.prefix(Self.chunkSize)))
      remaining = remaining.dropFirst(Self.chunkSize)
      progress(.saving(done: films.count - remaining.count, total: films.count))
    }
    reader.beginBatch([:])
  }

  private mutating func mergeChunk(_ filmsOfFiles: [FilmOfFiles]) throws {
    let films = filmsOfFiles.map { film in
      var imported = content.film(film, identified)
      if namesOfOthers.contains(film.number) { imported.nameID = nil }
      return (id: film.id, film: imported)
    }
    let states = try reader.states(of: films.map(\.id))
    reader.beginBatch(states)
    var unrecorded: [CollectionEntry] = []
    var results = try films.map { id, film in try merge.merge(film, id, into: states[id] ?? ImportState()) }
    let named = films.indices.filter { films[$0].film.nameID != nil }
    let taken = try reader.filmsOfViewings(
      named.flatMap { results[$0].entry?.viewings.map(\.id) ?? [] }, includesUndone: true)
    for index in named { results[index].entry?.renameViewings { taken[$0].map { $0 != films[index].id } ?? false } }
    for (index, result) in results.enumerated() {
      let (id, film) = films[index]
      let state = states[id]
      if result.isSkipped, !merge.restoresRemoved, try reader.isRemoved(.init(.skip, id.rawValue)) {
        report.counts.removedSince += 1
        continue
      }
      report.counts.add(result, isNew: state?.entry == nil)
      if result.isSkipped {
        let caption = film.film.title.map { Caption(title: $0, year: film.film.year) }
        try transaction?.insertSkip(of: id, caption: caption, platform: nil)
      }
      guard let entry = result.entry else { continue }
      collected.insert(id)
      if !film.facts.isEmpty, !id.isOwn { filmsWithFacts.append(filmsOfFiles[index]) }
      if let old = state?.entry {
        if old != entry { try transaction?.update(old, to: entry) }
      } else if state == nil {
        unrecorded.append(entry)
      } else {
        try transaction?.insert(entry)
      }
    }
    try transaction?.insertUnrecorded(unrecorded)
  }

  // MARK: - Lists

  /// Merges a list; its places have canonical ids of films, and are sorted by their positions, from 1.
  ///
  /// New films are inserted at their positions, or appended if the list is shorter or this import has already added films
  /// to it.
  mutating func mergeList(_ list: ImportCollector.List, _ places: [(film: FilmID, position: Int)]) throws {
    let state = try reader.importedList(
      list.key, formerly: list.formerKey, named: list.name, isDistinct: list.isDistinct)
    guard state != .removed || merge.restoresRemoved else {
      report.counts.removedSince += 1
      return
    }
    let existing = state.list
    let removed = merge.restoresRemoved ? [] : state.removedFilms
    let key = existing?.uuidString ?? keyOfNewList(list)
    let changed = changedLists[key]
    let old = try changed ?? existing.map { try reader.films(of: $0) } ?? []
    var seen = Set(old)
    let missing = places.filter { collected.contains($0.film) && seen.insert($0.film).inserted }
    let added = missing.filter { !removed.contains($0.film) }
    report.counts.removedSince += missing.count - added.count
    var films = old
    for (film, position) in added {
      let index = changed == nil ? min(max(position, 1) - 1, films.count) : films.count
      films.insert(film, at: index)
    }
    let keys = [list.key, list.formerKey].compactMap(\.self)
    let id = try transaction?.importList(keys, into: existing, named: list.name, description: list.description)
    if !added.isEmpty, state.isSameName || existing == nil && changed != nil { try reportJoining(list, with: existing) }
    if !added.isEmpty, let id { try transaction?.setFilms(films, of: id) }
    let isCompleted = try existing.map { try complete($0, with: list) } ?? false
    guard !added.isEmpty || isCompleted || (existing == nil && changed == nil) else { return }
    changedLists[id?.uuidString ?? key] = films
    report.counts.lists = changedLists.count
  }

  /// Returns the key of a new list in ``changedLists`` before it has an id.
  private mutating func keyOfNewList(_ list: ImportCollector.List) -> String {
    let name = ListNames.key(list.name)
    let key = list.isDistinct ? list.key : newLists[name] ?? name
    newLists[name] = newLists[name] ?? key
    return key
  }

  /// Adds to the report that the films of a list were added to another list, `other`, or `nil` for a new one.
  private mutating func reportJoining(_ list: ImportCollector.List, with other: UUID?) throws {
    let name = try other.flatMap { try reader.fields(of: .init(.list, $0.uuidString))?["name"]?.text } ?? list.name
    let file = report.files[list.file].name
    report.warnings.append(
      .problem("the list \"\(list.name)\" of \(file) has the name of another list, and became a part of \"\(name)\""))
  }

  /// Completes an existing list: renames a list that an earlier import has named after its file, and sets a missing
  /// description.
  ///
  /// A name or description that a command has set or removed is kept.
  ///
  /// - Returns: `true` if the list changes.
  private mutating func complete(_ id: UUID, with list: ImportCollector.List) throws -> Bool {
    let subject = Change.Subject(.list, id.uuidString)
    guard merge.rule != .mine, let fields = try reader.fields(of: subject) else { return false }
    var isCompleted = false
    if let name = fields["name"]?.text, name != list.name, list.namesWithoutIndex.contains(name),
      try isFromImport("name", subject), try reader.isListNameFree(list.name, for: id)
    {
      try transaction?.rename(id, to: list.name)
      report.renamedLists.append((name, list.name))
      isCompleted = true
    }
    if let description = list.description, fields["description"]?.text == nil, try isFromImport("description", subject)
    {
      try transaction?.setDescription(description, of: id)
      isCompleted = true
    }
    return isCompleted
  }

  /// Returns whether no command has set the current value of a field.
  private func isFromImport(_ field: String, _ subject: Change.Subject) throws -> Bool {
    if case .moment = try merge.age(field, subject, nil) { return false }
    return true
  }
}

extension CollectionEntry {
  /// Gives other ids to the viewings whose ids are those of viewings of other films.
  ///
  /// An id that was made from a title and a year may have been used for another film, with which an earlier import matched
  /// the row.
  fileprivate mutating func renameViewings(_ isOfOtherFilm: (UUID) -> Bool) {
    for index in viewings.indices where isOfOtherFilm(viewings[index].id) {
      let old = viewings[index]
      let ids = (1...viewings.count + 1).map { Viewing.id(film: id, date: old.date, number: 1_000 + $0) }
      guard let unused = ids.first(where: { id in !viewings.contains { $0.id == id } }) else { continue }
      viewings[index] = old.withID(unused)
    }
  }
}

extension Viewing {
  fileprivate func withID(_ id: UUID) -> Viewing {
    var viewing = Viewing(id: id, film: film, date: date)
    (viewing.rating, viewing.note, viewing.tags, viewing.imported) = (rating, note, tags, imported)
    return viewing
  }
}

extension ImportedList {
  /// The name without line breaks, cut to the maximum length; `Imported list` if it is blank.
  var validName: String {
    let text = name.withoutLineBreaks.trimmed.prefix(TextLimit.nameLength)
    return (try? FilmList.validName(String(text))) ?? "Imported list"
  }

  /// The message about a name that cannot be stored, with the name that the list gets instead; `nil` if it can be stored.
  var problemOfName: String? {
    let line = name.withoutLineBreaks.trimmed
    guard !line.isEmpty, !line.isName else { return nil }
    let result =
      line.hasPrefix(validName)
      ? "it was cut to \(validName.count.grouped) characters" : "the list is named \(validName)"
    return "the name \"\(line.prefix(40))…\" is too long for a list; \(result)"
  }
}

/// The numbers of films and other data that an import has changed.
package struct ImportCounts: Sendable, Hashable {
  /// The number of films that are new to the collection.
  package internal(set) var added = 0
  package internal(set) var changed = 0
  package internal(set) var unchanged = 0
  /// The number of films, viewings and values that were not imported, because a command has removed them since an earlier
  /// import.
  package internal(set) var removedSince = 0
  /// The number of values that replaced other values.
  package internal(set) var replaced = 0
  package internal(set) var viewings = 0
  package internal(set) var lists = 0
  package internal(set) var comments = 0

  /// Adds the changes of a film; `isNew` is `true` if the film was not in the collection before.
  mutating func add(_ result: ImportMerge.Result, isNew: Bool) {
    if result.isSkipped {
      changed += 1
    } else if result.entry == nil || !result.isChanged {
      if result.entry != nil || result.removedSince == 0 { unchanged += 1 }
    } else if isNew {
      added += 1
    } else {
      changed += 1
    }
    removedSince += result.removedSince
    replaced += result.replaced
    viewings += result.viewings
  }
}
