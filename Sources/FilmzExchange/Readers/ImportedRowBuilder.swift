import FilmzDomain

/// Creates the rows for a record of a CSV file from the values of its columns.
struct ImportedRowBuilder {
  let format: CSVFormat
  /// The values of the columns; ``rows(number:films:)`` uses those that rows of the format have.
  ///
  /// The viewing is set only for a table of filmz, and without its date, which is ``watchedDate``.
  private var values = ImportedRow(film: NamedFilm())
  /// The ids, except the number at TMDB, in the order of the columns.
  private var ids: [FilmID] = []
  private var tmdbNumber: Int?
  private var watchedDate: PartialDate?
  /// `true` if the row has a date of a viewing, even if it is unknown or not valid.
  private var hasWatchedDate = false
  /// `true` if the film has been seen; `nil` if the row has no value for this.
  private var isSeen: Bool?
  /// The number of viewings that the row counts.
  private var viewingCount = 1
  /// `true` if the film is in a collection; `nil` if the row has no value for this.
  private var isCollected: Bool?
  /// `true` if the rating belongs to the film even in a row with a viewing.
  private var isRatingOfFilm = false
  /// `true` if the row states whether the viewing is a rewatch.
  private var isRewatchKnown = false
  /// `true` if the row is about a season or an episode.
  private var isPart = false
  /// The values that only exports of Netflix, Simkl, TV Time and MovieLens have.
  private var service = ServiceValues()
  /// The addresses of the favorite films in a profile of Letterboxd.
  private var favorites: [String] = []

  init(format: CSVFormat) { self.format = format }

  /// Sets the value of a column, which is not empty; returns `false` if the value is not valid.
  ///
  /// `order` is the order of day and month in the column's dates.
  mutating func set(_ column: ImportedColumn, to value: String, _ order: DateOrder?) -> Bool {
    switch column {
    case .id: return append(FilmID(orIMDbNumber: value))
    case .anyID: setIDs(inAddress: value)
    case .tmdbNumber: return assign(&tmdbNumber, FilmID.tmdbNumber(value))
    case .title, .originalTitle, .year, .released, .type, .seriesTitle: return setFilm(column, to: value)
    case .rating(let scale): return setRating(value, scale ?? .points, isZeroNone: true)
    case .ownRating:
      isRatingOfFilm = true
      return setRating(value, .points, isZeroNone: false)
    case .date, .addedOn, .watchedDate, .watchedMoment, .timestamp: return setDay(column, to: value, order)
    case .tags: values.tags = texts(value)
    case .note: values.note = [values.note, value].compactMap(\.self).joined(separator: "\n\n")
    case .audience: return assign(&values.audience, Audience(named: value))
    case .recommendedBy: values.recommendedBy = value
    case .lists: values.lists = texts(value)
    case .position: return assign(&values.position, value.wholeNumber)
    case .isSeen: return setSeen(value, order)
    case .isCollected: return assign(&isCollected, value.flag)
    case .isSkipped:
      values.isSkipped = value.flag == true
      return value.flag != nil
    case .rewatch: isRewatchKnown = true
    case .part: isPart = true
    case .address: values.address = value
    case .favorites: favorites = texts(value)
    case .runtime, .genres, .directors, .imdbRating, .imdbVotes: setFact(column, to: value)
    case .status, .progress, .isFollowed, .supplement, .movieLensUser, .movieLensNumber: service.set(column, to: value)
    case .viewing, .viewingRating, .viewingTags, .viewingNote: return setViewing(column, to: value)
    case .placeNote, .profile, .ignored: break
    }
    return true
  }

  /// Sets a title, the year or the type of the film.
  private mutating func setFilm(_ column: ImportedColumn, to value: String) -> Bool {
    switch column {
    case .title: values.film.title = value
    case .originalTitle: values.film.originalTitle = value
    case .year: return value.isUnknownYear || assign(&values.film.year, value.yearAtStart)
    case .released: values.film.year = values.film.year ?? value.yearAtStart
    case .type: values.film.type = Self.type(value)
    case .seriesTitle: (values.film.title, values.film.type) = (value, .series)
    default: break
    }
    return true
  }

