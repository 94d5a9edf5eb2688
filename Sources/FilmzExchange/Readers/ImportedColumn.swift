import FilmzDomain

/// The meaning of a column of a CSV file.
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
  /// The number of the viewing that the row is about; any value means that there is one.
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
    "genres": .ignored, "dateadded": .addedOn, "skipped": .isSkipped, "platform": .ignored,
    "commentcount": .ignored, "match": .ignored, "matched": .ignored,
  ]
}

/// A column of a file of unmatched rows: its name, and how its values are written and read.
struct UnmatchedColumn: Sendable {
  typealias Path<Value> = any WritableKeyPath<UnmatchedRecord, Value> & Sendable

  let name: String
  /// Returns the text of a record; `nil` if it has no value.
  let text: @Sendable (UnmatchedRecord) -> String?
  /// Sets the value of a record to a text, which is not empty; returns `false` if the text is not valid.
  let set: @Sendable (inout UnmatchedRecord, String) -> Bool
  /// `true` if the text must be a date.
  let isDate: Bool

  private init<Value>(
    _ name: String, _ path: Path<Value>, isDate: Bool = false,
    text: @escaping @Sendable (Value) -> String?, value: @escaping @Sendable (String) -> Value?
  ) {
    self.name = name
    self.isDate = isDate
    self.text = { text($0[keyPath: path]) }
    set = { record, text in
      guard let value = value(text) else { return false }
      record[keyPath: path] = value
      return true
    }
  }

  static func text(_ name: String, _ path: Path<String?>) -> Self {
    Self(name, path, text: { $0 }, value: { .some($0) })
  }

  static func integer(_ name: String, _ path: Path<Int?>) -> Self {
    Self(name, path, text: { $0.map(String.init) }, value: { Int($0.trimmed).map(Optional.some) })
  }

  static func flag(_ name: String, _ path: Path<Bool>) -> Self {
    Self(name, path, text: { $0 ? "true" : nil }, value: { $0.trimmed.lowercased() == "true" })
  }

  static func date(_ name: String, _ path: Path<PartialDate?>) -> Self {
    Self(
      name, path, isDate: true, text: { $0?.text },
      value: { ImportedDate.date($0.trimmed).map(Optional.some) })
  }

  static func rating(_ name: String, _ path: Path<Rating?>) -> Self {
    Self(
      name, path, text: { $0?.text },
      value: { (try? Rating(parsing: $0.trimmed)).map(Optional.some) })
  }

  static func type(_ name: String, _ path: Path<MediaType?>) -> Self {
    Self(
      name, path, text: { $0?.rawValue }, value: { MediaType(named: $0.trimmed).map(Optional.some) }
    )
  }

  static func audience(_ name: String, _ path: Path<Audience?>) -> Self {
    Self(
      name, path, text: { $0?.rawValue }, value: { Audience(named: $0.trimmed).map(Optional.some) })
  }

  /// An id that is not written, but that the user enters.
  static func enteredID(_ name: String, _ path: Path<FilmID?>) -> Self {
    Self(
      name, path, text: { _ in nil },
      value: { FilmID(orIMDbNumber: $0.trimmed).map(Optional.some) })
  }

  /// Ids separated by spaces.
  static func ids(_ name: String, _ path: Path<[FilmID]>) -> Self {
    Self(
      name, path, text: { $0.map(\.rawValue).joined(separator: " ") },
      value: { text in
        let ids = text.split(separator: " ").map { FilmID(String($0)) }
        return ids.contains(nil) ? nil : ids.compactMap(\.self)
      })
  }

  static func tags(_ name: String, _ path: Path<[String]>) -> Self {
    Self(name, path, text: { TextList.joined($0) }, value: { TextList.texts(in: $0) })
  }
}

/// The columns of a file of unmatched rows.
enum UnmatchedColumns {
  /// Returns whether these are the columns, in lower case, of a file of unmatched rows.
  static func identify(_ names: Set<String>) -> Bool {
    names.isSuperset(of: ["imdbid", "reason", "candidate1", "viewing", "viewingdate"])
  }

  /// The columns by their names in lower case.
  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name.lowercased(), $0) })

  static let all = questionColumns + filmColumns + rowColumns + viewingColumns + otherColumns

  private static let questionColumns: [UnmatchedColumn] = [
    .enteredID("imdbID", \.enteredID), .text("reason", \.reason),
    .text("candidate1", \.candidates[0]), .text("candidate2", \.candidates[1]),
    .text("candidate3", \.candidates[2]),
  ]

  private static let filmColumns: [UnmatchedColumn] = [
    .text("title", \.row.film.title), .text("originalTitle", \.row.film.originalTitle),
    .integer("year", \.row.film.year), .type("type", \.row.film.type),
    .ids("ids", \.row.film.ids), .text("address", \.row.address),
  ]

  private static let rowColumns: [UnmatchedColumn] = [
    .flag("seen", \.row.isSeen), .flag("wanted", \.row.isWanted),
    .flag("skipped", \.row.isSkipped), .rating("rating", \.row.rating),
    .date("date", \.row.date), .date("dateAdded", \.row.addedOn), .text("note", \.row.note),
    .tags("tags", \.row.tags),
    .audience("audience", \.row.audience), .text("recommendedBy", \.row.recommendedBy),
    .tags("lists", \.row.lists),
  ]

  private static let viewingColumns: [UnmatchedColumn] = [
    .flag("viewing", \.hasViewing), .date("viewingDate", \.viewing.date),
    .rating("viewingRating", \.viewing.rating), .text("viewingNote", \.viewing.note),
    .tags("viewingTags", \.viewing.tags), .flag("summary", \.row.isSummary),
  ]

  private static let otherColumns: [UnmatchedColumn] = [
    .text("list", \.list), .text("listDescription", \.listDescription),
    .integer("position", \.row.position), .flag("episode", \.hasEpisode),
    .text("episodeTitle", \.episode.title),
    .text("episodeOriginalTitle", \.episode.originalTitle),
    .integer("episodeYear", \.episode.year), .type("episodeType", \.episode.type),
    .ids("episodeIDs", \.episode.ids), .text("file", \.file), .integer("line", \.line),
  ]
}
