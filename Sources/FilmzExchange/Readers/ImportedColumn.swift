import FilmzDomain

/// What a column of a CSV file contains.
enum ImportedColumn: Sendable {
  /// An id of any source, the address of a film, or a number at IMDb.
  case id
  /// An id of any source; anything else is a number of the file's own.
  case anyID
  /// The number of a film at TMDB.
  case tmdbNumber
  case title
  case originalTitle
  case year
  /// The day of release, of which only the year is used.
  case released
  case type
  /// A rating from half a star to five stars; 0 is none.
  case stars
  /// A rating from 1 to 10 points; 0 is none.
  case points
  /// A rating from 0 to 10 points.
  case ownRating
  /// The day from which the values of the row are.
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
  /// The number of the viewing that the row is about; any value says that there is one.
  case viewing
  case viewingRating
  case viewingTags
  case viewingNote
  /// Whether the viewing is a rewatch, which only says that there is a viewing.
  case rewatch
  /// `true` if the film has been seen.
  case isSeen
  /// `true` if the film is in a collection.
  case isCollected
  /// The address of a film at Letterboxd.
  case address
  /// Addresses of films at Letterboxd, separated by commas.
  case favorites
  /// The number of a season or episode, which says that the row is not about a series as a whole.
  case part
  /// A note about the place of a film in a list, which is not imported.
  case placeNote
  /// Anything that is not imported.
  case ignored

  /// Returns the content of a column of a file with a format; `nil` if the name is unknown.
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

  /// `true` if the text is a note, of which the white space around it is a part.
  var isNote: Bool {
    switch self {
    case .note, .viewingNote: true
    default: false
    }
  }

  /// `true` if the text must be a date.
  var isDate: Bool {
    switch self {
    case .date, .watchedDate: true
    default: false
    }
  }

  private static func columns(of format: CSVFormat) -> [String: ImportedColumn] {
    switch format {
    case .letterboxdList: letterboxdListColumns
    case .letterboxdImporterWatched, .letterboxdImporterWatchlist, .letterboxdImporterList:
      tableColumns
    case .filmzTable: filmzColumns
    case .letterboxdWatched, .letterboxdWatchlist, .letterboxdLikes, .letterboxdRatings:
      letterboxdColumns
    case .letterboxdDiary, .letterboxdReviews:
      letterboxdColumns.merging(["letterboxd uri": .ignored]) { $1 }
    case .letterboxdProfile: letterboxdProfileColumns
    case .unmatched: [:]
    case .imdbRatings, .imdbWatchlist, .imdbList: imdbColumns
    case .tmdb: tmdbColumns
    case .table: tableColumns
    }
  }

  /// The addresses in the diary and in reviews are those of log entries, not of films.
  private static let letterboxdColumns: [String: ImportedColumn] = [
    "date": .date, "name": .title, "year": .year, "letterboxd uri": .address, "rating": .stars,
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

  /// `created` is the day of the rating in files from before 2017, and the day of the place in lists.
  private static let imdbColumns: [String: ImportedColumn] = [
    "position": .position, "const": .id, "created": .date, "modified": .ignored,
    "description": .placeNote, "your rating": .points, "you rated": .points, "date rated": .date,
    "date added": .date, "title": .title, "original title": .originalTitle, "url": .ignored,
    "title type": .type, "imdb rating": .ignored, "runtime (mins)": .ignored, "year": .year,
    "genres": .ignored, "num votes": .ignored, "num. votes": .ignored, "release date": .ignored,
    "release date (month/day/year)": .ignored, "directors": .ignored,
  ]

  private static let tmdbColumns: [String: ImportedColumn] = [
    "tmdb id": .tmdbNumber, "imdb id": .id, "type": .type, "name": .title,
    "release date": .released, "season number": .part, "episode number": .part,
    "rating": .ignored, "your rating": .points, "date rated": .date,
  ]

  /// The columns of the table that ``CSVWriter`` writes.
  private static let filmzColumns = tableColumns.merging([
    "audience": .audience, "recommendedby": .recommendedBy, "lists": .lists,
    "viewing": .viewing, "viewingrating": .viewingRating, "viewingtags": .viewingTags,
    "viewingnote": .viewingNote,
  ]) { _, own in own }

  /// The columns of any table, among them those of filmz and of Letterboxd's importer.
  private static let tableColumns: [String: ImportedColumn] = [
    "id": .anyID, "imdbid": .id, "imdb id": .id, "imdb_id": .id, "const": .id, "tconst": .id,
    "tmdbid": .tmdbNumber, "tmdb id": .tmdbNumber, "tmdb_id": .tmdbNumber, "title": .title,
    "name": .title, "originaltitle": .originalTitle, "original title": .originalTitle,
    "year": .year, "type": .type, "title type": .type,
    "rating": .points, "rating10": .points, "your rating": .points, "myrating": .ownRating,
    "date rated": .date, "daterated": .date, "watcheddate": .watchedDate,
    "watched date": .watchedDate,
    "datewatched": .watchedDate, "tags": .tags, "review": .note, "notes": .note,
    "watched": .isSeen, "incollection": .isCollected, "position": .position, "rewatch": .rewatch,
    "index": .ignored, "letterboxduri": .ignored, "directors": .ignored, "endyear": .ignored,
    "imdbrating": .ignored, "imdbvotes": .ignored, "runtimeminutes": .ignored,
    "genres": .ignored, "dateadded": .addedOn, "skipped": .ignored, "platform": .ignored,
    "commentcount": .ignored, "match": .ignored, "matched": .ignored,
  ]
}