  /// Sets a fact about the film; a wrong one is left out, because sources may have it.
  private mutating func setFact(_ column: ImportedColumn, to value: String) {
    switch column {
    case .runtime: values.facts.runtimeMinutes = Int(value).flatMap { (1...100_000).contains($0) ? $0 : nil }
    case .genres: values.facts.genres = value.namesInField.map(Genre.spelling)
    case .directors: values.facts.directors = value.namesInField
    case .imdbRating: values.facts.imdbRating = (try? Rating(parsing: value)).flatMap { $0.tenths > 0 ? $0 : nil }
    case .imdbVotes:
      let votes = Int(value) ?? Int(value.filter { $0 != "," })
      values.facts.imdbVotes = votes.flatMap { $0 > 0 ? $0 : nil }
    default: break
    }
  }

  /// Sets the day of a viewing, or the day on which the user set the values of the row.
  private mutating func setDay(_ column: ImportedColumn, to value: String, _ order: DateOrder?) -> Bool {
    switch column {
    case .date: return setDate(&values.date, value, order)
    case .addedOn: return setDate(&values.addedOn, value, order)
    case .watchedDate:
      hasWatchedDate = true
      return setDate(&watchedDate, value, order)
    case .watchedMoment: return setDate(&watchedDate, value.withUTC, order)
    case .timestamp: values.date = PartialDate(secondsSince1970: value)
    default: break
    }
    return true
  }

  /// Sets a value of a viewing of filmz's table; any value means that there is a viewing.
  private mutating func setViewing(_ column: ImportedColumn, to value: String) -> Bool {
    var viewing = values.viewing ?? ImportedViewing(date: nil)
    defer { values.viewing = viewing }
    switch column {
    case .viewingRating: return assign(&viewing.rating, try? Rating(parsing: value))
    case .viewingTags: viewing.tags = texts(value)
    case .viewingNote: viewing.note = value
    default: break
    }
    return true
  }

  /// Adds the ids in an address, such as `imdb://tt0133093`; ignores other addresses, and the table's own numbers.
  private mutating func setIDs(inAddress text: String) {
    if append(FilmID(text)) { return }
    if let match = text.firstMatch(of: /tt[0-9]{7,}/) {
      _ = append(FilmID(String(match.output)))
    } else if let match = text.firstMatch(of: /(?:tmdb|themoviedb):\/\/([0-9]+)/) {
      _ = assign(&tmdbNumber, FilmID.tmdbNumber(String(match.output.1)))
    }
  }

  /// Returns the rows of the record; none if the record is not about a film.
  ///
  /// A record of a table that counts several viewings has a row for each, and a profile of Letterboxd has a row for
  /// each favorite film. Any other record has one row.
  ///
  /// `number` is the number of the record in its file, from 1; `films` has the films of MovieLens by their numbers.
  func rows(number: Int, films: [String: NamedFilm] = [:]) throws(RowProblem) -> [ImportedRow] {
    switch format {
    case .netflix, .simkl, .tvTime, .movieLens: return try serviceRows(films)
    case .letterboxdProfile: break
    default:
      let row = try row(number: number)
      var further = ImportedRow(film: row.film)
      further.isSeen = true
      further.viewing = ImportedViewing(date: nil)
      return [row] + Array(repeating: further, count: format == .table ? viewingCount - 1 : 0)
    }
    return favorites.enumerated().map { index, address in
      var row = ImportedRow(film: NamedFilm())
      row.position = index + 1
      row.address = address
      return row
    }
  }

