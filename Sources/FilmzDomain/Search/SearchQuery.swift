package import Foundation

/// A search for films in a source: a text, a filter, and a sort order.
package struct SearchQuery: Sendable, Hashable, Codable {
  /// The typed text, with whitespace trimmed and collapsed; empty if there is only a filter.
  package private(set) var text: String
  package var filter: FilmFilter
  /// `true` if only whole words match, and not beginnings of words.
  package var isExact: Bool
  /// The sort order of the results; `nil` for the best match first.
  package var order: FilmOrder?
  /// `true` if a short text also finds the best known titles that begin with it, for results while it is typed;
  /// otherwise it finds only titles that are equal to it.
  package var findsBeginnings: Bool?
  /// The films that catalogs leave out: with the filter `is:unseen`, those that the user has seen or skipped.
  ///
  /// They are read from the collection before each search, and not stored with the query.
  package var excludedFilms: Set<FilmID> = []
  /// The number of films that a catalog with all results on a single page has to find; `nil` for all; not stored.
  package var neededFilms: Int?
  /// The films that a local catalog leaves out of its results, because other results list them already; not stored.
  package var omittedFilms: [FilmID]?

  private enum CodingKeys: CodingKey {
    case text, filter, isExact, order, findsBeginnings
  }

  package init(text: String, filter: FilmFilter = FilmFilter(), isExact: Bool = false, order: FilmOrder? = nil) {
    self.text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    (self.filter, self.isExact, self.order) = (filter, isExact, order)
  }

  /// The text or, if it ends with `*`, the text without the asterisks and spaces at its end.
  package var plainText: String {
    text.hasSuffix("*") ? String(text.dropLast()).trimmingSuffix { $0 == "*" || $0 == " " } : text
  }

  /// `true` if the text contains a letter or a digit.
  package var isSearchable: Bool { text.contains { $0.isLetter || $0.isNumber } }

  /// `true` if the text ends with a year in brackets, as in `Heat (1995)`, which hardly any title does.
  package var endsWithYearInBrackets: Bool { text.hasSuffix(")") && readingLastWordAsYear != nil }

  /// `true` if the text may be the name of a person: it is not short, and it consists of letters, spaces,
  /// periods, apostrophes, and hyphens.
  package var mayBeName: Bool { !isShort && isSearchable && text.allSatisfy { $0.isLetter || " .'’-".contains($0) } }

  /// `true` if the text is too short for a search over the network.
  ///
  /// The minimum is three characters, or two if the text contains a character of a script in which
  /// characters are syllables or words. A text that ends with `*` is never too short. Source: Filmz2.
  package var isShort: Bool {
    let isSyllabicOrLogographic = text.unicodeScalars.contains { $0.value >= 0x2E80 }
    return !text.hasSuffix("*") && text.unicodeScalars.count < (isSyllabicOrLogographic ? 2 : 3)
  }

  /// `true` if only a local catalog supports the query.
  ///
  /// OMDb requires a text, filters only by year and by one of a few types, and does not sort.
  package var needsCatalog: Bool {
    var unsupportedFilter = filter
    unsupportedFilter.years = nil
    if [[.movie], [.series], [.episode], [.game]].contains(filter.types) { unsupportedFilter.types = [] }
    return order != nil || !isSearchable || !unsupportedFilter.isEmpty
  }

  /// The query with the year at the end of its text, `1995` or `(1995)`, replaced by a filter.
  ///
  /// It is `nil` if the text is a single word or does not end with a year, or if there is a filter for years.
  package var readingLastWordAsYear: SearchQuery? {
    let words = text.split(separator: " ")
    guard words.count > 1, filter.years == nil, let lastWord = words.last else { return nil }
    let isInBrackets = lastWord.hasPrefix("(") && lastWord.hasSuffix(")")
    guard let year = Int(year: isInBrackets ? lastWord.dropFirst().dropLast() : lastWord) else { return nil }
    var query = self
    query.text = words.dropLast().joined(separator: " ")
    query.filter.years = year...year
    return query
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, predicate(last) { text.removeLast() }
    return String(text)
  }
}

/// A query for films of the collection: a filter and a sort order.
package struct CollectionQuery: Sendable, Hashable {
  package var filter: FilmFilter
  /// The sort order; films that are equal in this order are sorted by title, then by id.
  package var order: FilmOrder
  /// The end of the period of ``FilmFilter/recentDays``.
  package let now: Date

  package init(
    _ filter: FilmFilter = FilmFilter(), order: FilmOrder = FilmOrder(.added, descending: true), now: Date = Date()
  ) {
    (self.filter, self.order, self.now) = (filter, order, now)
  }

  /// `true` if the films are sorted or filtered by runtime.
  package var isByRuntime: Bool { filter.runtime != nil || order.isByRuntime }
}

extension FilmFilter {
  /// The order in which films are listed by default: the most recently watched first if all of them are
  /// watched, otherwise the most recently added first.
  package var defaultOrder: FilmOrder { FilmOrder(isWatched == true ? .watched : .added, descending: true) }
}

/// One page of search results.
package struct SearchPage: Sendable, Hashable, Codable {
  package let films: [Film]
  /// The number of films on all pages.
  package let total: Int
  /// The reason why each film was found; `nil` if the source does not report it.
  package let matches: [FilmID: SearchMatch]?
  /// The person whose films are the first results; `nil` if the text is not the name of a well-known
  /// person.
  package var person: NamedPerson?
  /// `true` if the total is only an estimate; `nil` if it is exact.
  ///
  /// It is an estimate if the source also counts results that are not films, or if the page is merged from several lists.
  package var isTotalEstimated: Bool?
  /// The number of pages that the source reports; `nil` if it follows from the total and the size of pages.
  package var pageCount: Int?

  package init(films: [Film], total: Int, matches: [FilmID: SearchMatch]? = nil, person: NamedPerson? = nil) {
    (self.films, self.total, self.matches, self.person) = (films, total, matches, person)
  }

  /// The page of a search without results.
  package static let empty = SearchPage(films: [], total: 0)
}

/// The reason why a search found a film.
package enum SearchMatch: Sendable, Hashable, Codable {
  /// The title contains the words of the text.
  case title
  /// Another title contains the words of the text; `nil` if the source does not store that title.
  case alias(String?)
  /// The title is spelled similarly to the text or, if there is a value, this other title of the film.
  case spelling(String?)
  /// The text is the name of a person who worked on the film.
  case person(String, isDirector: Bool)
  /// The query has no text, and the film matches its filter.
  case filter
}

/// A person whose name or surname is the text of a search, and whose films are its first results.
package struct NamedPerson: Sendable, Hashable, Codable {
  package let name: String
  /// The number of films of the person that are in the results.
  package let filmCount: Int
  /// The name and date of the local catalog if it answered in place of a service; otherwise `nil`.
  package var answeringCatalog: String?

  package init(name: String, filmCount: Int) {
    self.name = name
    self.filmCount = filmCount
  }
}

/// The choice of the source to search.
package enum SourceChoice: Sendable, Hashable {
  /// All available sources, one after another, until one of them finds films.
  case auto
  /// One of the session's sources.
  case source(Film.Origin)

  /// The local catalog: the imported catalog, or the built-in one if none was imported.
  package static let catalog = SourceChoice.source(.catalog)
}

/// The films that can be browsed without a search text.
package enum LocalSource: String, Sendable, CaseIterable {
  /// The films of the local catalog: the imported catalog, or the built-in one if none was imported.
  case catalog
  /// The films with own records.
  case own
  case all
}
