import FilmzDomain
import Foundation

@testable import FilmzStore

/// What a list of the collection has to be, computed film by film.
struct ListingReference {
  private struct Item {
    let entry: CollectionEntry
    let film: Film?

    var title: String? { film?.title ?? entry.caption?.title }
    var year: Int? { film?.year ?? entry.caption?.year }
  }

  private let items: [Item]

  /// What the entries and the film cache say now.
  init(_ stores: Stores) async throws {
    let ids = try await stores.collection.allIDs()
    let entries = try await stores.collection.entries(ids)
    let films = try await stores.cache.films(ids)
    items = ids.compactMap { id in entries[id].map { Item(entry: $0, film: films[id]) } }
  }

  func ids(_ query: CollectionQuery) -> [FilmID] {
    items.filter { Self.isMine($0, query) && Self.fits($0, query.filter) }
      .sorted { Self.precedes($0, $1, query.order) }.map(\.entry.id)
  }

  func countWithoutFacts(_ query: CollectionQuery) -> Int {
    guard query.filter.isOfFacts || query.filter.grep != nil else { return 0 }
    return items.count { $0.film == nil && Self.isMine($0, query) && !Self.fits($0, query.filter) }
  }

  // MARK: - Filters

  private static func isMine(_ item: Item, _ query: CollectionQuery) -> Bool {
    let entry = item.entry
    let filter = query.filter
    if let isWatched = filter.isWatched, isWatched != entry.isWatched { return false }
    if let range = filter.myRating, !holds(range, entry.rating?.tenths) { return false }
    if let isRated = filter.isRated, isRated != (entry.rating != nil) { return false }
    if let audience = filter.audience, audience != entry.audience { return false }
    if let days = filter.recentDays,
      entry.addedAt < query.now.addingTimeInterval(-86_400 * Double(days))
    {
      return false
    }
    let tags = entry.tags + entry.viewings.flatMap(\.tags)
    return filter.tags.allSatisfy { tag in tags.contains { tagKey($0) == tagKey(tag) } }
  }

  /// A tag of signs alone is compared as it is.
  private static func tagKey(_ tag: String) -> String {
    let key = TextFolding.key(tag)
    return key.isEmpty ? tag : key
  }

  private static func holds(_ range: ClosedRange<Int>, _ value: Int?) -> Bool {
    value.map(range.contains) ?? false
  }

  private static func fits(_ item: Item, _ filter: FilmFilter) -> Bool {
    let film = item.film
    let genres = (film?.genres ?? []).map { $0.lowercased() }
    let hasGenres = filter.genres.allSatisfy { group in
      group.contains { genres.contains($0.lowercased()) }
    }
    let types = filter.types.flatMap(\.included)
    guard hasGenres, types.isEmpty || film?.type.map(types.contains) == true else { return false }
    let ranges = [
      (filter.years, item.year), (filter.imdbRating, film?.imdbRating?.tenths),
      (filter.votes, film?.imdbVotes), (filter.runtime, film?.runtimeMinutes),
    ]
    guard ranges.allSatisfy({ range, value in range.map { holds($0, value) } ?? true }),
      filter.directors.allSatisfy({ isOne(of: film?.directors ?? [], $0) }),
      filter.people.allSatisfy({ isOne(of: (film?.directors ?? []) + (film?.actors ?? []), $0) })
    else { return false }
    guard let text = filter.grep else { return true }
    let words = TextFolding.words(text)
    let body = body(item)
    return !words.isEmpty
      && words.allSatisfy { word in body.contains { $0.contains(word) } }
  }

  /// Whether a name has all words of a text.
  private static func isOne(of names: [String], _ text: String) -> Bool {
    names.contains { Set(TextFolding.words($0)).isSuperset(of: TextFolding.words(text)) }
  }

  private static func body(_ item: Item) -> [String] {
    let entry = item.entry
    let facts = item.film.map {
      [$0.title, $0.originalTitle ?? ""] + $0.directors + $0.writers + $0.actors
    }
    let year = item.film.map(\.year) ?? entry.caption?.year
    let mine = [entry.notes, entry.recommendedBy] + entry.viewings.map(\.note)
    return ((facts ?? [entry.caption?.title ?? ""]) + mine.compactMap(\.self))
      .map(TextFolding.key) + [year.map(String.init) ?? ""]
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
    case .mine: compared(\.entry.rating)
    case .imdb: compared(\.film?.imdbRating)
    case .votes: compared(\.film?.imdbVotes)
    case .watched: compared(\.entry.dateWatched)
    case .runtime: compared(\.film?.runtimeMinutes)
    case .random: nil
    }
  }

  /// A folded title, which sorts byte by byte; what has none comes last.
  private struct Title: Comparable {
    let key: [UInt8]

    init(_ title: String?) { key = title.map { Array(TextFolding.key($0).utf8) } ?? [0xFF] }

    static func < (left: Self, right: Self) -> Bool {
      left.key.lexicographicallyPrecedes(right.key)
    }
  }
}
