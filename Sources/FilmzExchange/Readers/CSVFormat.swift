/// The formats of CSV files that can be imported.
///
/// A format is recognized by the names of the columns, and by the name of the file if several have the same columns.
/// Source: the exports of Letterboxd, IMDb, TMDB, Netflix, Simkl and TV Time, and the datasets of MovieLens.
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
  /// Wanted films with the columns of Letterboxd's importer.
  case letterboxdImporterWatchlist
  /// A list with the columns of Letterboxd's importer, in the order of the rows.
  case letterboxdImporterList
  /// A profile, with a column that contains the addresses of the favorite films.
  case letterboxdProfile
  case imdbRatings
  case imdbWatchlist
  case imdbList
  case tmdb
  /// The days on which titles were watched, `Title,Date`, or all plays, `ViewingActivity.csv`.
  case netflix
  case simkl
  /// Plays, or followed films and series.
  case tvTime
  /// The ratings of one user, whose films are in other files of the folder.
  case movieLens
  /// The table that ``ExportResult/csv(_:)`` writes.
  case filmzTable
  /// The rows that filmz could not match with films; see ``UnmatchedFile``.
  case unmatched
  /// A table of any origin with a column for an id or a title.
  case table

  /// The format as users choose it.
  package var format: ImportFormat {
    switch self {
    case .letterboxdWatched, .letterboxdWatchlist, .letterboxdLikes, .letterboxdRatings,
      .letterboxdDiary, .letterboxdReviews, .letterboxdList, .letterboxdProfile,
      .letterboxdImporterWatched, .letterboxdImporterWatchlist, .letterboxdImporterList:
      .letterboxd
    case .imdbRatings, .imdbWatchlist, .imdbList: .imdb
    case .tmdb: .tmdb
    case .netflix: .netflix
    case .simkl: .simkl
    case .tvTime: .tvtime
    case .movieLens: .csv
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
    let name = ExportFileName(path)
    guard var recognized = Self.recognized(columns, name) else { return nil }
    // Letterboxd's importer accepts any of its columns, for films that have been watched.
    if format == .letterboxd, recognized == .table { recognized = Self.importer(name) ?? .letterboxdImporterWatched }
    guard format == nil || format == recognized.format else { return nil }
    self = recognized
  }

  private static func recognized(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat? {
    if UnmatchedColumn.identifyFile(columns) { return .unmatched }
    if columns.isSuperset(of: ["position", "name", "url", "description"]) { return .letterboxdList }
    if columns.isSuperset(of: ["username", "favorite films"]) { return .letterboxdProfile }
    if columns.contains("letterboxd uri") { return letterboxd(columns, name) }
    if columns.isSuperset(of: ["const", "title type"]) { return imdb(columns, name) }
    if columns.isSuperset(of: ["tmdb id", "imdb id", "your rating"]) { return .tmdb }
    if let format = service(columns) { return format }
    if columns.isSuperset(of: importerColumns), let format = importer(name) { return format }
    guard columns.contains(where: ImportedColumn.identifies) else { return nil }
    return columns.contains("viewing") ? .filmzTable : .table
  }

  private static func letterboxd(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat {
    if columns.contains("watched date") { return columns.contains("review") ? .letterboxdReviews : .letterboxdDiary }
    if columns.contains("rating") { return .letterboxdRatings }
    if name.isWatchlist { return .letterboxdWatchlist }
    return name.isLikes ? .letterboxdLikes : .letterboxdWatched
  }

  /// Returns the format of a file of IMDb.
  ///
  /// Ratings have no positions, except in files from before 2017, which all have the same columns.
  private static func imdb(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat {
    if columns.contains("your rating"), !columns.contains("position") { return .imdbRatings }
    if name.isWatchlist { return .imdbWatchlist }
    return columns.contains("you rated") && name.isRatings ? .imdbRatings : .imdbList
  }

  private static func service(_ columns: Set<String>) -> CSVFormat? {
    if columns == ["title", "date"] || columns.isSuperset(of: ["profile name", "start time", "title"]) {
      return .netflix
    }
    if columns.contains("title"), !columns.isDisjoint(with: ["simkl_id", "lastepwatched"]) { return .simkl }
    if columns == MovieLens.ratingColumns { return .movieLens }
    let tvTime: [Set<String>] = [
      ["type", "movie_name", "created_at"], ["key", "series_name"], ["tv_show_name", "episode_number"],
      ["tv_show_name", "is_followed"], ["tv_show_name", "active"],
    ]
    return tvTime.contains(where: columns.isSuperset) && !columns.contains("vote_key") ? .tvTime : nil
  }

  private static let importerColumns: Set<String> = [
    "imdbid", "title", "year", "rating10", "watcheddate", "rewatch", "tags", "review",
  ]

  /// Returns the format of a file with the columns of Letterboxd's importer, by the file's name; `nil` for other names.
  private static func importer(_ name: ExportFileName) -> CSVFormat? {
    if name.isInListFolder { return .letterboxdImporterList }
    if name.begins(with: "watchlist") { return .letterboxdImporterWatchlist }
    return name.begins(with: "watched") ? .letterboxdImporterWatched : nil
  }
}

// MARK: - Kinds

/// The kind of data in a file; the raw value is its name for users.
package enum FileKind: String, Sendable, CaseIterable {
  case watched, watchlist, ratings, likes, list, diary, reviews, favorites, history, films, comments, lists, unmatched
  case archive

  /// The kinds that the user can choose for a file.
  package static let choices: [FileKind] = [.watched, .watchlist, .ratings, .likes, .list]
}

extension CSVFormat {
  var kind: FileKind {
    switch self {
    case .letterboxdWatched, .letterboxdImporterWatched: .watched
    case .letterboxdWatchlist, .letterboxdImporterWatchlist, .imdbWatchlist: .watchlist
    case .letterboxdRatings, .imdbRatings, .tmdb, .movieLens: .ratings
    case .letterboxdLikes: .likes
    case .letterboxdDiary: .diary
    case .letterboxdReviews: .reviews
    case .letterboxdList, .letterboxdImporterList, .imdbList: .list
    case .letterboxdProfile: .favorites
    case .netflix, .simkl, .tvTime: .history
    case .unmatched: .unmatched
    case .filmzTable, .table: .films
    }
  }

  /// The formats that have the same columns, by their kinds.
  private static let sameColumns: [[FileKind: CSVFormat]] = [
    [.watched: .letterboxdWatched, .watchlist: .letterboxdWatchlist, .likes: .letterboxdLikes],
    [.ratings: .imdbRatings, .watchlist: .imdbWatchlist, .list: .imdbList],
    [.watched: .letterboxdImporterWatched, .watchlist: .letterboxdImporterWatchlist, .list: .letterboxdImporterList],
  ]

  /// Returns the format with the same columns that has a kind; the same format if there is none.
  func chosen(_ kind: FileKind) -> CSVFormat { Self.sameColumns.first { $0.values.contains(self) }?[kind] ?? self }

  /// Returns the kinds that a file can have if its name does not decide between them; empty if the kind is known.
  func possibleKinds(_ name: ExportFileName) -> [FileKind] {
    self == .letterboxdWatched && !name.begins(with: "watched") ? [.watched, .watchlist, .likes] : []
  }
}
