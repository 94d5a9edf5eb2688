import FilmzDomain

/// A list of titles of TMDB, which consists of pages.
struct TMDBList: Sendable, Hashable {
  /// The path of the requests for pages.
  let path: String
  /// The kind of all titles; `nil` if each element has its own.
  let kind: TMDBKind?
  /// The parameters of the requests for pages, except for the number of the page.
  let parameters: [String: String]

  /// Returns the list of the results of a search.
  ///
  /// The kind is `nil` for titles of both kinds and people; TMDB cannot filter this list by year.
  static func search(_ text: String, _ kind: TMDBKind?, year: Int?, language: String) -> TMDBList {
    var parameters = ["query": text, "include_adult": "false", "language": language]
    let yearName = kind == .movie ? "primary_release_year" : "first_air_date_year"
    parameters[yearName] = year.map(String.init)
    return TMDBList(path: "search/\(kind?.rawValue ?? "multi")", kind: kind, parameters: parameters)
  }
}
