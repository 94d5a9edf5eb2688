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
    items.filter { Self.isMine($0, query) && Self.fits($0, query) }
      .sorted { Self.precedes($0, $1, query.order) }.map(\.entry.id)
  }

  func countWithoutFacts(_ query: CollectionQuery) -> Int {
    var mine = query
    (mine.genres, mine.type, mine.years, mine.text) = ([], nil, nil, nil)
    guard mine != query else { return 0 }
    return items.count { $0.film == nil && Self.isMine($0, query) && !Self.fits($0, query) }
  }

  // MARK: - Filters

  private static func isMine(_ item: Item, _ query: CollectionQuery) -> Bool {
    let entry = item.entry
    if let isWatched = query.isWatched, isWatched != entry.isWatched { return false }
    if let ratings = query.ratings, entry.rating.map(ratings.contains) != true { return false }
    if let audience = query.audience, audience != entry.audience { return false }
    guard let tag = query.tag else { return true }
    let tags = entry.tags + entry.viewings.flatMap(\.tags)
    return tags.contains { tagKey($0) == tagKey(tag) }
  }

  /// A tag of signs alone is compared as it is.
  private static func tagKey(_ tag: String) -> String {
    let key = TextFolding.key(tag)
    return key.isEmpty ? tag : key
  }

  private static func fits(_ item: Item, _ query: CollectionQuery) -> Bool {
    let genres = (item.film?.genres ?? []).map { $0.lowercased() }
    if !query.genres.isEmpty, !query.genres.contains(where: { genres.contains($0.lowercased()) }) {
      return false
    }
    if let type = query.type, type != item.film?.type { return false }
    if let years = query.years, item.year.map(years.contains) != true { return false }
    guard let text = query.text else { return true }
    let words = TextFolding.words(text)
    let body = body(item)
    return !words.isEmpty
      && words.allSatisfy { word in body.contains { $0.contains(word) } }
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

  private static func precedes(_ left: Item, _ right: Item, _ order: CollectionQuery.Order) -> Bool
  {
    func compared<Value: Comparable>(_ value: (Item) -> Value?) -> Bool? {
      switch (value(left), value(right)) {
      case (nil, nil): nil
      case (nil, _): false
      case (_, nil): true
      case (let first?, let second?):
        first == second ? nil : (first < second) != order.isDescending
      }
    }
    let byValue: Bool? =
      switch order.key {
      case .name: compared { $0.title.map(Title.init) }
      case .year: compared(\.year)
      case .added: compared(\.entry.addedAt)
      case .rating: compared(\.entry.rating)
      case .watched: compared(\.entry.dateWatched)
      }
    if let byValue { return byValue }
    let titles = [left, right].map { Array(Title($0.title).key) }
    if titles[0] != titles[1] { return titles[0].lexicographicallyPrecedes(titles[1]) }
    return left.entry.id < right.entry.id
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
