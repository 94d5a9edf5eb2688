/// The meaning of a column of a CSV file.
enum ImportedColumn: Sendable, Hashable {
  /// An id of any source, the address of a film, or a number at IMDb.
  case id
  /// An id of any source; other values, such as numbers of the table's own, are ignored.
  case anyID
  /// The number of a film at TMDB.
  case tmdbNumber
  case title
  case originalTitle
  case year
  /// The day of release, of which only the year is used.
  case released
  case type
  /// A rating on a scale; `nil` if the values of the column decide the scale. The value 0 is no rating.
  case rating(ImportedScale?)
  /// A rating from 0 to 10 points, as filmz writes it.
  case ownRating
  /// The day on which the user set the values of the row.
  case date
  /// The day on which the film was added to the collection; anything but a date is left out.
  case addedOn
  case watchedDate
  case tags
  /// A note about the viewing or, without a viewing, about the film.
  case note
  case position
  case audience
  case recommendedBy
  /// The names of the lists that the film is in.
  case lists
  /// The number of the viewing that the row is about; any value means that there is a viewing.
  case viewing
  case viewingRating
  case viewingTags
  case viewingNote
  /// Whether the viewing is a rewatch; the value is not imported, only that there is a viewing.
  case rewatch
  /// `true` if the film has been seen.
  case isSeen
  /// `true` if the film is in a collection.
  case isCollected
  /// `true` if the film is skipped.
  case isSkipped
  /// The address of a film at Letterboxd.
  case address
  /// Addresses of films at Letterboxd, separated by commas.
  case favorites
  /// The number of a season or episode, which means that the row is not about a series as a whole.
  case part
  /// The runtime in minutes.
  case runtime
  case genres
  case directors
  case imdbRating
  case imdbVotes
  /// The title of a series.
  case seriesTitle
  /// The moment of a viewing in UTC, without a time zone.
  case watchedMoment
  /// Whether a film was seen or is wanted, in the words of Simkl or TV Time.
  case status
  /// The last episode, or number of episodes, that the user has seen.
  case progress
  /// `true` or 1 if the user follows the series.
  case isFollowed
  /// The name of the profile in a Netflix account.
  case profile
  /// The kind of a video that is not the film itself, such as `TRAILER`.
  case supplement
  /// The number of a user or of a film at MovieLens.
  case movieLensUser, movieLensNumber
  /// The moment of a rating in seconds since 1970.
  case timestamp
  /// A note about the place of a film in a list, which is not imported.
  case placeNote
  /// Anything that is not imported.
  case ignored

  /// Creates the meaning of a column of a file with a format; `nil` if the name is unknown.
  ///
  /// `name` is in lower case.
  init?(named name: String, in format: CSVFormat) {
    guard let column = Self.columns(of: format)[name] else { return nil }
    self = column
  }

  /// Returns whether a table with a column can be imported, because the column has ids or titles.
  static func identifies(_ name: String) -> Bool {
    switch tableColumns[name] {
    case .id, .anyID, .tmdbNumber, .title: true
    default: false
    }
  }

  /// `true` if the text is a note, which keeps the white space around it.
  var isNote: Bool {
    switch self {
    case .note, .viewingNote: true
    default: false
    }
  }

  var isRating: Bool {
    switch self {
    case .rating, .ownRating: true
    default: false
    }
  }

  /// `true` if the value is a date, or can be one.
  var isDate: Bool {
    switch self {
    case .date, .watchedDate, .watchedMoment, .addedOn, .isSeen: true
    default: false
    }
  }

  /// `true` if the value can be any text, also a word such as `none`.
  var isText: Bool {
    switch self {
    case .title, .originalTitle, .tags, .note, .recommendedBy, .lists, .viewingTags, .viewingNote, .address, .favorites,
      .genres, .directors, .placeNote, .seriesTitle, .profile:
      true
    default: false
    }
  }

  private static func columns(of format: CSVFormat) -> [String: ImportedColumn] {
    switch format {
    case .letterboxdList: letterboxdListColumns
    case .letterboxdImporterWatched, .letterboxdImporterWatchlist, .letterboxdImporterList: tableColumns
    case .filmzTable: filmzColumns
    case .letterboxdWatched, .letterboxdWatchlist, .letterboxdLikes, .letterboxdRatings: letterboxdColumns
    case .letterboxdDiary, .letterboxdReviews: letterboxdColumns.merging(["letterboxd uri": .ignored]) { $1 }
    case .letterboxdProfile: letterboxdProfileColumns
    case .netflix: netflixColumns
    case .simkl: simklColumns
    case .tvTime: tvTimeColumns
    case .movieLens: movieLensColumns
    case .unmatched: [:]
    case .imdbRatings, .imdbWatchlist, .imdbList: imdbColumns
    case .tmdb: tmdbColumns
    case .table: tableColumns
    }
  }

  /// The addresses in the diary and in reviews are those of log entries, not of films.
  private static let letterboxdColumns: [String: ImportedColumn] = [
    "date": .date, "name": .title, "year": .year, "letterboxd uri": .address, "rating": .rating(.stars),
    "rewatch": .ignored, "tags": .tags, "watched date": .watchedDate, "review": .note,
  ]

  private static let letterboxdListColumns: [String: ImportedColumn] = [
    "position": .position, "name": .title, "year": .year, "url": .address,
    "description": .placeNote,
  ]

  private static let letterboxdProfileColumns: [String: ImportedColumn] = [
    "favorite films": .favorites, "date joined": .ignored, "username": .ignored,
    "given name": .ignored, "family name": .ignored, "email address": .ignored,
    "location": .ignored, "website": .ignored, "bio": .ignored, "pronoun": .ignored,
  ]

