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
  /// Viewings with the columns of Letterboxd's importer, as ``LetterboxdWriter`` writes them.
  case letterboxdImporterWatched
  /// Wanted films with these columns.
  case letterboxdImporterWatchlist
  /// A list with these columns, in the order of the rows.
  case letterboxdImporterList
  /// The profile, whose column of favorite films is a list of addresses.
  case letterboxdProfile
  case imdbRatings
  case imdbWatchlist
  case imdbList
  case tmdb
  /// The table that ``CSVWriter`` writes.
  case filmzTable
  /// The rows that filmz could not match with films; see ``UnmatchedFile``.
  case unmatched
  /// A table of any origin with a column for an id or a title.
  case table

  /// The format for users.
  package var format: ImportFormat {
    switch self {
    case .letterboxdWatched, .letterboxdWatchlist, .letterboxdLikes, .letterboxdRatings,
      .letterboxdDiary, .letterboxdReviews, .letterboxdList, .letterboxdProfile,
      .letterboxdImporterWatched, .letterboxdImporterWatchlist, .letterboxdImporterList:
      .letterboxd
    case .imdbRatings, .imdbWatchlist, .imdbList: .imdb
    case .tmdb: .tmdb
    case .filmzTable, .unmatched: .filmz
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
    if columns.isSuperset(of: importerColumns), let format = importer(name) { return format }
    guard columns.contains(where: ImportedColumn.identifies) else { return nil }
    return columns.contains("viewing") ? .filmzTable : .table
  }

  private static func letterboxd(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat {
    if columns.contains("watched date") {
      return columns.contains("review") ? .letterboxdReviews : .letterboxdDiary
    }
    if columns.contains("rating") { return .letterboxdRatings }
    if name.isWatchlist { return .letterboxdWatchlist }
    return name.isLikes ? .letterboxdLikes : .letterboxdWatched
  }

  /// Returns the kind of a file of IMDb.
  ///
  /// Ratings have no positions, except in files from before 2017, which all have the same columns.
  private static func imdb(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat {
    if columns.contains("your rating"), !columns.contains("position") { return .imdbRatings }
    if name.isWatchlist { return .imdbWatchlist }
    return columns.contains("you rated") && name.isRatings ? .imdbRatings : .imdbList
  }

  private static let importerColumns: Set<String> = [
    "imdbid", "title", "year", "rating10", "watcheddate", "rewatch", "tags", "review",
  ]

  /// Returns the kind of a file with the columns of Letterboxd's importer; `nil` if its name tells none.
  private static func importer(_ name: ExportFileName) -> CSVFormat? {
    if name.isInListFolder { return .letterboxdImporterList }
    if name.begins(with: "watchlist") { return .letterboxdImporterWatchlist }
    return name.begins(with: "watched") ? .letterboxdImporterWatched : nil
  }
}