  private func row(number: Int) throws(RowProblem) -> ImportedRow {
    var row = ImportedRow(film: try namedFilm())
    row.leftOut = furtherIDs(of: row.film)
    row.date = values.date
    row.addedOn = values.addedOn
    row.address = values.address
    row.facts = values.facts
    switch format {
    case .letterboxdWatched: row.isSeen = true
    case .letterboxdWatchlist: row.isWanted = true
    case .letterboxdLikes: row.tags = ["liked"]
    case .letterboxdReviews where !hasWatchedDate: fillWatchedRow(&row)
    case .letterboxdDiary, .letterboxdReviews: (row.isSeen, row.viewing) = (true, viewing)
    case .letterboxdRatings, .imdbRatings, .tmdb: fillRatedRow(&row)
    case .letterboxdList: row.position = values.position
    case .letterboxdImporterWatched: fillWatchedRow(&row)
    case .letterboxdImporterWatchlist:
      row.isWanted = true
      fillNoteAndTags(&row, ofViewing: false)
    case .letterboxdImporterList: row.position = number
    case .letterboxdProfile, .unmatched, .netflix, .simkl, .tvTime, .movieLens: break
    case .filmzTable:
      fillFilmzRow(&row)
      try fillMark(&row)
    case .imdbList, .imdbWatchlist:
      row.isWanted = format == .imdbWatchlist
      row.position = format == .imdbList ? values.position : nil
      fillRatedRow(&row)
    case .table:
      fillTableRow(&row)
      try fillMark(&row)
    }
    return row
  }

  /// Returns the row of a record of Netflix, Simkl, TV Time or MovieLens; empty if it is not about a film.
  private func serviceRows(_ films: [String: NamedFilm]) throws(RowProblem) -> [ImportedRow] {
    var values = values
    if format == .movieLens { values.film = films[service.number] ?? NamedFilm() }
    let series = format == .netflix ? values.film.title?.seriesAtNetflix : nil
    if let series { (values.film.title, values.film.type) = (series, .series) }
    if format == .tvTime, values.film.title == nil { return [] }
    let mark = service.mark(of: format, hasHistory: watchedDate != nil || values.rating != nil)
    guard let mark, !service.isSupplement else { return [] }
    var builder = self
    builder.values = values
    var row = ImportedRow(film: format == .movieLens ? values.film : try builder.namedFilm())
    guard !row.film.ids.isEmpty || row.film.title != nil else { throw .noFilm }
    if series != nil { row.episode = NamedFilm(type: .episode) }
    (row.date, row.rating, row.note) = (values.date, values.rating, values.note)
    (row.isSeen, row.isWanted, row.isSkipped) = (mark == .seen, mark == .wanted, mark == .skipped)
    // The day in a row of a series is the day of an episode.
    let isDated = mark == .seen && row.film.type != .series && watchedDate != nil
    row.viewing = isDated ? ImportedViewing(date: watchedDate) : nil
    return [row]
  }

  /// The viewing to which all values of the row belong.
  private var viewing: ImportedViewing {
    ImportedViewing(date: watchedDate, rating: values.rating, note: values.note, tags: values.tags)
  }

  private func fillRatedRow(_ row: inout ImportedRow) {
    row.rating = values.rating
    row.isSeen = values.rating != nil
  }

  /// Sets whether the film is wanted or skipped, unless it has been seen.
  ///
  /// - Throws: ``RowProblem/notInCollection``.
  private func fillMark(_ row: inout ImportedRow) throws(RowProblem) {
    guard !row.isSeen else { return }
    guard let isCollected else {
      row.isSkipped = values.isSkipped
      return
    }
    guard isCollected || values.isSkipped else { throw .notInCollection }
    row.isWanted = isCollected
    row.isSkipped = !isCollected
  }

  /// Fills the row of a table, whose tags, note and rating belong to the viewing if there is one.
  ///
  /// So the order of rows does not matter, as in exports of Letterboxd. The film's rating is that of a row without a
  /// viewing or, if there is none, that of the last viewing. A column such as `myRating` always has the film's rating.
  private func fillTableRow(_ row: inout ImportedRow) {
    row.position = values.position
    let hasViewing = isSeen != false && (hasWatchedDate || viewingCount > 1)
    row.isSeen = isUnseen ? hasViewersRating : isSeen ?? (values.rating != nil || hasViewing)
    row.rating = hasViewing && !isRatingOfFilm ? nil : values.rating
    fillNoteAndTags(&row, ofViewing: hasViewing)
  }

  /// `true` if the row says that the film has not been seen.
  var isUnseen: Bool { isSeen == false }

  /// `true` if the row has a rating that only a viewer gives; in filmz, a rated film need not have been seen.
  var hasViewersRating: Bool { values.rating != nil && !isRatingOfFilm }

