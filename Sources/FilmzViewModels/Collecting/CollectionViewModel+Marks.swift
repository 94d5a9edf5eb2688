package import FilmzDomain
import FilmzStore
import Foundation

extension CollectionViewModel {
  /// Records a step for marks that change nothing, so that `undo` does not undo the step before it.
  ///
  /// Source: FlickSwiper, undo after a mark that changes nothing.
  private static let recordUnchanged: CollectionWriter.Finish = { transaction, outcome in
    guard transaction.stepID == nil else { return }
    for item in outcome.changedItems { try transaction.recordUse(of: item.id) }
  }

  /// Sets the mark of films; films that have this mark or a stronger one keep it, unless the change is
  /// forced.
  package func mark(_ items: [FilmItem], _ change: MarkChange, in context: CommandContext) async throws -> ChangeOutcome
  {
    try await writer.changeAndSelect(items, in: context, finish: Self.recordUnchanged) { transaction, item in
      var change = change
      change.platform = change.platform ?? item.platform
      try transaction.apply(change, to: item)
    }
  }

  /// Sets the mark of a film of a deck; the change becomes a part of the step `step` if it is given.
  func markInDeck(
    _ item: FilmItem, _ change: MarkChange, continuing step: UUID?, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.change([item], continuing: step, in: context) { transaction, item in
      try transaction.apply(change, to: item)
    }
  }

  /// Removes the skips of films; films that are not skipped are refused.
  package func unskip(_ items: [FilmItem], in context: CommandContext) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      guard try transaction.mark(of: item.id) == .skipped else { throw StoreError.notSkipped(title: item.name) }
      try transaction.deleteSkip(of: item.id)
    }
  }

  /// Removes films that are wanted from the collection, and leaves seen films as they are.
  ///
  /// Films that are not in the collection are refused.
  package func removeFromWatchlist(_ items: [FilmItem], in context: CommandContext) async throws -> ChangeOutcome {
    try await writer.deleteAndSelect(items, in: context, finish: Self.recordUnchanged) { transaction, item in
      try transaction.requireEntry(of: item)
      guard try transaction.mark(of: item.id) == .wanted else { return }
      try transaction.delete(item.id)
    }
  }
}

extension JournalTransaction {
  /// Sets the mark of a film and the data that belongs to it, unless the present mark must not be replaced.
  ///
  /// Deletes the data of the mark that is replaced, such as viewings; all other data about the film is kept.
  /// ``insert(_:)-(CollectionEntry)``, which deletes the skip of the film, is the only other method that deletes data
  /// of a mark.
  func apply(_ change: MarkChange, to item: FilmItem) throws {
    try setMark(change, of: item)
    guard let name = change.list else { return }
    _ = try add([item.id], to: try list(named: name, creates: true), before: nil)
  }

  private func setMark(_ change: MarkChange, of item: FilmItem) throws {
    let current = try mark(of: item.id)
    let isSet = change.mark.replaces(current, isForced: change.isForced)
    switch change.mark {
    case .seen where isSet || change.addsViewing: try addViewing(change, to: item)
    case .wanted where isSet:
      if current == .seen { try deleteViewings(of: item.id) }
      _ = try ensureEntry(of: item)
    case .skipped where isSet:
      let platform = try change.platform ?? entry(item.id)?.platform
      if current != nil { try delete(item.id) }
      let caption = item.title.map { Caption(title: $0, year: item.year) }
      try insertSkip(of: item.id, caption: caption, platform: platform)
      return
    default: break
    }
    guard change.mark != .skipped, isSet || change.rating != nil else { return }
    try update(item.id) { entry in
      if change.mark == .seen { entry.rating = change.rating ?? entry.rating }
      if isSet { entry.platform = change.platform ?? entry.platform }
    }
  }

  private func addViewing(_ change: MarkChange, to item: FilmItem) throws {
    try deleteViewing(of: ensureEntry(of: item), replacedBy: change.date)
    let isSeenOnly = change.date?.isDay != true
    let id = try newViewingID(item.id, change.date, isSeenOnly: isSeenOnly)
    var viewing = Viewing(id: id, film: item.id, date: change.date)
    if isSeenOnly { viewing.imported.insert(.seen) }
    // Without an added viewing, the rating is only that of the film; it may be given later than the mark.
    if change.addsViewing { viewing.rating = change.rating }
    try insert(viewing)
  }
}

extension JournalTransaction {
  /// Deletes the last viewing that a viewing on `date` replaces: it is replaceable (``Viewing/isReplaceable(by:)``) and
  /// was not recorded before that date.
  ///
  /// Does nothing if `date` is `nil`.
  func deleteViewing(of entry: CollectionEntry, replacedBy date: PartialDate?) throws {
    guard let date else { return }
    let replaced = try entry.viewings.filter { $0.isReplaceable(by: date) }.last { viewing in
      guard let recordedDay = try recordedTime(of: viewing).map({ PartialDate(day: $0).text }) else { return false }
      return date.text <= recordedDay.prefix(date.text.count)
    }
    if let replaced { try delete(viewing: replaced) }
  }
}

/// A mark to be set, with the data that belongs to it.
package struct MarkChange: Sendable {
  package let mark: Mark
  /// `true` to replace a stronger mark.
  package var isForced = false
  /// The date of a new viewing; `nil` if it is not known.
  package var date: PartialDate?
  /// `true` to add a viewing to a film that has been seen already.
  package var addsViewing = false
  /// The user's rating of the film, which the mark ``Mark/seen`` sets; `nil` to keep the rating.
  package var rating: Rating?
  /// The name of the list to which the film is added, which is created if it does not exist; `nil` for no list.
  package var list: String?
  /// The streaming service in whose list the film was marked; `nil` to keep the stored service.
  package var platform: String?

  package init(_ mark: Mark) { self.mark = mark }
}
