import FilmzDomain
import FilmzExchange
import FilmzStore
import Foundation

/// Merges the data about a film from files into the user's data about it.
///
/// Source: contract, Import.
struct ImportMerge {
  /// The user's data about a film after an import, and the numbers of changes.
  struct Result {
    /// The entry; `nil` if the film is not in the collection after the import.
    var entry: CollectionEntry?
    /// `true` if the film becomes skipped.
    var isSkipped = false
    /// `true` if the user's data changes.
    var isChanged = false
    var viewings = 0
    var replaced = 0
    /// The number of films, viewings and values that a command has removed since an earlier import.
    var removedSince = 0
  }

  let rule: ConflictRule
  /// `true` to add again the data that was removed since an earlier import.
  let restoresRemoved: Bool
  let now: Date
  /// Returns the age of a value; `imported` is the day of the value in the file from which it was imported, if it was.
  let age: (_ field: String, _ subject: Change.Subject, _ imported: PartialDate?) throws -> ValueAge

  /// Merges the data about a film, which has the canonical id `id`, into its current state.
  func merge(_ imported: ImportedFilm, _ id: FilmID, into state: ImportState) throws -> Result {
    if imported.isSkipped == true, !imported.isSeen {
      return Result(entry: state.entry, isSkipped: state.entry == nil && !state.isSkipped)
    }
    if state.entry == nil {
      if state.isRemoved, !restoresRemoved { return Result(removedSince: 1) }
      if state.isSkipped, !imported.isSeen, imported.viewings.isEmpty { return Result() }
    }
    var filmMerge = FilmMerge(merge: self, id: id, state: state, imported: imported)
    try filmMerge.run()
    return filmMerge.result
  }
}

/// The merge of one film.
private struct FilmMerge {
  let merge: ImportMerge
  let id: FilmID
  let state: ImportState
  let imported: ImportedFilm
  private var entry: CollectionEntry
  private(set) var result = ImportMerge.Result()

  /// The film id from which the ids of the film's viewings are made.
  ///
  /// So these are the same on machines that know the film and on machines that do not.
  private var nameID: FilmID { imported.nameID ?? id }

  /// Returns the ids that the viewing with a number on a date can have, one for each id of the film; that for ``nameID``
  /// is the first.
  private func viewingIDs(_ date: PartialDate?, number: Int) -> [UUID] {
    let others = state.aliases.union([id]).subtracting([nameID])
    return ([nameID] + others).map { Viewing.id(film: $0, date: date, number: number) }
  }

  init(merge: ImportMerge, id: FilmID, state: ImportState, imported: ImportedFilm) {
    (self.merge, self.id, self.state, self.imported) = (merge, id, state, imported)
    entry =
      state.entry
      ?? CollectionEntry(
        id: id, caption: imported.film.title.map { Caption(title: $0, year: imported.film.year) },
        addedAt: imported.date.flatMap { min($0.startOfDay, merge.now) } ?? merge.now)
  }

  mutating func run() throws {
    entry.type = entry.type ?? imported.film.type
    try mergeValues()
    try mergeViewings()
    addSeenViewing()
    entry.imported.insert(.subject)
    addName()
    result.entry = entry
    result.isChanged = state.entry.map { !$0.hasSameData(as: entry) } ?? true
  }

  // MARK: - Values of the film

  private mutating func mergeValues() throws {
    let subject = Change.Subject(.entry, id.rawValue)
    var importedValues = entry.imported
    entry.rating = try merged(entry.rating, imported.filmRating, .rating, "rating", of: subject, &importedValues)
    entry.notes = try merged(entry.notes, imported.note, .note, "notes", of: subject, &importedValues)
    entry.tags = merged(entry.tags, imported.tags, &importedValues)
    if !importedValues.contains(.subject) {
      entry.audience = entry.audience ?? imported.audience
      entry.recommendedBy = entry.recommendedBy ?? imported.recommendedBy
    }
    entry.imported = importedValues
  }

