import FilmzDomain

/// Combines the values of a row.
struct ImportedRowBuilder {
  let format: CSVFormat
  private var film = NamedFilm()
  /// The ids, except the number at TMDB, in the order of the columns.
  private var ids: [FilmID] = []
  private var tmdbNumber: Int?
  private var rating: Rating?
  private var date: PartialDate?
  private var addedOn: PartialDate?
  private var watchedDate: PartialDate?
  private var note: String?
  private var tags: [String] = []
  private var audience: Audience?
  private var recommendedBy: String?
  private var lists: [String] = []
  /// The viewing of a row of filmz's table, whose date is ``watchedDate``.
  private var viewing = ImportedViewing(date: nil)
  private var hasViewing = false
  private var position: Int?
  /// `nil` if the row has no value for it.
  private var isSeen: Bool?
  /// `nil` if the row has no value for it.
  private var isCollected: Bool?
  private var isSkipped = false
  /// `true` if the row states whether the viewing is a rewatch.
  private var isRewatchKnown = false
  private var isPart = false
  private var address: String?
  private var favorites: [String] = []

  init(format: CSVFormat) { self.format = format }

  /// Sets the value of a column, which is not empty; returns `false` if the value is not valid.
  mutating func set(_ column: ImportedColumn, to value: String) -> Bool {
    switch column {
    case .id: return append(FilmID(orIMDbNumber: value))
    case .anyID: _ = append(FilmID(value))
    case .tmdbNumber: return assign(&tmdbNumber, FilmID.tmdbNumber(value))
    case .title: film.title = value
    case .originalTitle: film.originalTitle = value
    case .year: return Self.isUnknownYear(value) || assign(&film.year, Self.year(value))
    case .released: film.year = Self.year(value)
    case .type: film.type = Self.type(value)
    case .stars: return setRating(value, pointsPerUnit: 2, isZeroNone: true)
    case .points: return setRating(value, pointsPerUnit: 1, isZeroNone: true)
    case .ownRating: return setRating(value, pointsPerUnit: 1, isZeroNone: false)
    case .date: return assign(&date, ImportedDate.date(value))
    case .addedOn: addedOn = ImportedDate.date(value)
    case .watchedDate: return assign(&watchedDate, ImportedDate.date(value))
    case .tags: tags = texts(value)
    case .note: note = value
    case .audience: return assign(&audience, Audience(named: value))
    case .recommendedBy: recommendedBy = value
    case .lists: lists = texts(value)
    case .position: return assign(&position, Int(value))
    case .isSeen: isSeen = Self.isTrue(value)
    case .isCollected: isCollected = Self.flag(value)
    case .isSkipped: isSkipped = Self.isTrue(value)
    case .rewatch: isRewatchKnown = true
    case .part: isPart = true
    case .address: address = value
    case .favorites: favorites = texts(value)
    case .viewing, .viewingRating, .viewingTags, .viewingNote: return setViewing(column, to: value)
    case .placeNote, .ignored: break
    }
    return true
  }

  /// Sets a value of a viewing of filmz's table; any value means that there is a viewing.
  private mutating func setViewing(_ column: ImportedColumn, to value: String) -> Bool {
    hasViewing = true
    switch column {
    case .viewingRating: return assign(&viewing.rating, try? Rating(parsing: value))
    case .viewingTags: viewing.tags = texts(value)
    case .viewingNote: viewing.note = value
    default: break
    }
    return true
  }

  /// Returns the rows of a record: one or, of a list of addresses, one for each.
  ///
  /// `number` is that of the record in its file, from 1.
  func rows(number: Int) throws(RowProblem) -> [ImportedRow] {
    guard format == .letterboxdProfile else { return [try row(number: number)] }
    return favorites.enumerated().map { index, address in
      var row = ImportedRow(film: NamedFilm())
      row.position = index + 1
      row.address = address
      return row
    }
  }

  private func row(number: Int) throws(RowProblem) -> ImportedRow {
    var row = ImportedRow(film: try namedFilm())
    row.date = date
    row.addedOn = addedOn
    row.address = address
    switch format {
    case .letterboxdWatched: row.isSeen = true
    case .letterboxdWatchlist: row.isWanted = true
    case .letterboxdLikes: row.tags = ["liked"]
    case .letterboxdReviews where watchedDate == nil: fillWatchedRow(&row)
    case .letterboxdDiary, .letterboxdReviews:
      row.isSeen = true
      row.viewing = ImportedViewing(date: watchedDate, rating: rating, note: note, tags: tags)
    case .letterboxdRatings, .imdbRatings, .tmdb:
      row.isSeen = true
      row.rating = rating
    case .letterboxdList: row.position = position
    case .letterboxdImporterWatched: fillWatchedRow(&row)
    case .letterboxdImporterWatchlist:
      row.isWanted = true
      row.note = note
      row.tags = tags
    case .letterboxdImporterList: row.position = number
    case .letterboxdProfile, .unmatched: break
    case .filmzTable:
      fillFilmzRow(&row)
      try fillMark(&row)
    case .imdbList, .imdbWatchlist:
      row.isWanted = format == .imdbWatchlist
      row.position = format == .imdbList ? position : nil
      row.rating = rating
      row.isSeen = rating != nil
    case .table:
      fillTableRow(&row)
      try fillMark(&row)
    }
    return row
  }

