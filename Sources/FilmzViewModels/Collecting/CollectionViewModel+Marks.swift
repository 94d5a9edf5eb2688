package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

/// A mark that a command or a card sets, with the data that belongs to it.
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
  /// The name of a list to which the film is added, and which is created if there is none; `nil` for none.
  package var list: String?
  /// The streaming service in whose list the film was marked; `nil` to keep the recorded one.
  package var platform: String?

  package init(_ mark: Mark) { self.mark = mark }
}

extension CollectionViewModel {
  /// Records a step for marks that change nothing, so that `undo` does not undo the step before it.
  ///
  /// Source: FlickSwiper (T56).
  private static let recordUnchanged: CollectionWriter.Finish = { transaction, outcome in
    guard transaction.stepID == nil else { return }
    for item in outcome.changedItems { try transaction.recordUse(of: item.id) }
  }

  /// Sets the mark of films; films that have this mark or a stronger one keep it, unless the change is
  /// forced.
  package func mark(
    _ items: [FilmItem], _ change: MarkChange, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context, finish: Self.recordUnchanged) {
      transaction, item in
      var change = change
      change.platform = change.platform ?? item.platform
      try transaction.apply(change, to: item)
    }
  }

  /// Sets the mark of a film of a deck; if there is a step already, the change is added to it.
  func markInDeck(
    _ item: FilmItem, _ change: MarkChange, continuing step: UUID?, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.change([item], continuing: step, in: context) { transaction, item in
      try transaction.apply(change, to: item)
    }
  }

  /// Removes the skips of films; films that are not skipped are refused.
  package func unskip(
    _ items: [FilmItem], in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      guard try transaction.mark(of: item.id) == .skipped else {
        throw StoreError.notSkipped(title: item.name)
      }
      try transaction.deleteSkip(of: item.id)
    }
  }

  /// Removes films that are wanted from the collection, and leaves seen films as they are.
  ///
  /// Films that are not in the collection are refused.
  package func removeFromWatchlist(
    _ items: [FilmItem], in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context, finish: Self.recordUnchanged) {
      transaction, item in
      try transaction.requireEntry(of: item)
      guard try transaction.mark(of: item.id) == .wanted else { return }
      try transaction.delete(item.id)
    }
  }
}

extension JournalTransaction {
  /// Sets the mark of a film, and the data that belongs to it, unless the film keeps the mark that it has.
  ///
  /// Only this and ``insert(_:)-(CollectionEntry)``, which ends a skip, replace data of other marks. All other data
  /// about the film is kept.
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
    _ = try ensureEntry(of: item)
    var viewing = Viewing(
      id: try newViewingID(item.id, change.date), film: item.id, date: change.date)
    // Without `--on`, the rating is that of the film, which may be given later than the mark.
    if change.addsViewing { viewing.rating = change.rating }
    try insert(viewing)
  }
}

/// Skipped films that match a query.
///
/// Conditions on facts have the same meaning as for films of the collection, but are evaluated here, because
/// skipped films are not in the collection.
struct SkippedFilmList {
  private let items: [FilmItem]

  /// - Parameter items: The skipped films, the most recently skipped first.
  init(_ items: [FilmItem]) { self.items = items }

  /// Returns the matching films in the query's order.
  func items(matching query: CollectionQuery) -> [FilmItem] {
    let films = items.map(\.filmWithCaption)
    let ids = Set(FilmSelection(films).films(matching: query.filter).map(\.id))
    let matches = zip(items, films).filter { item, film in
      ids.contains(film.id) && Self.matchesPlatform(item, query.filter.platform)
        && Self.isRecent(item, query) && Self.matchesText(item, query.filter.grep)
    }.map(\.0)
    return Self.sorted(matches, query.order)
  }

  // MARK: - Conditions

  private static func matchesPlatform(_ item: FilmItem, _ platform: String?) -> Bool {
    guard let platform else { return true }
    let key = FilmFilter.platformKey(platform)
    return item.skip?.platform.map(FilmFilter.platformKey) == key
  }

  private static func isRecent(_ item: FilmItem, _ query: CollectionQuery) -> Bool {
    guard let days = query.filter.recentDays else { return true }
    let start = query.now.addingTimeInterval(-86_400 * Double(days))
    return item.skip.map { $0.skippedAt >= start } ?? false
  }

  private static func matchesText(_ item: FilmItem, _ text: String?) -> Bool {
    guard let text else { return true }
    let words = TextFolding.words(text)
    let film = item.film
    let people = (film?.directors ?? []) + (film?.writers ?? []) + (film?.actors ?? [])
    let texts = [item.title, film?.originalTitle, item.year.map(String.init)].compactMap(\.self)
    let body = (texts + people).map(TextFolding.key).joined(separator: "\n")
    return !words.isEmpty && words.allSatisfy { body.contains($0) }
  }

  // MARK: - Order

  /// The sort keys for which skipped films have values.
  static let sortKeys: [FilmOrder.Key] = [.name, .year, .added, .imdb, .votes, .runtime, .random]

  private static func sorted(_ items: [FilmItem], _ order: FilmOrder) -> [FilmItem] {
    guard order.terms.map(\.key) != [.random] else { return items.shuffled() }
    return items.sorted { left, right in
      for term in order.terms {
        if let isBefore = precedes(left, right, term) { return isBefore }
      }
      let titles = [left, right].map { TextFolding.key($0.title ?? "") }
      return (titles[0], left.id) < (titles[1], right.id)
    }
  }

  /// Returns `nil` if both films are equal by a term; films without a value come last.
  private static func precedes(
    _ left: FilmItem, _ right: FilmItem, _ term: FilmOrder.Term
  ) -> Bool? {
    switch term.key {
    case .name: term.precedes(left.title.map(TextFolding.key), right.title.map(TextFolding.key))
    case .year: term.precedes(left.year, right.year)
    case .added: term.precedes(left.skip?.skippedAt, right.skip?.skippedAt)
    default: term.precedes(left.filmWithCaption, right.filmWithCaption)
    }
  }
}

extension FilmItem {
  /// The film, with the title and year that are stored with the user's data if they are not known otherwise.
  fileprivate var filmWithCaption: Film {
    var film = film ?? Film(id: id, title: title ?? "", origin: .own)
    film.year = year
    return film
  }
}

extension CollectionQuery {
  /// Throws if skipped films have no data for a condition or a sort key of a query for them.
  ///
  /// - Throws: ``DomainError/notForSkippedFilms(_:)``, ``DomainError/unknownSortKey(_:known:)``.
  func requireDataOfSkippedFilms() throws(DomainError) {
    try filter.requireDataOfSkippedFilms()
    let keys = SkippedFilmList.sortKeys
    if let term = order.terms.first(where: { !keys.contains($0.key) }) {
      throw .unknownSortKey(term.key.rawValue, known: keys.map(\.rawValue))
    }
  }
}