  /// Returns the value of a field after the import, and records in `importedValues` whether it was imported.
  private mutating func merged<Value: Hashable>(
    _ present: Value?, _ new: ImportedFilm.Dated<Value>?, _ value: ImportedValues.Value,
    _ field: String, of subject: Change.Subject, _ importedValues: inout ImportedValues
  ) throws -> Value? {
    guard let new else { return present }
    if present == new.value {
      if !importedValues.contains(value) { importedValues.insert(value, date: new.date) }
      return present
    }
    if present == nil {
      let isRemoved = try importedValues.contains(value) || wasRemoved(after: new.date, field, of: subject)
      guard !isRemoved || merge.restoresRemoved else {
        result.removedSince += 1
        return nil
      }
    } else {
      let importedDate = importedValues.date(of: value)
      let isReplaced = try merge.rule.replaces(new.date) { [merge] in try merge.age(field, subject, importedDate) }
      guard isReplaced else { return present }
      result.replaced += 1
    }
    importedValues.insert(value, date: merge.recordedDay(new.date, replacing: present))
    return new.value
  }

  /// Returns whether a command has removed the value of a field and, by the conflict rule, the removal is newer than the
  /// value in the file; `date` is the day of the latter.
  private func wasRemoved(after date: PartialDate?, _ field: String, of subject: Change.Subject) throws -> Bool {
    guard state.entry != nil, case .moment(let moment) = try merge.age(field, subject, nil) else { return false }
    return try !merge.rule.replaces(date) { .moment(moment) }
  }

  /// Returns the tags after the import, and records in `importedValues` which tags were imported.
  private mutating func merged(_ present: [String], _ new: [String], _ importedValues: inout ImportedValues) -> [String]
  {
    var tags = present
    for tag in new {
      let isPresent = tags.contains { $0.isSameTag(as: tag) }
      if !isPresent, importedValues.contains(.tag(tag.tagKey)), !merge.restoresRemoved {
        result.removedSince += 1
        continue
      }
      if !isPresent { tags.append(tag) }
      importedValues.insert(.tag(tag.tagKey))
    }
    return tags
  }

  // MARK: - Viewings

  private mutating func mergeViewings() throws {
    var unmatched = Set(entry.viewings.indices)
    var removed = state.removedViewings
    var others: [ImportedFilm.Viewing] = []
    for new in imported.viewings {
      guard let index = matching(new, among: unmatched) else {
        others.append(new)
        continue
      }
      unmatched.remove(index)
      try mergeViewing(new, at: index)
    }
    var replaceable = unmatched.map { entry.viewings[$0] }
    for new in others {
      if !merge.restoresRemoved, let index = removed.firstIndex(where: { $0 == new.content.date }) {
        removed.remove(at: index)
        result.removedSince += 1
      } else {
        replace(by: new, among: &replaceable)
        add(new)
      }
    }
  }

  /// Returns the index of the viewing that is the same as a viewing of the file; `nil` if there is none.
  ///
  /// This is the first viewing of the same day; if there is none, the first that
  /// - has an id that an import gives to viewings of this day, or
  /// - has a date without a day, if the viewing of the file has no date: most formats cannot contain such dates.
  ///
  /// `indices` are those of the viewings that have not been matched yet.
  private func matching(_ new: ImportedFilm.Viewing, among indices: Set<Int>) -> Int? {
    guard !indices.isEmpty else { return nil }
    let candidates = indices.sorted()
    let date = new.content.date
    if let index = candidates.first(where: { entry.viewings[$0].date == date }) { return index }
    let ids = Set(Viewing.numbers(of: date).flatMap { viewingIDs(date, number: $0) })
    return candidates.first { index in
      let viewing = entry.viewings[index]
      let hasImportedID = ids.contains(viewing.id) && viewing.imported.contains(.subject)
      return hasImportedID || (date == nil && viewing.date?.isDay == false)
    }
  }

  /// Removes the viewing that a new viewing replaces: a viewing with a less exact date; of several, that with the most
  /// exact date.
  ///
  /// The new viewing has an id made from its own date, so that machines that import the same file have the same viewing.
  private mutating func replace(by new: ImportedFilm.Viewing, among viewings: inout [Viewing]) {
    let candidates = viewings.filter { $0.isReplaceable(by: new.content.date) }
    let replaced = candidates.max { ($0.date?.text ?? "", $1.id.uuidString) < ($1.date?.text ?? "", $0.id.uuidString) }
    guard let replaced else { return }
    viewings.removeAll { $0.id == replaced.id }
    entry.viewings.removeAll { $0.id == replaced.id }
    result.viewings -= 1
  }

