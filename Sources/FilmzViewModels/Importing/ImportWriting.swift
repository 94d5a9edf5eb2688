import FilmzDomain
import FilmzExchange
import FilmzStore
import Foundation

/// Merges the data of files into the collection, or only counts the changes.
struct ImportWriting {
  private static let chunkSize = 500

  let merge: ImportMerge
  let reader: ImportReader
  /// The step to which changes are added; `nil` to count only.
  let transaction: JournalTransaction?
  /// Reports the number of films that have been merged.
  let report: (Int) -> Void
  private(set) var counts = ImportCounts()
  /// The lists that were named for their files, and their new names.
  private(set) var renamedLists: [(old: String, new: String)] = []
  /// The films that are in the collection after the import.
  private(set) var collected: Set<FilmID> = []
  /// The films of the lists that this import has changed, by the id of the list or, for a new list in a dry run, by its
  /// name.
  private var changedLists: [String: [FilmID]] = [:]

  init(
    rule: ConflictRule, restoresRemoved: Bool, reader: ImportReader,
    transaction: JournalTransaction?, now: Date, report: @escaping (Int) -> Void
  ) {
    merge = ImportMerge(
      rule: rule, restoresRemoved: restoresRemoved, now: now,
      age: { field, subject, imported in
        try reader.age(of: field, subject, imported: imported)
      })
    (self.reader, self.transaction, self.report) = (reader, transaction, report)
  }

  // MARK: - Films

  /// Merges films with canonical ids, each of which occurs once.
  mutating func mergeFilms(_ films: [(id: FilmID, film: ImportedFilm)]) throws {
    var remaining = films[...]
    while !remaining.isEmpty {
      try Task.checkCancellation()
      try mergeChunk(Array(remaining.prefix(Self.chunkSize)))
      remaining = remaining.dropFirst(Self.chunkSize)
      report(films.count - remaining.count)
    }
  }

  private mutating func mergeChunk(_ films: [(id: FilmID, film: ImportedFilm)]) throws {
    let states = try reader.states(of: films.map(\.id))
    var unrecorded: [CollectionEntry] = []
    for (id, film) in films {
      let state = states[id]
      let result = try merge.merge(film, id, into: state ?? ImportState())
      counts.add(result, isNew: state?.entry == nil)
      if result.isSkipped {
        let caption = film.film.title.map { Caption(title: $0, year: film.film.year) }
        try transaction?.insertSkip(of: id, caption: caption, platform: nil)
      }
      guard let entry = result.entry else { continue }
      collected.insert(id)
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

  /// Merges a list, whose films have canonical ids and positions from 1, in the order of these.
  ///
  /// New films are inserted at their positions, or appended if the list is shorter or this import has added others to
  /// it.
  mutating func mergeList(
    _ list: ImportCollector.List, _ places: [(film: FilmID, position: Int)]
  ) throws {
    let state = try reader.importedList(list.key, named: list.name)
    guard state != .removed || merge.restoresRemoved else {
      counts.removedSince += 1
      return
    }
    let existing = state.list
    let removed = merge.restoresRemoved ? [] : state.removedFilms
    let key = existing?.uuidString ?? ListNames.key(list.name)
    let changed = changedLists[key]
    let old = try changed ?? existing.map { try reader.films(of: $0) } ?? []
    var seen = Set(old)
    let missing = places.filter { collected.contains($0.film) && seen.insert($0.film).inserted }
    let added = missing.filter { !removed.contains($0.film) }
    counts.removedSince += missing.count - added.count
    var films = old
    for (film, position) in added {
      let index = changed == nil ? min(max(position, 1) - 1, films.count) : films.count
      films.insert(film, at: index)
    }
    let id = try transaction?.importList(
      list.key, into: existing, named: list.name, description: list.description)
    if !added.isEmpty, let id { try transaction?.setFilms(films, of: id) }
    let isCompleted = try existing.map { try complete($0, with: list) } ?? false
    guard !added.isEmpty || isCompleted || (existing == nil && changed == nil) else { return }
    changedLists[id?.uuidString ?? key] = films
    counts.lists = changedLists.count
  }

  /// Sets the name and the description of an existing list to those of the files if it is named for its file, and only
  /// imports have set the two.
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
      renamedLists.append((name, list.name))
      isCompleted = true
    }
    if let description = list.description, fields["description"]?.text == nil,
      try isFromImport("description", subject)
    {
      try transaction?.setDescription(description, of: id)
      isCompleted = true
    }
    return isCompleted
  }

  /// Returns whether only imports have set the current value of a field.
  private func isFromImport(_ field: String, _ subject: Change.Subject) throws -> Bool {
    if case .moment = try merge.age(field, subject, nil) { return false }
    return true
  }
}

/// The numbers of changes of an import.
struct ImportCounts: Sendable, Hashable {
  var added = 0
  var changed = 0
  var unchanged = 0
  var removedSince = 0
  var replaced = 0
  var viewings = 0
  var lists = 0
  var comments = 0

  fileprivate mutating func add(_ result: ImportMerge.Result, isNew: Bool) {
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

extension ImportedList {
  /// The name without line breaks, cut to the maximum length; `Imported list` if it is blank.
  var validName: String {
    let text = name.withoutLineBreaks.trimmed.prefix(TextLimit.nameLength)
    return (try? FilmList.validName(String(text))) ?? "Imported list"
  }

  /// The message about the name that the list gets if its own cannot be stored; `nil` if it can.
  var problemOfName: String? {
    let line = name.withoutLineBreaks.trimmed
    guard !line.isEmpty, !line.isName else { return nil }
    let result =
      line.hasPrefix(validName)
      ? "it was cut to \(validName.count.grouped) characters" : "the list is named \(validName)"
    return "the name \"\(line.prefix(40))…\" is too long for a list; \(result)"
  }
}

extension ImportCounts {
  static func + (left: Self, right: Self) -> Self {
    var sum = left
    for path in [
      \Self.added, \.changed, \.unchanged, \.removedSince, \.replaced, \.viewings, \.lists,
      \.comments,
    ] {
      sum[keyPath: path] += right[keyPath: path]
    }
    return sum
  }
}
