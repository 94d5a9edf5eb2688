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
  /// The profile, whose column of favorite films is a list of addresses.
  case letterboxdProfile
  case imdbRatings
  case imdbWatchlist
  case imdbList
  case tmdb
  /// The rows that filmz could not match with films; see ``UnmatchedFile``.
  case unmatched
  /// A table of any origin with a column for an id or a title.
  case table

  /// The format for users.
  package var format: ImportFormat {
    switch self {
    case .letterboxdWatched, .letterboxdWatchlist, .letterboxdLikes, .letterboxdRatings,
      .letterboxdDiary, .letterboxdReviews, .letterboxdList, .letterboxdProfile:
      .letterboxd
    case .imdbRatings, .imdbWatchlist, .imdbList: .imdb
    case .tmdb: .tmdb
    case .unmatched: .filmz
    case .table: .csv
    }
  }

  /// Recognizes a file; returns `nil` if it has no columns that can be imported.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns, in lower case.
  ///   - path: The path of the file.
  ///   - format: The only format to recognize, or `nil` for any.
  init?(columns: Set<String>, path: String, as format: ImportFormat? = nil) {
    if format == .csv, columns.contains(where: ImportedColumn.identifies) {
      self = .table
      return
    }
    guard let recognized = Self.recognized(columns, ExportFileName(path)),
      format == nil || format == recognized.format
    else { return nil }
    self = recognized
  }

  private static func recognized(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat? {
    if UnmatchedColumns.identify(columns) { return .unmatched }
    if columns.isSuperset(of: ["position", "name", "url", "description"]) {
      return .letterboxdList
    }
    if columns.isSuperset(of: ["username", "favorite films"]) { return .letterboxdProfile }
    if columns.contains("letterboxd uri") { return letterboxd(columns, name) }
    if columns.isSuperset(of: ["const", "title type"]) { return imdb(columns, name) }
    if columns.isSuperset(of: ["tmdb id", "imdb id", "your rating"]) { return .tmdb }
    return columns.contains(where: ImportedColumn.identifies) ? .table : nil
  }

  private static func letterboxd(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat {
    if columns.contains("watched date") {
      return columns.contains("review") ? .letterboxdReviews : .letterboxdDiary
    }
    if columns.contains("rating") { return .letterboxdRatings }
    if name.isWatchlist { return .letterboxdWatchlist }
    return name.isLikes ? .letterboxdLikes : .letterboxdWatched
  }

  private static func imdb(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat {
    if name.isWatchlist { return .imdbWatchlist }
    return columns.contains("position") && !name.isRatings ? .imdbList : .imdbRatings
  }
}
