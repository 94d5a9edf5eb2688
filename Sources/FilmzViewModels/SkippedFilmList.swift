import FilmzDomain
import FilmzServices
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
