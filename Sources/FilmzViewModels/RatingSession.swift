package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

/// A film that is to be rated, and where it stands among the others.
package struct RatingCard: Sendable {
  package let item: FilmItem
  /// From 1.
  package let number: Int
  package let total: Int
}

/// What a rating session came to.
package struct RatingTally: Sendable, Equatable {
  package let rated: Int
  package let skipped: Int
  package let left: Int

  package init(rated: Int, skipped: Int, left: Int) {
    self.rated = rated
    self.skipped = skipped
    self.left = left
  }
}

/// Goes through films one by one, and stores at once what is said of each.
package actor RatingSession {
  /// What one key did.
  package enum Deed: Sendable {
    case rating
    case half
    case skip
  }

  /// What came of adding a half.
  package enum Half: Sendable {
    case added(FilmItem)
    /// No rating stands that was given in this session.
    case nothingRated
    /// It would be above 10.
    case tooMuch(FilmItem)
  }

  /// Something that was done, with all that is needed to take it back.
  private struct Act {
    let deed: Deed
    /// Where the film stands among the others.
    let place: Int
    let before: FilmItem
    let after: FilmItem
    /// The step in the journal; `nil` if nothing changed.
    var step: UUID?
  }

  /// Cards that are loaded before they are shown.
  private static let ahead = 2

  private var films: [FilmID]
  private var position = 0
  private var acts: [Act] = []
  private var loaded: [FilmID: FilmItem] = [:]
  /// Films whose facts were asked for; nobody is asked twice.
  private var asked: Set<FilmID> = []
  private let collection: CollectionViewModel
  private let loader: ItemLoader
  private let state: BrowsingState
  private let isOffline: Bool
  private let fetching = DetailQueue()

  init(
    films: [FilmID], collection: CollectionViewModel, loader: ItemLoader, state: BrowsingState,
    isOffline: Bool
  ) {
    self.films = films
    self.collection = collection
    self.loader = loader
    self.state = state
    self.isOffline = isOffline
  }

  package var isEmpty: Bool { films.isEmpty }

  package var tally: RatingTally {
    RatingTally(
      rated: Set(acts.filter { $0.deed != .skip }.map(\.place)).count,
      skipped: acts.filter { $0.deed == .skip }.count, left: films.count - position)
  }

  /// The film that is to be rated now, or nothing at the end.
  ///
  /// A film that was removed meanwhile is left out.
  package func card() async throws -> RatingCard? {
    while films.indices.contains(position) {
      let id = films[position]
      if let item = try await item(id), item.entry != nil {
        Task { await loadAhead() }
        return RatingCard(item: item, number: position + 1, total: films.count)
      }
      films.remove(at: position)
    }
    return nil
  }

  /// Rates the present film, and goes on to the next.
  package func rate(_ rating: Rating) async throws -> FilmItem? {
    guard let item = try await card()?.item else { return nil }
    return try await change(item, to: rating, as: .rating, at: position)
  }

  /// Adds half a point to the rating that was given last.
  package func addHalf() async throws -> Half {
    guard let last = acts.last(where: { $0.deed != .skip }), let old = last.after.entry?.rating
    else { return .nothingRated }
    guard let new = Rating(tenths: old.tenths + 5) else { return .tooMuch(last.after) }
    return .added(try await change(last.after, to: new, as: .half, at: last.place))
  }

  /// Goes on to the next film; this one comes last the next time.
  package func skip() async throws {
    guard let item = try await card()?.item else { return }
    let outcome = try await collection.skipRating(item, command: "rate")
    acts.append(
      Act(deed: .skip, place: position, before: item, after: item, step: outcome.step))
    position += 1
  }

  /// Takes back what was done last in this session.
  ///
  /// - Returns: What that was, and its film as it is now; nothing where there is nothing more.
  package func undo() async throws -> (deed: Deed, item: FilmItem)? {
    guard let act = acts.last else { return nil }
    try await takeBack(act)
    acts.removeLast()
    loaded[act.before.id] = nil
    let item = try await item(act.before.id) ?? act.before
    if act.deed != .half { position = act.place }
    return (act.deed, item)
  }

  /// The films that were rated, as they are now.
  package func changed() async -> [FilmItem] {
    let resultSet = await state.resultSet
    var order: [Int] = []
    var items: [Int: FilmItem] = [:]
    for act in acts where act.deed != .skip {
      if items[act.place] == nil { order.append(act.place) }
      items[act.place] = act.after
    }
    return order.compactMap { items[$0] }.map { item in
      var item = item
      item.index = resultSet?.number(of: item.id)
      return item
    }
  }

  /// Gives up facts that are still being fetched.
  package func close() async { await fetching.giveUp() }

  // MARK: - Changes

  private func change(
    _ item: FilmItem, to rating: Rating, as deed: Deed, at place: Int
  ) async throws -> FilmItem {
    loaded[item.id] = nil
    let outcome = try await collection.rate(
      item, again: rating, command: "rate \(item.id) \(rating.text)", offline: isOffline)
    let after = outcome.items.first ?? item
    acts.append(
      Act(deed: deed, place: place, before: item, after: after, step: outcome.step))
    loaded[item.id] = nil
    if deed == .rating { position += 1 }
    return after
  }

  private func takeBack(_ act: Act) async throws {
    guard let step = act.step else { return }
    do {
      _ = try await collection.undo(step: step, command: "undo", force: false)
    } catch StoreError.nothingToReverse {
      // It was taken back elsewhere already.
    } catch StoreError.changedSince {
      acts.removeLast()
      throw ViewModelError.filmChanged(title: act.before.name)
    }
  }

  // MARK: - Cards

  private func item(_ id: FilmID) async throws -> FilmItem? {
    if let item = loaded[id] { return item }
    let facts = await loader.lookup.localFilms([id])
    let item = try await loader.items([(id, facts[id])], needsFacts: false).first
    loaded[id] = item
    return item
  }

  /// Loads the cards behind the present one, and has facts fetched that nobody here knows.
  private func loadAhead() async {
    let start = min(position, films.count)
    for id in films[start..<min(start + 1 + Self.ahead, films.count)] {
      guard let item = try? await item(id), item.film?.isComplete != true,
        await collection.services.sources.canAskNetwork(in: context), asked.insert(id).inserted
      else { continue }
      await fetching.add([id]) { await self.fetch($0) }
    }
  }

  private var context: CommandContext {
    CommandContext(line: "rate", now: collection.now(), isOffline: isOffline)
  }

  private func fetch(_ id: FilmID) async {
    guard let film = try? await loader.lookup.film(id, in: context).value else { return }
    loaded[id]?.film = film
  }
}
