import FilmzDomain
import Synchronization

/// A list of search results of TMDB, which consists of pages.
struct TMDBList: Sendable, Hashable {
  let text: String
  /// The kind of all titles; `nil` for titles of both kinds and people.
  let kind: TMDBKind?
  /// The year of the titles; TMDB has no such list of titles of both kinds.
  let year: Int?
  let language: String

  var path: String { "search/\(kind?.rawValue ?? "multi")" }

  /// The parameters of requests for pages, except for the number of the page.
  var parameters: [(String, String)] {
    let yearName = kind == .movie ? "primary_release_year" : "first_air_date_year"
    return [("query", text), ("include_adult", "false"), ("language", language)]
      + (year.map { [(yearName, String($0))] } ?? [])
  }
}

/// The ends of the lists that were requested last, so that no pages after the end are requested.
final class TMDBListEnds: Sendable {
  private static let capacity = 100

  private let ends = Mutex(LRUCache<TMDBList, TMDBPage>(capacity: capacity))

  /// Returns an empty page with the totals of a list; `nil` if they are not known.
  func end(of list: TMDBList) -> TMDBPage? { ends.withLock { $0.value(for: list) } }

  /// Stores the totals that a page of a list reports.
  func store(_ page: TMDBPage, of list: TMDBList) {
    ends.withLock { $0.store(page.withoutElements, for: list) }
  }
}
