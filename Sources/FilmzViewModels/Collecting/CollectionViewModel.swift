package import FilmzDomain
import FilmzServices
import FilmzStore
package import Foundation

/// Reads and changes the collection; ``JournalViewModel`` undoes and redoes changes.
package struct CollectionViewModel: ViewModel {
  let viewModels: ViewModels

  // MARK: - Changes

  /// Adds films to the collection.
  ///
  /// Films that are already in the collection are refused or, if `ensuring` is `true`, left as they are; the other
  /// films are added.
  package func add(
    _ items: [FilmItem], as new: NewEntry, ensuring: Bool = false, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      if let entry = try transaction.entry(item.id) {
        guard !ensuring else { return }
        throw StoreError.alreadyInCollection(title: item.film?.title ?? entry.name)
      }
      var entry = transaction.newEntry(for: item)
      entry.rating = new.rating
      entry.audience = new.audience
      entry.recommendedBy = new.recommendedBy
      entry.notes = new.notes
      entry.tags = new.tags
      if new.isWatched {
        var viewing = Viewing(id: try transaction.newViewingID(item.id, new.date), film: item.id, date: new.date)
        viewing.rating = new.rating
        entry.viewings = [viewing]
      }
      try transaction.insert(entry)
    }
  }

  /// Removes films from the collection; their facts stay in the film cache.
  package func remove(_ items: [FilmItem], in context: CommandContext) async throws -> ChangeOutcome {
    try await writer.deleteAndSelect(items, in: context) { transaction, item in
      try transaction.requireEntry(of: item)
      try transaction.delete(item.id)
    }
  }

  /// Rates films, or removes their ratings; a film that is not in the collection is added.
  ///
  /// If `addsViewings` is `true`, also adds a viewing of unknown date to films that had no rating and have no viewing,
  /// but not to series (``FilmItem/isSeenIfRated``).
  package func rate(
    _ items: [FilmItem], _ rating: Rating?, addsViewings: Bool = true, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.set(
      \.rating, to: rating, named: "rating", of: items, in: context,
      finish: { if addsViewings { try Self.addSeenViewings($0, &$1) } })
  }

  /// Adds a viewing of unknown date to the films that were rated for the first time and have no viewing.
  private static func addSeenViewings(_ transaction: JournalTransaction, _ outcome: inout ChangeOutcome) throws {
    for index in outcome.items.indices {
      let item = outcome.items[index]
      guard item.isSeenIfRated, outcome.before[item.id]?.rating == nil, let entry = item.entry, entry.rating != nil,
        !entry.isWatched
      else { continue }
      try transaction.apply(MarkChange(.seen), to: item)
      outcome.items[index].entry = try transaction.entry(item.id)
    }
  }

  /// Rates a film of a rating session, unless it has been removed from the collection; adds a viewing like
  /// ``rate(_:_:addsViewings:in:)``.
  ///
  /// - Throws: ``ViewModelError/filmGone(title:)``.
  func rateInSession(
    _ item: FilmItem, _ rating: Rating, addsViewings: Bool, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.change([item], in: context) {
      if addsViewings { try Self.addSeenViewings($0, &$1) }
    } _: { transaction, item in
      guard try transaction.entry(item.id) != nil else { throw ViewModelError.filmGone(title: item.name) }
      try transaction.update(item.id) { $0.rating = rating }
      try transaction.delete(.init(.ratingSkip, item.id.rawValue))
    }
  }

  /// Records that a film was skipped in a rating session.
  ///
  /// The film comes last in later sessions as long as its rating stays the same. If the film has
  /// been removed from the collection, nothing is recorded.
  func skipRating(_ item: FilmItem, in context: CommandContext) async throws -> ChangeOutcome {
    try await writer.change([item], in: context) { transaction, item in try transaction.skipRating(item.id) }
  }

  /// Records that two ids refer to the same film.
  ///
  /// - Returns: `outcome` has the film; its `step` is `nil` if both ids already referred to the
  ///   same film. `earlier` is a third film, to which one of the ids referred before; `nil` if there is
  ///   none, or if it is hidden.
  package func identify(_ first: FilmID, _ second: FilmID, in context: CommandContext) async throws
    -> (outcome: ChangeOutcome, earlier: FilmItem?)
  {
    try await assembler.requireShown([first, second])
    let stores = try await database.openForWriting(at: context.now)
    let earlierIDs = try await stores.collection.canonicalIDs(of: [first, second])
    let (film, step) = try await stores.collection.apply(context.line, at: context.now) { transaction in
      (try transaction.identify(first, second), transaction.stepID)
    }
    await services.lookup.clearMemory()
    // Facts under another id have lower precedence than those under the canonical id.
    await services.lookup.storeCatalogFacts(of: [film])
    let earlierFilm = earlierIDs.values.first { $0 != film && ![first, second].contains($0) }
    let items = try await assembler.items([film, earlierFilm].compactMap(\.self).map { ($0, nil) })
    var outcome = ChangeOutcome(items: Array(items.prefix(1)))
    outcome.step = step
    return (outcome, items.dropFirst().first { !$0.isHidden })
  }

  /// Sets the note of films, or removes it; a film that is not in the collection is added.
  package func note(_ items: [FilmItem], _ text: String?, in context: CommandContext) async throws -> ChangeOutcome {
    try await writer.set(\.notes, to: text, named: "note", of: items, in: context)
  }

  /// Replaces the note of a film, which must still be `old`.
  ///
  /// - Throws: ``ViewModelError/noteChanged(title:)``.
  package func note(
    _ item: FilmItem, _ text: String?, insteadOf old: String?, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect([item], in: context) { transaction, item in
      guard try transaction.entry(item.id)?.notes == old else { throw ViewModelError.noteChanged(title: item.name) }
      try transaction.update(try transaction.ensureEntry(of: item).id) { $0.notes = text }
    }
  }

  /// Sets the audience of films, or removes it; a film that is not in the collection is added.
  package func setAudience(_ items: [FilmItem], _ audience: Audience?, in context: CommandContext) async throws
    -> ChangeOutcome
  { try await writer.set(\.audience, to: audience, named: "audience", of: items, in: context) }

  /// Sets or removes the recommender of films; a film that is not in the collection is added.
  package func setRecommender(_ items: [FilmItem], _ name: String?, in context: CommandContext) async throws
    -> ChangeOutcome
  { try await writer.set(\.recommendedBy, to: name, named: "recommender", of: items, in: context) }

  // MARK: - Viewings

  /// Adds a viewing to films.
  ///
  /// A film that is not in the collection is added. If no other viewing has a later date, the rating of the viewing
  /// becomes the rating of the film; a viewing without a date counts as the earliest. The new viewing replaces one
  /// without a full date that a rating, a mark or an import added on the same day or later.
  package func markWatched(
    _ items: [FilmItem], on date: PartialDate?, rating: Rating?, note: String?, tags: [String],
    in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      let entry = try transaction.ensureEntry(of: item)
      try transaction.deleteViewing(of: entry, replacedBy: date)
      var viewing = Viewing(id: try transaction.newViewingID(item.id, date), film: item.id, date: date)
      viewing.rating = rating
      viewing.note = note
      viewing.tags = tags
      try transaction.insert(viewing)
      if let rating, date.isNotOlder(than: entry.dateWatched) { try transaction.update(item.id) { $0.rating = rating } }
    }
  }

  /// Removes a viewing of a film; `number` is the position of the viewing, from 1, in ``viewings(of:)``.
  ///
  /// The rating of the film is not changed.
  ///
  /// - Throws: ``ViewModelError/noSuchViewing(_:count:title:)``.
  package func removeViewing(_ number: Int, of item: FilmItem, in context: CommandContext) async throws -> ChangeOutcome
  {
    try await writer.deleteAndSelect([item], in: context) { transaction, item in
      try transaction.delete(viewing: try transaction.viewing(number, of: item))
    }
  }

  /// Changes a viewing of a film; `number` is the position of the viewing, from 1, in ``viewings(of:)``.
  ///
  /// The rating of the film is not changed.
  ///
  /// - Throws: ``ViewModelError/noSuchViewing(_:count:title:)``.
  package func editViewing(
    _ number: Int, of item: FilmItem, in context: CommandContext, _ edit: @escaping @Sendable (inout Viewing) -> Void
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect([item], in: context) { transaction, item in
      try transaction.update(try transaction.viewing(number, of: item)) { viewing in
        let date = viewing.date
        edit(&viewing)
        // An import does not replace a date that the user has entered.
        if viewing.date != date { viewing.imported.removeSeen() }
      }
    }
  }

  /// Returns the viewings of a film, sorted by date; those without a date are last.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  package func viewings(of item: FilmItem) throws -> [Viewing] {
    guard let entry = item.entry else { throw StoreError.notInCollection(title: item.name) }
    return entry.viewingsByDate
  }

  /// Removes all viewings of films.
  package func markUnwatched(_ items: [FilmItem], in context: CommandContext) async throws -> ChangeOutcome {
    try await writer.deleteAndSelect(items, in: context) { transaction, item in
      try transaction.requireEntry(of: item)
      try transaction.deleteViewings(of: item.id)
    }
  }

  // MARK: - Statistics

  package func counts() async throws -> CollectionCounts {
    let collection = try await database.openForReading().collection
    return collection.hidesFilms ? try await collection.listCounts() : try await collection.counts()
  }

  /// Returns the same as ``counts()``; faster if films of the collection have been listed before.
  package func listCounts() async throws -> CollectionCounts {
    if try await database.isKnownToBeEmpty() { return CollectionCounts(total: 0, watched: 0, rated: 0) }
    return try await database.openForReading().collection.listCounts()
  }

  /// Returns the statistics of the collection, or of the films and viewings of a year.
  package func statistics(year: Int? = nil) async throws -> Statistics {
    try await services.lookup.refillCache()
    var statistics = try await database.openForReading().collection.statistics(year: year)
    statistics.skipped = try await assembler.skipCount(among: statistics.skipped)
    return statistics
  }

  /// Returns the number of films of the collection that are hidden.
  package func hiddenCount(in context: CommandContext) async throws -> Int {
    let query = CollectionQuery(now: context.now)
    return try await database.openForReading().collection.find(query, page: 0..<1).hidden
  }

  /// Returns the genres of the collection's films.
  package func genres() async throws -> GenreCounts {
    try await services.lookup.refillCache()
    return try await database.openForReading().collection.genres()
  }

  /// Flushes the changes of a script to disk.
  ///
  /// - Throws: A ``UserFacingError`` if that fails.
  package func flushToDisk() async throws { try await database.flushToDisk() }
}

