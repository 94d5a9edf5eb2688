import FilmzDomain
import FilmzExchange
import FilmzStore
import Foundation

/// Merges the data of files about a film into the collection's data of the film.
///
/// Source: contract, Import.
struct ImportMerge {
  /// The film after an import, and the changes.
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
  /// Returns the age of the value of a field of a subject; `imported` is the day that a file gave the value.
  let age: (_ field: String, _ subject: Change.Subject, _ imported: PartialDate?) throws -> ValueAge

  /// Merges the data of files about the film with a canonical id.
  func merge(
    _ imported: ImportedFilm, _ id: FilmID, into state: ImportState
  ) throws -> Result {
    if imported.isSkipped == true, !imported.isSeen {
      return Result(entry: state.entry, isSkipped: state.entry == nil && !state.isSkipped)
    }
    if state.entry == nil {
      if state.isRemoved, !restoresRemoved { return Result(removedSince: 1) }
      if state.isSkipped, !imported.isSeen, imported.viewings.isEmpty { return Result() }
    }
    var merging = FilmMerging(merge: self, id: id, state: state, imported: imported)
    try merging.run()
    return merging.result
  }
}

/// The merging of one film.
private struct FilmMerging {
  let merge: ImportMerge
  let id: FilmID
  let state: ImportState
  let imported: ImportedFilm
  private var entry: CollectionEntry
  private(set) var result = ImportMerge.Result()

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
    result.entry = entry
    result.isChanged = state.entry.map { !$0.hasSameData(as: entry) } ?? true
  }

  // MARK: - Values of the film

  private mutating func mergeValues() throws {
    let subject = Change.Subject(.entry, id.rawValue)
    var claims = entry.imported
    entry.rating = try merged(
      entry.rating, imported.filmRating, .rating, "rating", of: subject, &claims)
    entry.notes = try merged(entry.notes, imported.note, .note, "notes", of: subject, &claims)
    entry.tags = merged(entry.tags, imported.tags, &claims)
    if !claims.contains(.subject) {
      entry.audience = entry.audience ?? imported.audience
      entry.recommendedBy = entry.recommendedBy ?? imported.recommendedBy
    }
    entry.imported = claims
  }

  /// Returns the value of a field after the import, and records whether it was imported.
  private mutating func merged<Value: Hashable>(
    _ present: Value?, _ new: ImportedFilm.Dated<Value>?, _ value: ImportedValues.Value,
    _ field: String, of subject: Change.Subject, _ claims: inout ImportedValues
  ) throws -> Value? {
    guard let new else { return present }
    if present == new.value {
      if !claims.contains(value) { claims.insert(value, date: new.date) }
      return present
    }
    if present == nil {
      let isRemoved = try claims.contains(value) || isNewer(than: new.date, field, of: subject)
      guard !isRemoved || merge.restoresRemoved else {
        result.removedSince += 1
        return nil
      }
    } else {
      let importedDate = claims.date(of: value)
      let isReplaced = try merge.rule.replaces(new.date) { [merge] in
        try merge.age(field, subject, importedDate)
      }
      guard isReplaced else { return present }
      result.replaced += 1
    }
    claims.insert(value, date: merge.claimDate(new.date, replacing: present))
    return new.value
  }

  /// Returns whether a command removed the value of a field after the day of the value in the file.
  private func isNewer(
    than date: PartialDate?, _ field: String, of subject: Change.Subject
  ) throws -> Bool {
    guard state.entry != nil, case .moment(let moment) = try merge.age(field, subject, nil) else {
      return false
    }
    return try !merge.rule.replaces(date) { .moment(moment) }
  }

  /// Returns the tags after the import, and records which were imported.
  private mutating func merged(
    _ present: [String], _ new: [String], _ claims: inout ImportedValues
  ) -> [String] {
    var tags = present
    for tag in new {
      let isPresent = tags.contains { $0.isSameTag(as: tag) }
      if !isPresent, claims.contains(.tag(tag.tagKey)), !merge.restoresRemoved {
        result.removedSince += 1
        continue
      }
      if !isPresent { tags.append(tag) }
      claims.insert(.tag(tag.tagKey))
    }
    return tags
  }

  // MARK: - Viewings

  private mutating func mergeViewings() throws {
    var unmatched = Set(entry.viewings.indices)
    var removed = state.removedViewings
    for new in imported.viewings {
      if let index = matching(new, among: unmatched) {
        unmatched.remove(index)
        try mergeViewing(new, at: index)
      } else if !merge.restoresRemoved,
        let index = removed.firstIndex(where: { $0 == new.content.date })
      {
        removed.remove(at: index)
        result.removedSince += 1
      } else {
        add(new)
      }
    }
  }

  /// Returns the index of the viewing that equals a viewing of the file; `nil` if there is none.
  ///
  /// It is the one with the id that the import gave it or gives it, or one of the same day. A viewing without a date
  /// and other values equals the first dated one. A viewing of the file without a date equals one of which only the
  /// year or month is known, because most formats cannot contain such dates. `indices` are those that have not been
  /// matched.
  private func matching(_ new: ImportedFilm.Viewing, among indices: Set<Int>) -> Int? {
    let candidates = indices.sorted()
    let date = new.content.date
    if let index = candidates.first(where: { entry.viewings[$0].date == date }) { return index }
    let ids = Set((1...9).map { Viewing.id(film: id, date: date, number: $0) })
    return candidates.first { index in
      let viewing = entry.viewings[index]
      return ids.contains(viewing.id) && viewing.imported.contains(.subject)
        || (date == nil ? viewing.date?.isDay == false : viewing.isPlaceholder)
    }
  }

  private mutating func mergeViewing(_ new: ImportedFilm.Viewing, at index: Int) throws {
    var viewing = entry.viewings[index]
    if viewing.isPlaceholder { viewing.date = new.content.date }
    let subject = Change.Subject(.viewing, viewing.id.uuidString)
    var claims = viewing.imported
    viewing.rating = try merged(
      viewing.rating, new.rating, .rating, "rating", of: subject, &claims)
    viewing.note = try merged(viewing.note, new.note, .note, "note", of: subject, &claims)
    viewing.tags = merged(viewing.tags, new.content.tags, &claims)
    claims.insert(.subject)
    viewing.imported = claims
    entry.viewings[index] = viewing
  }

  private mutating func add(_ new: ImportedFilm.Viewing) {
    var viewing = Viewing(id: unusedID(new.content.date), film: id, date: new.content.date)
    viewing.rating = new.content.rating
    viewing.note = new.content.note
    viewing.tags = new.content.tags
    viewing.imported.insert(.subject)
    if viewing.rating != nil { viewing.imported.insert(.rating, date: new.date) }
    if viewing.note != nil { viewing.imported.insert(.note, date: new.date) }
    for tag in viewing.tags { viewing.imported.insert(.tag(tag.tagKey)) }
    entry.viewings.append(viewing)
    result.viewings += 1
  }

  /// Adds a viewing of unknown date to a film that was seen and has no viewing.
  private mutating func addSeenViewing() {
    let isSeen = imported.isSeen || imported.rating != nil
    guard isSeen else { return }
    defer { entry.imported.insert(.seen) }
    guard entry.viewings.isEmpty else { return }
    let wasBrought = entry.imported.contains(.seen) || !state.removedViewings.isEmpty
    guard !wasBrought || merge.restoresRemoved else {
      if imported.viewings.isEmpty { result.removedSince += 1 }
      return
    }
    var viewing = Viewing(id: unusedID(nil), film: id, date: nil)
    viewing.imported.insert(.seen)
    entry.viewings.append(viewing)
    result.viewings += 1
  }

  /// Returns the id with the lowest number for a viewing on a date that no viewing of the film has.
  private func unusedID(_ date: PartialDate?) -> UUID {
    let taken = Set(entry.viewings.map(\.id))
    var number = 1
    while true {
      let id = Viewing.id(film: id, date: date, number: number)
      if !taken.contains(id) { return id }
      number += 1
    }
  }
}

