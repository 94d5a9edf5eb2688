import FilmzDomain

/// Combines the values of a row.
struct ImportedRowBuilder {
  let format: CSVFormat
  private var film = NamedFilm()
  private var imdbOrOtherID: FilmID?
  private var tmdbNumber: Int?
  private var rating: Rating?
  private var date: PartialDate?
  private var watchedDate: PartialDate?
  private var note: String?
  private var tags: [String] = []
  private var position: Int?
  private var isSeen = false
  private var isCollected = false

  init(format: CSVFormat) { self.format = format }

  /// Sets the value of a column, which is not empty; returns `false` if the value is not valid.
  mutating func set(_ column: ImportedColumn, to value: String) -> Bool {
    switch column {
    case .id: return assign(&imdbOrOtherID, FilmID(value))
    case .tmdbNumber: return assign(&tmdbNumber, Int(value))
    case .title: film.title = value
    case .originalTitle: film.originalTitle = value
    case .year: return assign(&film.year, Self.year(value))
    case .released: film.year = Self.year(value)
    case .type: film.type = Self.type(value)
    case .stars: return setRating(value, pointsPerUnit: 2, isZeroNone: true)
    case .points: return setRating(value, pointsPerUnit: 1, isZeroNone: format != .table)
    case .date: return assign(&date, ImportedDate.date(value))
    case .watchedDate: return assign(&watchedDate, ImportedDate.date(value))
    case .tags: tags = value.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    case .note: note = value
    case .position: return assign(&position, Int(value))
    case .isSeen: isSeen = value.lowercased() == "true" || value == "1"
    case .isCollected: isCollected = value.lowercased() == "true" || value == "1"
    case .ignored: break
    }
    return true
  }

  /// Returns the row.
  func row() throws(RowProblem) -> ImportedRow {
    var row = ImportedRow(film: try namedFilm())
    row.date = date
    switch format {
    case .letterboxdWatched: row.isSeen = true
    case .letterboxdWatchlist: row.isWanted = true
    case .letterboxdLikes: row.tags = ["liked"]
    case .letterboxdDiary, .letterboxdReviews:
      row.isSeen = true
      row.viewing = ImportedViewing(date: watchedDate, rating: rating, note: note, tags: tags)
    case .letterboxdRatings, .imdbRatings, .tmdb:
      row.isSeen = true
      row.rating = rating
    case .letterboxdList: row.position = position
    case .imdbList, .imdbWatchlist:
      row.isWanted = format == .imdbWatchlist
      row.position = format == .imdbList ? position : nil
      row.rating = rating
      row.isSeen = rating != nil
    case .table: fillTableRow(&row)
    }
    return row
  }

  /// Fills the row of a table, whose tags and note belong to the viewing if there is one.
  private func fillTableRow(_ row: inout ImportedRow) {
    row.rating = rating
    row.position = position
    row.isSeen = isSeen || rating != nil || watchedDate != nil
    row.isWanted = isCollected && !row.isSeen
    if let watchedDate {
      row.viewing = ImportedViewing(date: watchedDate, rating: rating, note: note, tags: tags)
    } else {
      row.note = note
      row.tags = tags
    }
  }

  private func namedFilm() throws(RowProblem) -> NamedFilm {
    var film = film
    let isSeries = [.series, .miniSeries].contains(film.type)
    let tmdbID = tmdbNumber.map { FilmID(tmdb: isSeries ? .tv : .movie, $0) }
    film.ids = [imdbOrOtherID, tmdbID].compactMap(\.self)
    guard !film.ids.isEmpty || film.title != nil else { throw .noFilm }
    return film
  }

  // MARK: - Values

  /// Sets a property, and returns whether there is a value.
  private func assign<Value>(_ property: inout Value?, _ value: Value?) -> Bool {
    guard let value else { return false }
    property = value
    return true
  }

  private mutating func setRating(
    _ text: String, pointsPerUnit: Int, isZeroNone: Bool
  ) -> Bool {
    guard let parsed = try? Rating(parsing: text),
      let points = Rating(tenths: parsed.tenths * pointsPerUnit)
    else { return false }
    rating = points.tenths == 0 && isZeroNone ? nil : points
    return true
  }

  /// Returns the year at the start of a text such as `2013`, `2013–2019` or `2013-05-01`.
  private static func year(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 4, let year = Int(digits), year >= 1870 else { return nil }
    return year
  }

  /// Returns the type with a name at IMDb or TMDB; `nil` for an unknown one, such as a podcast.
  ///
  /// Source: exports of IMDb before 2018 have names such as `Feature Film` and `Documentary`.
  private static func type(_ text: String) -> MediaType? {
    switch text.lowercased() {
    case "feature film", "documentary": .movie
    case "short film": .short
    case "tv": .series
    default: MediaType(named: text)
    }
  }
}