  /// `created` is the day of the rating in files from before 2017; in lists, it is the day on which the film was added.
  private static let imdbColumns: [String: ImportedColumn] = [
    "position": .position, "const": .id, "created": .date, "modified": .ignored,
    "description": .placeNote, "your rating": .rating(.points), "you rated": .rating(.points), "date rated": .date,
    "date added": .date, "title": .title, "original title": .originalTitle, "url": .ignored,
    "title type": .type, "imdb rating": .imdbRating, "runtime (mins)": .runtime, "year": .year,
    "genres": .genres, "num votes": .imdbVotes, "num. votes": .imdbVotes, "release date": .ignored,
    "release date (month/day/year)": .ignored, "directors": .directors,
  ]

  private static let tmdbColumns: [String: ImportedColumn] = [
    "tmdb id": .tmdbNumber, "imdb id": .id, "type": .type, "name": .title,
    "release date": .released, "season number": .part, "episode number": .part,
    "rating": .ignored, "your rating": .rating(.points), "date rated": .date,
  ]

  private static let netflixColumns: [String: ImportedColumn] = [
    "title": .title, "date": .watchedDate, "start time": .watchedMoment, "supplemental video type": .supplement,
    "profile name": .profile, "duration": .ignored, "attributes": .ignored, "device type": .ignored,
    "bookmark": .ignored, "latest bookmark": .ignored, "country": .ignored,
  ]

  private static let simklColumns: [String: ImportedColumn] = [
    "title": .title, "type": .type, "year": .year, "watchlist": .status, "status": .status,
    "lastepwatched": .progress, "watcheddate": .watchedDate, "rating": .rating(.points), "memo": .note, "imdb": .id,
    "imdb_id": .id, "tmdb": .tmdbNumber, "tmdb_id": .tmdbNumber, "simkl_id": .ignored, "tvdb": .ignored,
    "tvdb_id": .ignored, "mal": .ignored, "mal_id": .ignored,
  ]

  /// All other columns are TV Time's own.
  private static let tvTimeColumns: [String: ImportedColumn] = [
    "movie_name": .title, "series_name": .seriesTitle, "tv_show_name": .seriesTitle, "release_date": .released,
    "type": .status, "key": .status, "created_at": .watchedMoment, "is_followed": .isFollowed, "active": .isFollowed,
    "nb_episodes_seen": .progress, "episode_number": .progress,
  ]

  private static let movieLensColumns: [String: ImportedColumn] = [
    "userid": .movieLensUser, "movieid": .movieLensNumber, "rating": .rating(.stars), "timestamp": .timestamp,
  ]

  /// The columns of the table that ``ExportResult/csv(_:)`` writes.
  private static let filmzColumns = tableColumns.merging([
    "rating": .rating(.points), "audience": .audience, "recommendedby": .recommendedBy, "lists": .lists,
    "viewing": .viewing,
    "viewingrating": .viewingRating, "viewingtags": .viewingTags, "viewingnote": .viewingNote,
  ]) { _, own in own }

  /// The columns of any table, among them those of filmz and of Letterboxd's importer.
  private static let tableColumns: [String: ImportedColumn] = [
    "id": .anyID, "imdbid": .id, "imdb id": .id, "imdb_id": .id, "const": .id, "tconst": .id,
    "tmdbid": .tmdbNumber, "tmdb id": .tmdbNumber, "tmdb_id": .tmdbNumber, "title": .title,
    "name": .title, "originaltitle": .originalTitle, "original title": .originalTitle,
    "year": .year, "type": .type, "title type": .type, "rating": .rating(nil),
    "rating10": .rating(.points),
    "your rating": .rating(nil), "myrating": .ownRating, "date rated": .date, "daterated": .date,
    "watcheddate": .watchedDate, "watched date": .watchedDate, "datewatched": .watchedDate,
    "tags": .tags, "review": .note, "notes": .note, "watched": .isSeen, "seen": .isSeen,
    "incollection": .isCollected, "position": .position, "rewatch": .rewatch, "index": .ignored,
    "letterboxduri": .ignored, "directors": .directors, "endyear": .ignored, "imdbrating": .imdbRating,
    "imdbvotes": .imdbVotes, "runtimeminutes": .runtime, "genres": .genres, "dateadded": .addedOn,
    "skipped": .isSkipped, "platform": .ignored, "commentcount": .ignored, "match": .ignored,
    "matched": .ignored,
  ].merging(publicColumns) { own, _ in own }

  /// The names of columns in the public exports of other programs.
  private static let publicColumns: [String: ImportedColumn] = [
    "watchedat": .watchedDate, "watched_at": .watchedDate, "date watched": .watchedDate, "watched at": .watchedDate,
    "watched on": .watchedDate, "date": .watchedDate, "lastwatched": .watchedDate, "last watched": .watchedDate,
    "userrating": .rating(nil), "user_rating": .rating(nil), "my rating": .rating(nil), "you rated": .rating(nil),
    "score": .rating(nil), "stars": .rating(nil), "comment": .note, "text": .note, "note": .note, "imdb": .id,
    "tmdb": .tmdbNumber, "url": .anyID, "guid": .anyID, "imdb rating": .imdbRating, "imdb_rating": .imdbRating,
    "runtime": .runtime, "runtime (mins)": .runtime, "num votes": .imdbVotes, "release date": .released,
    "release_date": .released, "released": .released,
  ].merging(
    ["average_rating", "vote_average", "vote_count", "metascore", "popularity", "movie_id", "movieid", "#"].map {
      ($0, .ignored)
    }
  ) { first, _ in first }
}
