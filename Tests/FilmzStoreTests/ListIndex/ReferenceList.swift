import FilmzDomain
import Foundation

@testable import FilmzStore

/// The expected lists of the collection, computed film by film from entries and facts.
struct ReferenceList {
  private struct Item {
    let entry: CollectionEntry
    let film: Film?

    var title: String? { film?.title ?? entry.caption?.title }
    var year: Int? { film?.year ?? entry.caption?.year }
  }

  private let items: [Item]

  /// Reads the entries and their facts.
  init(_ stores: Stores) async throws {
    let ids = try await stores.collection.allIDs()
    let entries = try await stores.collection.entries(ids)
    let films = try await stores.cache.films(ids)
    items = ids.compactMap { id in entries[id].map { Item(entry: $0, film: films[id]) } }
  }

  /// Returns the ids of the matching films, in the order of the query.
  func ids(_ query: CollectionQuery) -> [FilmID] {
    items.filter { Self.matchesUserData($0, query) && Self.matchesFacts($0, query.filter) }
      .sorted { Self.precedes($0, $1, query.order) }.map(\.entry.id)
  }

  /// Returns the number of films without facts that a query might match if their facts were known.
  func countWithoutFacts(_ query: CollectionQuery) -> Int {
    guard query.filter.filtersByFacts || query.filter.grep != nil else { return 0 }
    return items.count {
      $0.film == nil && Self.matchesUserData($0, query) && !Self.matchesFacts($0, query.filter)
    }
  }

  // MARK: - Filters

  private static func matchesUserData(_ item: Item, _ query: CollectionQuery) -> Bool {
    let entry = item.entry
    let filter = query.filter
    if let isWatched = filter.isWatched, isWatched != entry.isWatched { return false }
    if let range = filter.userRating, !contains(range, entry.rating?.tenths) { return false }
    if let isRated = filter.isRated, isRated != (entry.rating != nil) { return false }
    if filter.isRewatched, entry.viewings.count(where: { $0.date != nil }) < 2 { return false }
    if let platform = filter.platform, platform != entry.platform?.lowercased() { return false }
    if let audience = filter.audience, audience != entry.audience { return false }
    if let days = filter.recentDays,
      entry.addedAt < query.now.addingTimeInterval(-86_400 * Double(days))
    {
      return false
    }
    let tags = entry.tags + entry.viewings.flatMap(\.tags)
    return filter.tags.allSatisfy { tag in tags.contains { tagKey($0) == tagKey(tag) } }
  }

  /// Returns the folded tag, or the tag itself if it has neither letters nor digits.
  private static func tagKey(_ tag: String) -> String {
    let key = TextFolding.key(tag)
    return key.isEmpty ? tag : key
  }

  private static func contains(_ range: ClosedRange<Int>, _ value: Int?) -> Bool {
    value.map(range.contains) ?? false
  }

  private static func matchesFacts(_ item: Item, _ filter: FilmFilter) -> Bool {
    let film = item.film
    let genres = (film?.genres ?? []).map { $0.lowercased() }
    let hasGenres = filter.genres.allSatisfy { group in
      group.contains { genres.contains($0.lowercased()) }
    }
    let types = filter.types.flatMap(\.matchingTypes)
    guard hasGenres, types.isEmpty || film?.type.map(types.contains) == true else { return false }
    let ranges = [
      (filter.years, item.year), (filter.imdbRating, film?.imdbRating?.tenths),
      (filter.votes, film?.imdbVotes), (filter.runtime, film?.runtimeMinutes),
    ]
    guard ranges.allSatisfy({ range, value in range.map { contains($0, value) } ?? true }),
      filter.directors.allSatisfy({ anyName(in: film?.directors ?? [], hasWordsOf: $0) }),
      filter.people.allSatisfy({
        anyName(in: (film?.directors ?? []) + (film?.actors ?? []), hasWordsOf: $0)
      })
    else { return false }
    guard let text = filter.grep else { return true }
    let words = TextFolding.wordsWithoutAnd(text)
    let searchableTexts = searchableTexts(item)
    return !words.isEmpty
      && words.allSatisfy { word in searchableTexts.contains { $0.contains(word) } }
  }

  /// Returns whether one of the names contains all words of a string.
  private static func anyName(in names: [String], hasWordsOf text: String) -> Bool {
    names.contains { Set(TextFolding.words($0)).isSuperset(of: TextFolding.words(text)) }
  }

  private static func searchableTexts(_ item: Item) -> [String] {
    let entry = item.entry
    let facts = item.film.map {
      [$0.title, $0.originalTitle ?? ""] + $0.directors + $0.writers + $0.actors
    }
    let userTexts = [entry.notes, entry.recommendedBy] + entry.viewings.map(\.note)
    return ((facts ?? [entry.caption?.title ?? ""]) + userTexts.compactMap(\.self))
      .map(TextFolding.titleKey) + [item.year.map(String.init) ?? ""]
  }

  // MARK: - Order

  private static func precedes(_ left: Item, _ right: Item, _ order: FilmOrder) -> Bool {
    for term in order.terms {
      if let precedes = precedes(left, right, term) { return precedes }
    }
    let titles = [left, right].map { Array(Title($0.title).key) }
    if titles[0] != titles[1] { return titles[0].lexicographicallyPrecedes(titles[1]) }
    return left.entry.id < right.entry.id
  }

  /// Returns `nil` if both films are equal by a term.
  private static func precedes(_ left: Item, _ right: Item, _ term: FilmOrder.Term) -> Bool? {
    func compared<Value: Comparable>(_ value: (Item) -> Value?) -> Bool? {
      switch (value(left), value(right)) {
      case (nil, nil): nil
      case (nil, _): false
      case (_, nil): true
      case (let first?, let second?):
        first == second ? nil : (first < second) != term.isDescending
      }
    }
    return switch term.key {
    case .name: compared { $0.title.map(Title.init) }
    case .year: compared(\.year)
    case .added: compared(\.entry.addedAt)
    case .userRating: compared(\.entry.rating)
    case .imdb, .weightedRating: compared(\.film?.imdbRating)
    case .votes: compared(\.film?.imdbVotes)
    case .watched: compared(\.entry.dateWatched)
    case .runtime: compared(\.film?.runtimeMinutes)
    case .random: nil
    }
  }

  /// A folded title, compared byte by byte; missing titles are last.
  private struct Title: Comparable {
    let key: [UInt8]

    init(_ title: String?) { key = title.map { Array(TextFolding.key($0).utf8) } ?? [0xFF] }

    static func < (left: Self, right: Self) -> Bool {
      left.key.lexicographicallyPrecedes(right.key)
    }
  }
}