  /// Sets whether the film is wanted or skipped, unless it has been seen.
  ///
  /// - Throws: ``RowProblem/notInCollection``.
  private func fillMark(_ row: inout ImportedRow) throws(RowProblem) {
    guard !row.isSeen, let isCollected else { return }
    guard isCollected || isSkipped else { throw .notInCollection }
    row.isWanted = isCollected
    row.isSkipped = !isCollected
  }

  /// Fills the row of a table, whose tags and note belong to the viewing if there is one.
  private func fillTableRow(_ row: inout ImportedRow) {
    row.rating = rating
    row.position = position
    row.isSeen = isSeen == true || rating != nil || watchedDate != nil
    if let watchedDate {
      row.viewing = ImportedViewing(date: watchedDate, rating: rating, note: note, tags: tags)
    } else {
      row.note = note
      row.tags = tags
    }
  }

  /// Fills a row of Letterboxd's importer, which is a viewing if it has a value for rewatch, or a review without a day.
  ///
  /// The last viewing also has the film's rating.
  private func fillWatchedRow(_ row: inout ImportedRow) {
    row.isSeen = true
    row.rating = rating
    if isRewatchKnown || watchedDate != nil {
      row.viewing = ImportedViewing(date: watchedDate, rating: rating, note: note, tags: tags)
    } else {
      row.note = note
      row.tags = tags
    }
  }

  /// Fills a row of filmz's table, in which a rated film need not have been seen.
  private func fillFilmzRow(_ row: inout ImportedRow) {
    row.rating = rating
    row.note = note
    row.tags = tags
    row.audience = audience
    row.recommendedBy = recommendedBy
    row.lists = lists
    if hasViewing || watchedDate != nil {
      row.viewing = viewing
      row.viewing?.date = watchedDate
    }
    row.isSeen = row.viewing != nil || isSeen ?? (rating != nil)
  }

  /// Returns the film with at most one id of each source.
  ///
  /// A number at TMDB is that of a movie or series, not of an episode; an id with the kind is preferred.
  private func namedFilm() throws(RowProblem) -> NamedFilm {
    var film = film
    if isPart { film.type = .episode }
    let kind: TMDBKind = [.series, .miniSeries].contains(film.type) ? .tv : .movie
    let tmdbID = film.type == .episode ? nil : tmdbNumber.map { FilmID(tmdb: kind, $0) }
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

  private mutating func append(_ id: FilmID?) -> Bool {
    guard let id else { return false }
    ids.append(id)
    return true
  }

  /// Returns the texts in a field; only filmz's table marks commas that belong to a text.
  private func texts(_ field: String) -> [String] {
    guard format != .filmzTable else { return TextList.texts(in: field) }
    return field.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Returns `nil` for a text that is neither true nor false.
  private static func flag(_ text: String) -> Bool? {
    isTrue(text) ? true : text.lowercased() == "false" || text == "0" ? false : nil
  }

  private static func isTrue(_ text: String) -> Bool { text.lowercased() == "true" || text == "1" }

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

  /// Returns whether a text means that the year is not known, such as `????` for an announced film, or `TBA`.
  private static func isUnknownYear(_ text: String) -> Bool {
    text.contains("?") || !text.contains(where: \.isNumber)
  }

  /// Returns the type with a name at IMDb or TMDB, or the nearest one; `nil` for an unknown name.
  ///
  /// Source: exports of IMDb before 2018 have names such as `Feature Film` and `Documentary`; later ones have podcasts
  /// and music videos, which the datasets do not have.
  private static func type(_ text: String) -> MediaType? {
    switch text.lowercased() {
    case "feature film", "documentary": .movie
    case "short film": .short
    case "tv", "podcast series", "podcastseries": .series
    case "podcast episode", "podcastepisode": .episode
    case "music video", "musicvideo": .video
    case "tv pilot", "tvpilot": .tvSpecial
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

  /// Parses an id as users write it, or IMDb's number of a film: spreadsheets and other programs leave out `tt`.
  init?(orIMDbNumber text: String) {
    guard let id = FilmID(text) ?? FilmID("tt" + text) else { return nil }
    self = id
  }

  /// Returns the number of a film at TMDB; `nil` for another text, and for a number that ids cannot have.
  static func tmdbNumber(_ text: String) -> Int? {
    guard let number = Int(text), (1...Int(Int32.max)).contains(number) else { return nil }
    return number
  }
}
