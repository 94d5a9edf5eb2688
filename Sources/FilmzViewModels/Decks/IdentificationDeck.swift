package import FilmzDomain
package import FilmzExchange
import FilmzServices
import FilmzStore
import Foundation

/// A film that may be the same as a film that is known by title and year only.
package struct IdentificationCandidate: Sendable {
  package let item: FilmItem
  /// The title that agrees with the known one; `nil` if none does, which is possible after a search for another text.
  package let title: AgreeingTitle?

  /// `true` if the film itself is in the collection, and not only a film with the same title and year.
  package var isCollected: Bool { item.entry?.id == item.id }
}

/// An action on a film that is known by title and year only.
package enum IdentificationAction: Sendable {
  /// The film with the id `alias` is identified with the film of a candidate.
  case identify(alias: FilmID, IdentificationCandidate)
  /// The film gets an own record.
  case makeRecord
}

/// The deck of the films that are known by title and year only.
package typealias IdentificationDeck = CardDeck<IdentificationAction>

extension CardDeck where Action == IdentificationAction {
  /// The numbers of films that were identified, and of those that are left.
  package var summary: (identified: Int, left: Int) {
    let identified = Set(undoEntries.map(\.position)).count
    return (identified, films.count - identified)
  }

  /// The films that were identified, in the order of the deck.
  package var identifiedFilms: [FilmItem] { Self.films(after: undoEntries) }
}

/// Finds and caches the candidates for films that are known by title and year only.
package actor IdentificationCandidates: ViewModel {
  /// The maximum number of candidates for a film, each of which has a digit as its key.
  private static let maximumCount = 9

  let viewModels: ViewModels
  private let context: CommandContext
  private var collection: [String: [MatchCandidate]]?
  private var found: [FilmID: [Found]] = [:]

  /// A film with its local facts, if there are any.
  private typealias Found = (id: FilmID, film: Film?, title: AgreeingTitle?)

  init(viewModels: ViewModels, context: CommandContext) { (self.viewModels, self.context) = (viewModels, context) }

  /// Returns the candidates for a film, best first, without hidden ones.
  func candidates(for item: FilmItem) async throws -> [IdentificationCandidate] {
    let films = if let known = found[item.id] { known } else { try await find(item) }
    found[item.id] = films
    let items = try await assembler.items(films.map { ($0.id, $0.film) }, needsFacts: false)
    return zip(films, items).filter { !$1.isHidden }.map { IdentificationCandidate(item: $1, title: $0.title) }
  }

  private func find(_ item: FilmItem) async throws -> [Found] {
    let matching = TitleMatching(viewModels: viewModels, context: context.offline, report: { _ in })
    let collection = if let known = self.collection { known } else { try await matching.collectionCandidates() }
    self.collection = collection
    let films = try await matching.possibleFilms(item.namedFilm, collection, limit: Self.maximumCount)
    let facts = await services.lookup.localFilms(films.map(\.film.id))
    return films.map { ($0.film.id, facts[$0.film.id], $0.title) }
  }

  /// Replaces the candidates for a film by the first page of a search, unless the search finds nothing.
  ///
  /// - Returns: `false` if the search finds nothing.
  package func search(_ text: String, for item: FilmItem) async throws -> Bool {
    let query = SearchQuery(text: text)
    guard query.isSearchable else { throw ViewModelError.nothingToSearch }
    let page = try await services.search.search(query, from: .auto, in: context).value.page
    let ids = try await database.openForReading().collection.canonicalIDs(of: page.films.map(\.id))
    let films = page.films.filter { !(ids[$0.id] ?? $0.id).isNamed }.prefix(Self.maximumCount)
    guard !films.isEmpty else { return false }
    let facts = await services.lookup.localFilms(films.map(\.id))
    let titles = FilmMatcher.candidates(for: item.namedFilm, among: films.map { MatchCandidate($0) })
    found[item.id] = films.map { film in
      (film.id, facts[film.id]?.fillingGaps(from: film) ?? film, titles.first { $0.film.id == film.id }?.title)
    }
    return true
  }
}

extension FilmItem {
  /// The title, year and type, with which matching begins.
  fileprivate var namedFilm: NamedFilm { NamedFilm(title: title, year: year, type: type) }
}

// The films that are still known by title and year only, one by one.
extension IdentificationViewModel {
  /// Returns the films that are known by title and year only, by title, without hidden ones.
  private func leftIDs() async throws -> [FilmID] {
    let films = try await database.openForReading().collection.namedFilms()
    let shown = try await assembler.shown(films) { ($0.id, nil) }
    return shown.map { (TextFolding.titleKey($0.caption.title), $0.caption.year ?? 0, $0.id) }.sorted { $0 < $1 }.map(
      \.2)
  }

  /// Returns whether any film is known by title and year only, without hidden ones.
  package func isAnyLeft() async throws -> Bool { try await !leftIDs().isEmpty }

  /// Returns the films that are known by title and year only, by title, with their candidates.
  package func leftFilms(in context: CommandContext) async throws -> [FilmItem] {
    let candidates = IdentificationCandidates(viewModels: viewModels, context: context)
    var films: [FilmItem] = []
    for id in try await leftIDs() { films += [try await card(id, candidates)].compactMap(\.self) }
    return films
  }

  /// Returns a deck of the films that are known by title and year only, and the finder of its candidates.
  package func begin(
    in context: CommandContext
  ) async throws -> (deck: IdentificationDeck, candidates: IdentificationCandidates) {
    let candidates = IdentificationCandidates(viewModels: viewModels, context: context)
    let deck = IdentificationDeck(
      films: try await leftIDs(), loadCard: { try await card($0, candidates) },
      store: { action, item, _ in try await store(action, of: item, in: context) },
      undoStep: { try await viewModels.journal.undo(step: $0, in: context.step("undo")) },
      newestChange: { try await database.openForReading().collection.newestChange() })
    return (deck, candidates)
  }

  /// Returns a film with its candidates; `nil` if it has been identified or removed, or is hidden.
  private func card(_ id: FilmID, _ candidates: IdentificationCandidates) async throws -> FilmItem? {
    guard var item = try await assembler.items([(id, nil)], needsFacts: false).first,
      item.id == id, item.entry != nil, !item.isHidden
    else { return nil }
    item.candidates = try await candidates.candidates(for: item)
    return item
  }

  private func store(
    _ action: IdentificationAction, of item: FilmItem, in context: CommandContext
  ) async throws -> (item: FilmItem, step: UUID?) {
    let film: FilmID
    switch action {
    case .identify(_, let candidate):
      film = candidate.item.id
      if !candidate.isCollected {
        await services.lookup.storeFacts(ofAddedFilms: [candidate.item.film].compactMap(\.self))
      }
    case .makeRecord: film = FilmID(unchecked: "own:\(UUID().uuidString)")
    }
    let title = item.caption.replacing(/["\\]/) { "\\\($0.output)" }
    let context = context.step("identify \"\(title)\" \(film)")
    let outcome =
      switch action {
      case .identify(let alias, _): try await viewModels.collection.identify(alias, film, in: context).outcome
      case .makeRecord: try await viewModels.records.identify(item, asOwnFilm: film, in: context)
      }
    guard var identified = outcome.items.first else { return (item, outcome.step) }
    identified.candidates = item.candidates
    return (identified, outcome.step)
  }
}
