/// The data of the built-in starter catalog, with one film per line.
///
/// Fields are separated by `|` and list items by `, `, in this order:
/// id | title | original title (empty if the same) | year or first–last year | type |
/// runtime in minutes | genres | directors | lead actors | languages | countries | IMDb rating |
/// votes, rounded | titles in other countries, separated by ` / ` (may be empty)
enum StarterFilms {
  /// The year of most ratings and votes; some are a few years older, a few are from 2025.
  static let ratingsAsOf = "2024"

  /// The lines of all films, separated by line feeds, oldest first.
  static var text: String {
    [
      films1920to1939, films1940to1959, films1960to1969, films1970to1979, films1980to1989,
      films1990to1999, films2000to2004, films2005to2009, films2010to2014, films2015to2019,
      films2020to2025,
    ].joined(separator: "\n")
  }
}