// MARK: - Rules

extension ImportMerge {
  /// Returns the day of an imported value; the current day for a replacement by ``ConflictRule/theirs``.
  fileprivate func claimDate<Value>(
    _ date: PartialDate?, replacing present: Value?
  ) -> PartialDate? {
    rule == .theirs && present != nil ? PartialDate(day: now) : date
  }
}

extension Viewing {
  /// `true` if an import added the viewing only because the film was seen, and it has no other value.
  fileprivate var isPlaceholder: Bool {
    date == nil && rating == nil && note == nil && tags.isEmpty && imported.contains(.seen)
  }
}

extension CollectionEntry {
  /// Returns whether the user's data about the film is the same; the type and the origin of values are not compared.
  fileprivate func hasSameData(as other: CollectionEntry) -> Bool {
    var copies = [self, other]
    for index in copies.indices {
      copies[index].imported = ImportedValues()
      copies[index].type = nil
      for number in copies[index].viewings.indices {
        copies[index].viewings[number].imported = ImportedValues()
      }
    }
    return copies[0] == copies[1]
  }
}

/// The rule for values of files that differ from those of the collection.
package enum ConflictRule: String, Sendable, CaseIterable {
  /// The newer value is kept.
  case newer
  /// The value of the collection is kept.
  case mine
  /// The value of the file replaces that of the collection.
  case theirs

  /// Returns whether a value of a file with a day replaces a present one.
  ///
  /// Days begin at 00:00 UTC; a value of a file without a day is older than any other.
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