extension CollectionEntry {
  /// The title of the caption, or the id if there is no caption.
  var name: String { caption?.title ?? id.rawValue }
}

extension ChangeOutcome {
  /// Returns whether the change has marked the film as seen.
  package func hasMarkedSeen(_ item: FilmItem) -> Bool {
    item.entry?.isWatched == true && before[item.id]?.isWatched != true
  }
}

extension FilmItem {
  /// `true` if a rating means that the user has seen the film.
  ///
  /// A series may be rated before its end, and a film of IMDb of which nothing is known may be a series.
  var isSeenIfRated: Bool {
    guard let type else { return id.imdbID == nil && id.tmdb?.kind != .tv }
    return type != .series && type != .miniSeries
  }
}

extension PartialDate? {
  /// Returns whether this date of a viewing is not before the newest date of other viewings.
  ///
  /// A year is not before a day in that year. A missing date (`nil`) is before any date.
  fileprivate func isNotOlder(than newest: PartialDate?) -> Bool {
    guard let newest else { return true }
    guard let self else { return false }
    return self.text >= newest.text.prefix(self.text.count)
  }
}

extension CollectionViewModel {
  /// Adds a tag to films that do not have it, ignoring case; a film that is not in the collection is added.
  package func tag(_ items: [FilmItem], _ tag: String, in context: CommandContext) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      try transaction.update(try transaction.ensureEntry(of: item).id) { entry in
        if !entry.tags.contains(where: { $0.isSameTag(as: tag) }) { entry.tags.append(tag) }
      }
    }
  }

  /// Removes a tag from films, ignoring case; films that do not have it are refused.
  package func untag(_ items: [FilmItem], _ tag: String, in context: CommandContext) async throws -> ChangeOutcome {
    var outcome = try await writer.changeAndSelect(items, in: context) { transaction, item in
      try transaction.requireEntry(of: item)
      try transaction.update(item.id) { entry in
        let count = entry.tags.count
        entry.tags.removeAll { $0.isSameTag(as: tag) }
        guard entry.tags.count < count else { throw StoreError.nothingToRemove("tag \"\(tag)\"", title: item.caption) }
      }
    }
    outcome.allowsRefusals = true
    return outcome
  }

  /// Returns the tags of films and viewings with the number of films of each, the most frequent first.
  package func tags() async throws -> [ValueCount] { try await database.openForReading().collection.tagCounts() }
}

