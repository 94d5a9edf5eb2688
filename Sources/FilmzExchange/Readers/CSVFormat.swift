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
  case imdbRatings
  case imdbWatchlist
  case imdbList
  case tmdb
  /// The table that ``CSVWriter`` writes.
  case filmzTable
  /// A table of any origin with a column for an id or a title.
  case table

  /// Recognizes a file; returns `nil` if it has no columns that can be imported.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns, in lower case.
  ///   - path: The path of the file.
  init?(columns: Set<String>, path: String) {
    let place = FilePlace(path)
    if columns.isSuperset(of: ["position", "name", "url", "description"]) {
      self = .letterboxdList
    } else if columns.contains("letterboxd uri") {
      self = Self.letterboxd(columns, place)
    } else if columns.isSuperset(of: ["const", "title type"]) {
      self = Self.imdb(columns, place.name)
    } else if columns.isSuperset(of: ["tmdb id", "imdb id", "your rating"]) {
      self = .tmdb
    } else if columns.isSuperset(of: Self.importerColumns), let format = Self.importer(place) {
      self = format
    } else if columns.contains(where: { ImportedColumn.identifies($0) }) {
      self = columns.contains("viewing") ? .filmzTable : .table
    } else {
      return nil
    }
  }

  /// The name of a file and that of its folder, in lower case.
  private struct FilePlace {
    let name: String
    let folder: String

    init(_ path: String) {
      let parts = path.lowercased().split(separator: "/")
      name = parts.last.map { String($0) } ?? ""
      folder = parts.dropLast().last.map { String($0) } ?? ""
    }
  }

  private static func letterboxd(_ columns: Set<String>, _ place: FilePlace) -> CSVFormat {
    if columns.contains("watched date") {
      return columns.contains("review") ? .letterboxdReviews : .letterboxdDiary
    }
    if columns.contains("rating") { return .letterboxdRatings }
    if place.name.contains("watchlist") { return .letterboxdWatchlist }
    // Letterboxd has a `films.csv` only in the folder `likes`.
    let isLikes =
      place.folder == "likes" || place.name.contains("likes") || place.name.hasPrefix("films")
    return isLikes ? .letterboxdLikes : .letterboxdWatched
  }

  /// Returns the kind of a file of IMDb.
  ///
  /// Ratings have no positions, except in files from before 2017, which all have the same columns.
  private static func imdb(_ columns: Set<String>, _ name: String) -> CSVFormat {
    if columns.contains("your rating"), !columns.contains("position") { return .imdbRatings }
    if name.contains("watchlist") { return .imdbWatchlist }
    return columns.contains("you rated") && name.contains("rating") ? .imdbRatings : .imdbList
  }

  private static let importerColumns: Set<String> = [
    "imdbid", "title", "year", "rating10", "watcheddate", "rewatch", "tags", "review",
  ]

  /// Returns the kind of a file with the columns of Letterboxd's importer; `nil` if its name tells none.
  private static func importer(_ place: FilePlace) -> CSVFormat? {
    if place.folder == "lists" { return .letterboxdImporterList }
    if place.name.hasPrefix("watchlist") { return .letterboxdImporterWatchlist }
    return place.name.hasPrefix("watched") ? .letterboxdImporterWatched : nil
  }
}
