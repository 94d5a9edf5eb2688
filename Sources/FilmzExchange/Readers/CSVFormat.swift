/// The kinds of CSV files that can be imported.
///
/// A kind is recognized by the names of the columns; only if several kinds have the same columns, by the name of the
/// file. Source: the exports of Letterboxd, IMDb and TMDB.
package enum CSVFormat: String, Sendable, CaseIterable {
  case letterboxdWatched
  case letterboxdWatchlist
  case letterboxdLikes
  case letterboxdRatings
  case letterboxdDiary
  case letterboxdReviews
  case letterboxdList
  case imdbRatings
  case imdbWatchlist
  case imdbList
  case tmdb
  /// A table of any origin with a column for an id or a title.
  case table

  /// Recognizes a file; returns `nil` if it has no columns that can be imported.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns, in lower case.
  ///   - path: The path of the file.
  init?(columns: Set<String>, path: String) {
    let name = path.lowercased()
    if columns.isSuperset(of: ["position", "name", "url", "description"]) {
      self = .letterboxdList
    } else if columns.contains("letterboxd uri") {
      self = Self.letterboxd(columns, name)
    } else if columns.isSuperset(of: ["const", "title type"]) {
      self = Self.imdb(columns, name)
    } else if columns.isSuperset(of: ["tmdb id", "imdb id", "your rating"]) {
      self = .tmdb
    } else if columns.contains(where: { ImportedColumn.identifies($0) }) {
      self = .table
    } else {
      return nil
    }
  }

  private static func letterboxd(_ columns: Set<String>, _ name: String) -> CSVFormat {
    if columns.contains("watched date") {
      return columns.contains("review") ? .letterboxdReviews : .letterboxdDiary
    }
    if columns.contains("rating") { return .letterboxdRatings }
    if name.contains("watchlist") { return .letterboxdWatchlist }
    return name.contains("likes") ? .letterboxdLikes : .letterboxdWatched
  }

  private static func imdb(_ columns: Set<String>, _ name: String) -> CSVFormat {
    if name.contains("watchlist") { return .imdbWatchlist }
    return columns.contains("position") && !name.contains("rating") ? .imdbList : .imdbRatings
  }
}
