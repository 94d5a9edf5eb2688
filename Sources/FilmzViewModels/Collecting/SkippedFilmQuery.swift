import FilmzDomain
import FilmzServices
import Foundation

extension [FilmItem] {
  /// Returns the skipped films that match a query, in the order of the query; the array has all skipped films, the most
  /// recently skipped first.
  ///
  /// The conditions have the same meaning as for films of the collection. They are evaluated in memory, because skipped
  /// films are not in the list index.
  func skippedFilms(matching query: CollectionQuery) -> [FilmItem] {
    let films = map(\.filmWithCaption)
    let ids = Set(films.matching(query.filter).map(\.id))
    let matches = zip(self, films).filter { item, film in
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
    let start = query.filter.recentDays.map { query.now.addingTimeInterval(-86_400 * Double($0)) }
    let times = query.filter.addedTimes
    guard start != nil || times != nil else { return true }
    return item.skip.map { $0.skippedAt >= start ?? .distantPast && times?.contains($0.skippedAt) != false } ?? false
  }

  private static func matchesText(_ item: FilmItem, _ text: String?) -> Bool {
    guard let text else { return true }
    let words = TextFolding.wordsWithoutAnd(text)
    let film = item.film
    let people = (film?.directors ?? []) + (film?.writers ?? []) + (film?.actors ?? [])
    let texts = [item.title, film?.originalTitle, item.year.map(String.init)].compactMap(\.self)
    let body = (texts + people).map(TextFolding.titleKey).joined(separator: "\n")
    return !words.isEmpty && words.allSatisfy { body.contains($0) }
  }

  // MARK: - Order

  private static func sorted(_ items: [FilmItem], _ order: FilmOrder) -> [FilmItem] {
    guard order.terms.map(\.key) != [.random] else { return items.shuffled() }
    return items.sorted { left, right in
      for term in order.terms { if let isBefore = precedes(left, right, term) { return isBefore } }
      let titles = [left, right].map { TextFolding.key($0.title ?? "") }
      return (titles[0], left.id) < (titles[1], right.id)
    }
  }

  /// Returns whether a film comes before another one by a term of an order; `nil` if they are equal by it.
  ///
  /// Films without a value come last.
  private static func precedes(_ left: FilmItem, _ right: FilmItem, _ term: FilmOrder.Term) -> Bool? {
    switch term.key {
    case .name: term.precedes(left.title.map(TextFolding.key), right.title.map(TextFolding.key))
    case .year: term.precedes(left.year, right.year)
    case .added: term.precedes(left.skip?.skippedAt, right.skip?.skippedAt)
    default: term.precedes(left.filmWithCaption, right.filmWithCaption)
    }
  }
}

extension FilmItem {
  /// The film's facts; a title or year that they do not have is that of the stored caption.
  fileprivate var filmWithCaption: Film {
    var film = film ?? Film(id: id, title: title ?? "", origin: .own)
    film.year = year
    return film
  }
}

extension CollectionQuery {
  /// Checks that skipped films have data for all conditions and sort keys of the query.
  ///
  /// - Throws: ``DomainError/notForSkippedFilms(_:)``, ``DomainError/unknownSortKey(_:known:)``.
  func requireDataOfSkippedFilms() throws(DomainError) {
    try filter.requireDataOfSkippedFilms()
    // The sort keys for which skipped films have values.
    let keys: [FilmOrder.Key] = [.name, .year, .added, .imdb, .votes, .runtime, .random]
    if let term = order.terms.first(where: { !keys.contains($0.key) }) {
      throw .unknownSortKey(term.key.rawValue, known: keys.map(\.rawValue))
    }
  }
}
