/// The facts of the built-in starter catalog, one film a line.
///
/// Fields stand in this order, separated by `|`, lists by `, `:
/// id | title | original title (empty: the same) | year or first–last year | type | runtime in minutes |
/// genres | directors | lead actors | languages | countries | IMDb rating | votes, rounded
enum StarterFilms {
  /// The year that most ratings and votes are of; some are a few years older, a few of 2025.
  static let asOf = "2024"

  /// All lines, oldest first.
  static var text: String {
    [
      films1920to1959,
      films1960to1979,
      films1980to1989,
      films1990to1999,
      films2000to2009,
      films2010to2024,
    ].joined(separator: "\n")
  }
}