  /// Sets the viewing, or the note and the tags of the film.
  private func fillNoteAndTags(_ row: inout ImportedRow, ofViewing isViewing: Bool) {
    row.viewing = isViewing ? viewing : nil
    row.note = isViewing ? nil : values.note
    row.tags = isViewing ? [] : values.tags
  }

  /// Fills a row of Letterboxd's importer, which is a viewing if it has a day or a value for rewatch, or the row of a
  /// review without a day.
  ///
  /// The rating is set for the film as well, because the row of the last viewing has the film's rating.
  private func fillWatchedRow(_ row: inout ImportedRow) {
    row.isSeen = true
    row.rating = values.rating
    fillNoteAndTags(&row, ofViewing: isRewatchKnown || hasWatchedDate)
  }

  /// Fills a row of filmz's table, in which a rated film need not have been seen.
  private func fillFilmzRow(_ row: inout ImportedRow) {
    row.rating = values.rating
    row.note = values.note
    row.tags = values.tags
    row.audience = values.audience
    row.recommendedBy = values.recommendedBy
    row.lists = values.lists
    if values.viewing != nil || hasWatchedDate {
      row.viewing = values.viewing ?? ImportedViewing(date: nil)
      row.viewing?.date = watchedDate
    }
    row.isSeen = row.viewing != nil || isSeen ?? (values.rating != nil)
  }

  /// Returns the film with at most one id of each source.
  ///
  /// A number at TMDB belongs to a movie or series, not to an episode; an id that includes the kind is preferred.
  private func namedFilm() throws(RowProblem) -> NamedFilm {
    var film = values.film
    if isPart { film.type = .episode }
    let kind: TMDBKind = [.series, .miniSeries].contains(film.type) ? .tv : .movie
    let tmdbID = film.type == .episode ? nil : tmdbNumber.map { FilmID(tmdb: kind, $0) }
    film.ids = FilmID.oneOfEachSource(ids + [tmdbID].compactMap(\.self))
    guard !film.ids.isEmpty || film.title != nil else { throw .noFilm }
    return film
  }

  /// Returns a problem for each id in the row that is the id of another film.
  private func furtherIDs(of film: NamedFilm) -> [RowProblem] {
    guard ids.count > 1 || tmdbNumber != nil && !ids.isEmpty else { return [] }
    var others = Set(ids).subtracting(film.ids)
    // A number that an id of the film has as well belongs to the film, even if the kinds differ.
    if let number = tmdbNumber, !film.ids.contains(where: { $0.tmdb?.number == number }) {
      others.insert(FilmID(tmdb: .movie, number))
    }
    return others.sorted().compactMap { id in
      film.ids.first { $0.hasSameSource(as: id) }.map { .furtherID(id, of: $0) }
    }
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

  /// Returns the texts in a field; only in filmz's table, commas that belong to a text have a backslash before them.
  private func texts(_ field: String) -> [String] {
    guard format != .filmzTable else { return field.textsInField }
    return field.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
  }

  private mutating func setRating(_ text: String, _ scale: ImportedScale, isZeroNone: Bool) -> Bool {
    guard let rating = scale.rating(text) else { return false }
    if rating.tenths > 0 || !isZeroNone { values.rating = rating }
    return true
  }

  /// Sets a date, which becomes `nil` if the text means an unknown date; returns `false` for any other text, and for an
  /// ambiguous date without an order.
  private func setDate(_ property: inout PartialDate?, _ text: String, _ order: DateOrder?) -> Bool {
    guard let date = ImportedDate(text), !date.isAmbiguous || order != nil else { return false }
    property = date.date(order)
    return true
  }

  /// The maximum number of viewings that a row can count.
  private static let maximumViewingCount = 1000

  /// Sets whether the film has been seen from a word for yes or no, the number of viewings, or the date of one.
  private mutating func setSeen(_ text: String, _ order: DateOrder?) -> Bool {
    if let flag = text.flag {
      isSeen = flag
    } else if let count = text.wholeNumber, count <= Self.maximumViewingCount {
      isSeen = count > 0
      viewingCount = max(count, 1)
    } else {
      var date: PartialDate?
      guard setDate(&date, text, order) else { return false }
      watchedDate = watchedDate ?? date
      hasWatchedDate = true
    }
    return true
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
