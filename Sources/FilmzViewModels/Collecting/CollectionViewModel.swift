package import FilmzDomain
package import FilmzServices
package import FilmzStore
package import Foundation

/// Reads and changes the collection; ``JournalViewModel`` undoes and redoes changes.
package struct CollectionViewModel: Sendable {
  /// Fetches the facts about added films.
  package var factFetcher: FactFetcher { writer.factFetcher }
  private let services: FilmServices
  let database: CollectionDatabase
  let writer: CollectionWriter

  package init(services: FilmServices, database: CollectionDatabase, state: BrowsingState) {
    self.services = services
    self.database = database
    writer = CollectionWriter(services: services, database: database, state: state)
  }

  // MARK: - Changes

  /// Adds films to the collection.
  ///
  /// Films that are already in the collection are refused; the other films are added.
  package func add(
    _ items: [FilmItem], as new: NewEntry, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      if let entry = try transaction.entry(item.id) {
        throw StoreError.alreadyInCollection(title: item.film?.title ?? entry.name)
      }
      var entry = transaction.newEntry(for: item)
      entry.rating = new.rating
      entry.audience = new.audience
      entry.recommendedBy = new.recommendedBy
      entry.notes = new.notes
      entry.tags = new.tags
      if new.isWatched {
        var viewing = Viewing(
          id: try transaction.newViewingID(item.id, new.date), film: item.id, date: new.date)
        viewing.rating = new.rating
        entry.viewings = [viewing]
      }
      try transaction.insert(entry)
    }
  }

  /// Removes films from the collection; their facts stay in the film cache.
  package func remove(
    _ items: [FilmItem], in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      try transaction.requireEntry(of: item)
      try transaction.delete(item.id)
    }
  }

  /// Rates films, or removes their ratings; a film that is not in the collection is added.
  package func rate(
    _ items: [FilmItem], _ rating: Rating?, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.set(\.rating, to: rating, named: "rating", of: items, in: context)
  }

  /// Rates a film of a rating session, unless it has been removed from the collection.
  ///
  /// - Throws: ``ViewModelError/filmGone(title:)``.
  func rateInSession(
    _ item: FilmItem, _ rating: Rating, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.change([item], in: context) { transaction, item in
      guard try transaction.entry(item.id) != nil else {
        throw ViewModelError.filmGone(title: item.name)
      }
      try transaction.update(item.id) { $0.rating = rating }
      try transaction.delete(.init(.ratingSkip, item.id.rawValue))
    }
  }

  /// Records that a film was skipped in a rating session.
  ///
  /// The film comes last in later sessions as long as its rating stays the same. If the film has
  /// been removed from the collection, nothing is recorded.
  func skipRating(
    _ item: FilmItem, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.change([item], in: context) { transaction, item in
      try transaction.skipRating(item.id)
    }
  }

  /// Records that two ids refer to the same film.
  ///
  /// - Returns: `outcome` has the film; its `step` is `nil` if both ids already referred to the
  ///   same film. `earlier` is another film that one of the ids referred to before, if that film's
  ///   id is not one of the two ids.
  package func identify(_ first: FilmID, _ second: FilmID, in context: CommandContext) async throws
    -> (outcome: ChangeOutcome, earlier: FilmItem?)
  {
    try await FilmItemAssembler(database: database, lookup: services.lookup)
      .requireShown([first, second])
    let stores = try await database.openForWriting(at: context.now)
    let earlierIDs = try await stores.collection.canonicalIDs(of: [first, second])
    let (film, step) = try await stores.collection.apply(context.line, at: context.now) {
      transaction in
      (try transaction.identify(first, second), transaction.stepID)
    }
    await services.lookup.clearMemory()
    // Facts under another id have lower precedence than those under the canonical id.
    await services.lookup.storeCatalogFacts(of: [film])
    let otherFilm = earlierIDs.values.first { $0 != film && ![first, second].contains($0) }
    let items = try await FilmItemAssembler(database: database, lookup: services.lookup).items(
      [film, otherFilm].compactMap(\.self).map { ($0, nil) })
    var outcome = ChangeOutcome(items: Array(items.prefix(1)))
    outcome.step = step
    return (outcome, items.dropFirst().first.flatMap { $0.isHidden ? nil : $0 })
  }

  /// Sets the note of films, or removes it; a film that is not in the collection is added.
  package func note(
    _ items: [FilmItem], _ text: String?, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.set(\.notes, to: text, named: "note", of: items, in: context)
  }

  /// Replaces the note of a film, unless the note was changed since `old` was read.
  ///
  /// - Throws: ``ViewModelError/noteChanged(title:)``.
  package func note(
    _ item: FilmItem, _ text: String?, insteadOf old: String?, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect([item], in: context) { transaction, item in
      guard try transaction.entry(item.id)?.notes == old else {
        throw ViewModelError.noteChanged(title: item.name)
      }
      try transaction.update(try transaction.ensureEntry(of: item).id) { $0.notes = text }
    }
  }

  /// Sets the audience of films, or removes it; a film that is not in the collection is added.
  package func setAudience(
    _ items: [FilmItem], _ audience: Audience?, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.set(\.audience, to: audience, named: "audience", of: items, in: context)
  }

  /// Sets or removes the recommender of films; a film that is not in the collection is added.
  package func setRecommender(
    _ items: [FilmItem], _ name: String?, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.set(\.recommendedBy, to: name, named: "recommender", of: items, in: context)
  }

  // MARK: - Viewings

  /// Adds a viewing to films.
  ///
  /// A film that is not in the collection is added. The rating of the viewing becomes the rating of
  /// the film, with two exceptions: the film has a viewing with a later date; or the new viewing
  /// has no date, and another viewing has one.
  package func markWatched(
    _ items: [FilmItem], on date: PartialDate?, rating: Rating?, note: String?, tags: [String],
    in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      let entry = try transaction.ensureEntry(of: item)
      var viewing = Viewing(
        id: try transaction.newViewingID(item.id, date), film: item.id, date: date)
      viewing.rating = rating
      viewing.note = note
      viewing.tags = tags
      try transaction.insert(viewing)
      if let rating, date.isNotOlder(than: entry.dateWatched) {
        try transaction.update(item.id) { $0.rating = rating }
      }
    }
  }

  /// Removes a viewing of a film; its number is its position, from 1, in the order of
  /// ``viewings(of:)``.
  ///
  /// The rating of the film is not changed.
  ///
  /// - Throws: ``ViewModelError/noSuchViewing(_:count:title:)``.
  package func removeViewing(
    _ number: Int, of item: FilmItem, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect([item], in: context) { transaction, item in
      try transaction.delete(viewing: try transaction.viewing(number, of: item))
    }
  }

  /// Changes a viewing of a film, which keeps its id; its number is that of ``viewings(of:)``.
  ///
  /// The rating of the film is not changed.
  ///
  /// - Throws: ``ViewModelError/noSuchViewing(_:count:title:)``.
  package func editViewing(
    _ number: Int, of item: FilmItem, in context: CommandContext,
    _ edit: @escaping @Sendable (inout Viewing) -> Void
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect([item], in: context) { transaction, item in
      try transaction.update(try transaction.viewing(number, of: item), edit)
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
  package func markUnwatched(
    _ items: [FilmItem], in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      try transaction.requireEntry(of: item)
      try transaction.deleteViewings(of: item.id)
    }
  }

  // MARK: - Statistics

  package func counts() async throws -> CollectionCounts {
    let collection = try await database.openForReading().collection
    return collection.kidsFilter == nil
      ? try await collection.counts() : try await collection.listCounts()
  }

  /// Returns the same as ``counts()``; faster than it after a list of films.
  package func listCounts() async throws -> CollectionCounts {
    try await database.openForReading().collection.listCounts()
  }

  /// Returns the statistics of the collection, or of the films and viewings of a year.
  package func statistics(year: Int? = nil) async throws -> Statistics {
    try await services.cache.refill()
    var statistics = try await database.openForReading().collection.statistics(year: year)
    statistics.skipped = try await FilmItemAssembler(database: database, lookup: services.lookup)
      .skipCount(among: statistics.skipped)
    return statistics
  }

  /// Returns the number of films of the collection that the kids filter hides.
  package func hiddenCount(in context: CommandContext) async throws -> Int {
    let query = CollectionQuery(now: context.now)
    return try await database.openForReading().collection.find(query, page: 0..<1).hidden
  }

  /// Returns the genres of the collection's films.
  package func genres() async throws -> GenreCounts {
    try await services.cache.refill()
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

extension PartialDate? {
  /// Returns whether a viewing with this date may be the newest.
  ///
  /// A year is not older than a day in that year. A viewing without a date may be the newest only
  /// if no viewing has a date.
  fileprivate func isNotOlder(than newest: PartialDate?) -> Bool {
    guard let newest else { return true }
    guard let self else { return false }
    return self.text >= newest.text.prefix(self.text.count)
  }
}

extension CollectionViewModel {
  /// Adds a tag to films, unless they have it in any case; a film that is not in the collection is added.
  package func tag(
    _ items: [FilmItem], _ tag: String, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      try transaction.update(try transaction.ensureEntry(of: item).id) { entry in
        if !entry.tags.contains(where: { $0.isSameTag(as: tag) }) { entry.tags.append(tag) }
      }
    }
  }

  /// Removes a tag, in any case, from films; films that do not have it are refused.
  package func untag(
    _ items: [FilmItem], _ tag: String, in context: CommandContext
  ) async throws -> ChangeOutcome {
    var outcome = try await writer.changeAndSelect(items, in: context) { transaction, item in
      try transaction.requireEntry(of: item)
      try transaction.update(item.id) { entry in
        let count = entry.tags.count
        entry.tags.removeAll { $0.isSameTag(as: tag) }
        guard entry.tags.count < count else {
          throw StoreError.nothingToRemove("tag \"\(tag)\"", title: item.caption)
        }
      }
    }
    outcome.allowsRefusals = true
    return outcome
  }

  /// Returns the tags of films and viewings with the number of films of each, the most frequent first.
  package func tags() async throws -> [ValueCount] {
    try await database.openForReading().collection.tagCounts()
  }
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
  /// The messages that say why films were not changed, by id.
  package var refusals: [FilmID: String] = [:]
  /// The films that were added to a list, or moved in it; empty for other changes.
  package var placed: Set<FilmID> = []
  /// `true` if the change succeeds although some films were not changed, provided that others were.
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
