import FilmzDomain
import FilmzStore
import Foundation

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
    let filter = query.filter
    var matches = items.filter {
      Self.matchesValues($0, query) && Self.matchesText($0, filter.grep)
    }
    matches = Self.items(matches, with: filter.directors) { $0.directors }
    matches = Self.items(matches, with: filter.actors) { $0.actors }
    matches = Self.items(matches, with: filter.people) { $0.directors + $0.writers + $0.actors }
    return Self.sorted(matches, query.order)
  }

  // MARK: - Conditions

  private static func matchesValues(_ item: FilmItem, _ query: CollectionQuery) -> Bool {
    let filter = query.filter
    let film = item.film
    let genres = Set((film?.genres ?? []).map { $0.lowercased() })
    let types = filter.types.flatMap(\.matchingTypes)
    let ranges = [
      (filter.years, item.year), (filter.imdbRating, film?.imdbRating?.tenths),
      (filter.votes, film?.imdbVotes), (filter.runtime, film?.runtimeMinutes),
    ]
    return filter.genres.allSatisfy { $0.contains { genres.contains($0.lowercased()) } }
      && (types.isEmpty || film?.type.map(types.contains) == true)
      && ranges.allSatisfy { range, value in
        range.map { range in value.map(range.contains) ?? false } ?? true
      }
      && matchesPlatform(item, filter.platform) && isRecent(item, query)
  }

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

  /// Returns the films of all people with some names.
  ///
  /// Words of a name may be beginnings of words only if nobody has them as whole words.
  private static func items(
    _ items: [FilmItem], with names: [String], in people: (Film) -> [String]
  ) -> [FilmItem] {
    names.reduce(items) { remaining, name in
      let person = PersonName(name)
      func matches(wholeWords: Bool) -> [FilmItem] {
        remaining.filter { item in
          let names = item.film.map(people) ?? []
          return person.matchesAny(of: names.joined(separator: "\n"), wholeWords: wholeWords)
        }
      }
      let exactMatches = matches(wholeWords: true)
      return exactMatches.isEmpty ? matches(wholeWords: false) : exactMatches
    }
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
    func compared<Value: Comparable>(_ value: (FilmItem) -> Value?) -> Bool? {
      switch (value(left), value(right)) {
      case (nil, nil): nil
      case (nil, _): false
      case (_, nil): true
      case (let first?, let second?):
        first == second ? nil : (first < second) != term.isDescending
      }
    }
    return switch term.key {
    case .name: compared { $0.title.map(TextFolding.key) }
    case .year: compared(\.year)
    case .added: compared(\.skip?.skippedAt)
    case .imdb: compared(\.film?.imdbRating)
    case .votes: compared(\.film?.imdbVotes)
    case .runtime: compared(\.film?.runtimeMinutes)
    case .random, .userRating, .watched, .weightedRating: nil
    }
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
