import FilmzDomain

/// Combines the values of a row.
struct ImportedRowBuilder {
  let format: CSVFormat
  private var film = NamedFilm()
  private var ids: [FilmID] = []
  private var tmdbNumber: Int?
  private var rating: Rating?
  private var date: PartialDate?
  private var watchedDate: PartialDate?
  private var note: String?
  private var tags: [String] = []
  private var isSeen = false
  private var isCollected = false
  /// A viewing with columns of its own; only its date is in ``watchedDate``.
  private var viewing: ImportedViewing?
  private var viewingRating: Rating?
  private var viewingTags: [String] = []
  private var viewingNote: String?
  private var favorites: [String]?
  /// The values that belong to the row whatever its format is.
  private var plainRow = ImportedRow(film: NamedFilm())

  init(format: CSVFormat) { self.format = format }

  /// Sets the value of a column, which is not empty; returns `false` if the value is not valid.
  mutating func set(_ column: ImportedColumn, to value: String) -> Bool {
    switch column {
    case .id, .anyID, .tmdbNumber, .title, .originalTitle, .year, .released, .type:
      return setFilm(column, to: value)
    case .stars: return set(\.rating, value, pointsPerUnit: 2, isZeroNone: true)
    case .points: return set(\.rating, value, pointsPerUnit: 1, isZeroNone: format != .table)
    case .date: return assign(&date, ImportedDate.date(value))
    case .watchedDate: return assign(&watchedDate, ImportedDate.date(value))
    case .tags: tags = Self.list(value)
    case .note: note = value
    case .position: return assign(&plainRow.position, Int(value))
    case .isSeen: isSeen = Self.isTrue(value)
    case .isCollected: isCollected = Self.isTrue(value)
    case .viewing: viewing = ImportedViewing(date: nil)
    case .viewingRating:
      return set(\.viewingRating, value, pointsPerUnit: 1, isZeroNone: false)
    case .viewingTags: viewingTags = Self.list(value)
    case .viewingNote: viewingNote = value
    case .audience: return assign(&plainRow.audience, Audience(named: value))
    case .recommendedBy: plainRow.recommendedBy = value
    case .address: plainRow.address = value
    case .favorites: favorites = Self.list(value)
    case .ignored: break
    }
    return true
  }

  private mutating func setFilm(_ column: ImportedColumn, to value: String) -> Bool {
    switch column {
    case .anyID: ids += [FilmID(value)].compactMap(\.self)
    case .tmdbNumber: return assign(&tmdbNumber, FilmID.tmdbNumber(value))
    case .title: film.title = value
    case .originalTitle: film.originalTitle = value
    case .year: return assign(&film.year, Self.year(value))
    case .released: film.year = Self.year(value)
    case .type: film.type = Self.type(value)
    default:
      guard let id = FilmID(value) else { return false }
      ids.append(id)
    }
    return true
  }

  /// Returns the rows: one or, of a list of addresses, one for each.
  func rows() throws(RowProblem) -> [ImportedRow] {
    guard format == .letterboxdProfile else { return [try row()] }
    return (favorites ?? []).enumerated().map { index, address in
      var row = ImportedRow(film: NamedFilm())
      row.position = index + 1
      row.address = address
      return row
    }
  }

  private func row() throws(RowProblem) -> ImportedRow {
    var row = plainRow
    row.film = try namedFilm()
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
    case .letterboxdList, .letterboxdProfile, .unmatched: break
    case .imdbList, .imdbWatchlist:
      row.isWanted = format == .imdbWatchlist
      row.position = format == .imdbList ? row.position : nil
      row.rating = rating
      row.isSeen = rating != nil
    case .table: fillTableRow(&row)
    }
    return row
  }

  /// Fills the row of a table, whose tags and note belong to the viewing if there is one, unless it has its own columns.
  private func fillTableRow(_ row: inout ImportedRow) {
    row.rating = rating
    row.isSeen = isSeen || rating != nil || watchedDate != nil || viewing != nil
    row.isWanted = isCollected && !row.isSeen
    if viewing == nil, let watchedDate {
      row.viewing = ImportedViewing(date: watchedDate, rating: rating, note: note, tags: tags)
      return
    }
    row.note = note
    row.tags = tags
    if viewing != nil {
      row.viewing = ImportedViewing(
        date: watchedDate, rating: viewingRating, note: viewingNote, tags: viewingTags)
    }
  }

  private func namedFilm() throws(RowProblem) -> NamedFilm {
    var film = film
    let isSeries = [.series, .miniSeries].contains(film.type)
    let tmdbID = tmdbNumber.map { FilmID(tmdb: isSeries ? .tv : .movie, $0) }
    film.ids = FilmID.oneOfEachSource(ids + [tmdbID].compactMap(\.self))
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

  private mutating func set(
    _ property: WritableKeyPath<Self, Rating?>, _ text: String, pointsPerUnit: Int,
    isZeroNone: Bool
  ) -> Bool {
    guard let parsed = try? Rating(parsing: text),
      let points = Rating(tenths: parsed.tenths * pointsPerUnit)
    else { return false }
    self[keyPath: property] = points.tenths == 0 && isZeroNone ? nil : points
    return true
  }

  private static func isTrue(_ text: String) -> Bool { text.lowercased() == "true" || text == "1" }

  /// Returns the texts between commas.
  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
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

extension FilmID {
  /// Returns the first id of IMDb, of TMDB, and of the user's own films, in this order.
  static func oneOfEachSource(_ ids: [FilmID]) -> [FilmID] {
    guard ids.count > 1 else { return ids }
    return [
      ids.first { $0.imdbID != nil }, ids.first { $0.tmdb != nil }, ids.first { $0.isOwn },
    ].compactMap(\.self)
  }

  /// Returns the number of a film at TMDB; `nil` for another text, and for a number that ids cannot have.
  static func tmdbNumber(_ text: String) -> Int? {
    guard let number = Int(text), (1...Int(Int32.max)).contains(number) else { return nil }
    return number
  }
}