/// The result of a change to films of the collection.
package struct ChangeOutcome: Sendable {
  /// All films that were to be changed, with their entries after the change.
  package var items: [FilmItem]
  /// The films that were added to the collection.
  package var added: Set<FilmID> = []
  /// The entries before the change, by id.
  package var before: [FilmID: CollectionEntry] = [:]
  /// The marks before the change, by id; films without a mark are left out.
  package var marksBefore: [FilmID: Mark] = [:]
  /// The reasons why films were not changed, as messages for the user, by id.
  package var refusals: [FilmID: String] = [:]
  /// The films that were added to a list, or moved in it; empty for other changes.
  package var placed: Set<FilmID> = []
  /// `true` if the change counts as successful when at least one film was changed.
  package var allowsRefusals = false
  /// The step in the journal; `nil` if nothing changed.
  package var step: UUID?

  /// The films that were changed.
  package var changedItems: [FilmItem] { items.filter { refusals[$0.id] == nil } }
}

/// The user's data for a film that is added to the collection.
package struct NewEntry: Sendable {
  /// `true` to add a viewing.
  package var isWatched = false
  /// The date of the viewing; ignored if `isWatched` is `false`.
  package var date: PartialDate?
  package var rating: Rating?
  package var audience: Audience?
  package var recommendedBy: String?
  package var notes: String?
  package var tags: [String] = []

  package init() {}
}