  private mutating func mergeViewing(_ new: ImportedFilm.Viewing, at index: Int) throws {
    var viewing = entry.viewings[index]
    let subject = Change.Subject(.viewing, viewing.id.uuidString)
    var importedValues = viewing.imported
    viewing.rating = try merged(viewing.rating, new.rating, .rating, "rating", of: subject, &importedValues)
    viewing.note = try merged(viewing.note, new.note, .note, "note", of: subject, &importedValues)
    viewing.tags = merged(viewing.tags, new.content.tags, &importedValues)
    importedValues.insert(.subject)
    viewing.imported = importedValues
    entry.viewings[index] = viewing
  }

  private mutating func add(_ new: ImportedFilm.Viewing) {
    var viewing = Viewing(id: unusedID(new.content.date), film: id, date: new.content.date)
    viewing.rating = new.content.rating
    viewing.note = new.content.note
    viewing.tags = new.content.tags
    viewing.imported.insert(.subject)
    if new.content.date?.isDay != true { viewing.imported.insert(.seen) }
    if viewing.rating != nil { viewing.imported.insert(.rating, date: new.date) }
    if viewing.note != nil { viewing.imported.insert(.note, date: new.date) }
    for tag in viewing.tags { viewing.imported.insert(.tag(tag.tagKey)) }
    entry.viewings.append(viewing)
    result.viewings += 1
  }

  /// Adds a viewing without a date to a film that was seen according to the files and has no viewing.
  private mutating func addSeenViewing() {
    guard imported.isSeen || imported.rating != nil else { return }
    defer { entry.imported.insert(.seen) }
    guard entry.viewings.isEmpty else { return }
    let wasAddedBefore = entry.imported.contains(.seen) || !state.removedViewings.isEmpty
    guard !wasAddedBefore || merge.restoresRemoved else {
      if imported.viewings.isEmpty { result.removedSince += 1 }
      return
    }
    var viewing = Viewing(id: unusedID(nil), film: id, date: nil)
    viewing.imported.insert(.seen)
    entry.viewings.append(viewing)
    result.viewings += 1
  }

  /// Records the id made from title and year if no viewing's id contains it, so that later imports recognize the film.
  private mutating func addName() {
    guard nameID != id, imported.viewings.isEmpty else { return }
    let seenID = Viewing.id(film: nameID, date: nil, number: 0)
    if !entry.viewings.contains(where: { $0.id == seenID }) { entry.imported.insert(.name(nameID)) }
  }

  /// Returns the id for a new viewing on a date: the first that no viewing of the film has.
  ///
  /// Without a full date, the numbers are 0 and below, so that the ids differ from those of viewings that a user enters on
  /// another machine.
  private func unusedID(_ date: PartialDate?) -> UUID {
    let taken = Set(entry.viewings.map(\.id))
    let isDay = date?.isDay == true
    var number = isDay ? 1 : 0
    while true {
      let ids = viewingIDs(date, number: number)
      if taken.isDisjoint(with: ids) { return ids[0] }
      number += isDay ? 1 : -1
    }
  }
}

// MARK: - Rules

extension ImportMerge {
  /// Returns the day to record for an imported value: its day in the file, or the current day if ``ConflictRule/theirs``
  /// has replaced another value.
  fileprivate func recordedDay<Value>(_ date: PartialDate?, replacing present: Value?) -> PartialDate? {
    rule == .theirs && present != nil ? PartialDate(day: now) : date
  }
}

extension CollectionEntry {
  /// Returns whether the user's data is the same; the type, and which values were imported, are not compared.
  fileprivate func hasSameData(as other: CollectionEntry) -> Bool {
    var copies = [self, other]
    for index in copies.indices {
      copies[index].imported = ImportedValues()
      copies[index].type = nil
      for number in copies[index].viewings.indices { copies[index].viewings[number].imported = ImportedValues() }
    }
    return copies[0] == copies[1]
  }
}

/// The rule that decides between a value of a file and a different value of the collection.
package enum ConflictRule: String, Sendable, CaseIterable {
  /// The newer value is kept.
  case newer
  /// The value of the collection is kept.
  case mine
  /// The value of the file replaces that of the collection.
  case theirs

  /// Returns whether a value of a file, which has the day `date`, replaces a present value of some age.
  ///
  /// Days begin at 00:00 UTC. A value of a file without a day counts as older than any other value.
  func replaces(_ date: PartialDate?, _ age: () throws -> ValueAge) throws -> Bool {
    switch self {
    case .mine: return false
    case .theirs: return true
    case .newer:
      guard let date else { return false }
      switch try age() {
      case .unknown: return true
      case .day(let present): return date.startInUTC > present.startInUTC
      case .moment(let present): return date.startInUTC > present
      }
    }
  }
}
