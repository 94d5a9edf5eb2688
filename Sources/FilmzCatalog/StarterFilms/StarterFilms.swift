/// The facts of the built-in starter catalog, one film a line.
///
/// Fields stand in this order, separated by `|`, lists by `, `:
/// id | title | original title (empty: the same) | year or first–last year | type | runtime in minutes |
/// genres | directors | lead actors | languages | countries | IMDb rating | votes, rounded |
/// what it is called elsewhere, separated by ` / ` (empty: nothing)
enum StarterFilms {
  /// The year that most ratings and votes are of; some are a few years older, a few of 2025.
  static let ratingsAsOf = "2024"

  /// All lines, oldest first.
  static var text: String {
    [
      films1920to1939, films1940to1959, films1960to1969, films1970to1979, films1980to1989,
      films1990to1999, films2000to2004, films2005to2009, films2010to2014, films2015to2019,
      films2020to2025,
    ].joined(separator: "\n")
  }
}
