import FilmzDomain

/// An element of a JSON file of Trakt's export.
///
/// Source: exports of Trakt. Files are distinguished by the members of their elements; only a watchlist is recognized
/// by the name of its file.
package enum TraktElement {
  /// Returns the content of an element as a row.
  ///
  /// A moment is converted to the day in the current time zone. Members of other types than expected are left out.
  ///
  /// - Parameters:
  ///   - bytes: The element, as ``JSONElementReader`` returns it.
  ///   - path: The path of the file.
  /// - Returns: The row; `nil` if the element contains nothing that is imported, such as that a film is owned.
  /// - Throws: ``RowProblem``.
  package static func row(_ bytes: [UInt8], path: String) throws(RowProblem) -> ImportedRow? {
    try row(try entry(bytes), path)
  }

  /// Returns the content of an element: the name of a list, a row, or the rows of a list with its films.
  static func elements(_ bytes: [UInt8], path: String) throws(RowProblem) -> [ImportedElement] {
    let entry = try entry(bytes)
    if let list = entry.namedList { return [.list(list)] }
    return try rows(entry, path: path).map(ImportedElement.row)
  }

  private static func rows(
    _ entry: TraktEntry, path: String
  ) throws(RowProblem) -> [ImportedRow] {
    guard let (list, items) = entry.list else {
      guard let row = try row(entry, path) else { return [] }
      return [row] + (try furtherPlays(of: row, entry))
    }
    return items.enumerated().compactMap { index, item in
      // People and other things that are not films are left out.
      guard var row = (try? row(item, path)).flatMap(\.self) else { return nil }
      row.position = row.position ?? index + 1
      row.list = list
      return row
    }
  }

  /// Returns the plays of a sum of a movie, except the last, which is the only one of which the sum has the date.
  private static func furtherPlays(
    of row: ImportedRow, _ entry: TraktEntry
  ) throws(RowProblem) -> [ImportedRow] {
    guard row.isSummary, row.film.type == .movie else { return [] }
    var play = row
    play.viewing = ImportedViewing(date: nil)
    return Array(repeating: play, count: try entry.plays() - 1)
  }

  private static func entry(_ bytes: [UInt8]) throws(RowProblem) -> TraktEntry {
    guard let json = LenientJSON(bytes) else { throw .invalidJSON }
    return TraktEntry(json)
  }

  private static func row(_ entry: TraktEntry, _ path: String) throws(RowProblem) -> ImportedRow? {
    guard !entry.isPersonOrList else { return nil }
    guard let film = entry.film else { throw .noFilm }
    guard !film.ids.isEmpty || film.title != nil else { throw .noFilm }
    var row = ImportedRow(film: film)
    row.episode = entry.partOfShow
    if entry.isPlay {
      let moment = entry.watchedAt ?? unknownMoment
      row.isSeen = true
      row.playID = entry.id
      row.viewing = ImportedViewing(
        date: moment == unknownMoment ? nil : try day(moment, "watched_at"))
    } else if let moment = entry.lastWatchedAt {
      row.isSeen = true
      row.isSummary = true
      row.viewing = ImportedViewing(date: try day(moment, "last_watched_at"))
    } else if let moment = entry.ratedAt {
      row.isSeen = true
      row.date = try day(moment, "rated_at")
      row.rating = try entry.points()
    } else if let moment = entry.listedAt {
      row.date = try day(moment, "listed_at")
      row.isWanted = ExportFileName(path).isWatchlist
      row.position = row.isWanted ? nil : entry.rank
      row.note = entry.notes.flatMap { $0.trimmed.isEmpty ? nil : $0 }
    } else {
      return nil
    }
    return row
  }

  /// The moment of a viewing of unknown date, as in Trakt's API.
  static let unknownMoment = "unknown"

  private static func day(_ moment: String, _ member: String) throws(RowProblem) -> PartialDate {
    guard let date = ImportedDate.date(moment) else {
      throw .invalidValue(column: member, value: moment)
    }
    return date
  }
}

/// The members of an element of Trakt's export that are imported.
struct TraktEntry {
  /// The maximum number of plays of a film that are imported.
  private static let maximumPlays = 1_000

  private let json: LenientJSON

  /// The film or series.
  let film: NamedFilm?

  init(_ json: LenientJSON) {
    self.json = json
    film =
      json.object("movie")?.film(.movie, kind: .movie)
      ?? json.object("show")?.film(.series, kind: .tv)
  }

  /// The number of the element, which is that of the play if it is about one.
  var id: Int? { json.integer("id") }
  /// `true` if the element is about a play, whose moment may be `null`.
  var isPlay: Bool { json.hasMember("watched_at") }
  var watchedAt: String? { json.text("watched_at") }
  var lastWatchedAt: String? { json.text("last_watched_at") }
  var ratedAt: String? { json.text("rated_at") }
  var listedAt: String? { json.text("listed_at") }
  var rank: Int? { json.integer("rank") }
  var notes: String? { json.text("notes") }

  /// The episode, whose number at TMDB is not that of a film; for a season, an episode without ids.
  var partOfShow: NamedFilm? {
    guard json.object("movie") == nil else { return nil }
    if let episode = json.object("episode") { return episode.film(.episode, kind: nil) }
    let isPart = json.object("season") != nil || ["season", "episode"].contains(json.text("type"))
    return isPart ? NamedFilm(type: .episode) : nil
  }

  /// `true` if the element is about a person, or is the name of a list.
  var isPersonOrList: Bool {
    film == nil && (json.object("person") != nil || json.text("name") != nil)
  }

  /// The list, and the elements with its films; `nil` if the element is something else.
  var list: (list: ImportedList, items: [TraktEntry])? {
    guard film == nil, let name = json.text("name"), let items = json.objects("items") else {
      return nil
    }
    return (ImportedList(name: name, description: description), items.map(TraktEntry.init))
  }

  /// The name of a list whose films are in another file, or that has none; `nil` if the element is something else, such
  /// as a user.
  var namedList: NamedList? {
    if let (list, items) = list, items.isEmpty, !list.name.trimmed.isEmpty {
      return NamedList(list: list, number: nil, slug: nil, isEmpty: true)
    }
    guard film == nil, !json.hasMember("items"), !json.hasMember("username"),
      let ids = json.object("ids"), let name = json.text("name"), !name.trimmed.isEmpty
    else { return nil }
    return NamedList(
      list: ImportedList(name: name, description: description), number: ids.integer("trakt"),
      slug: ids.text("slug"), isEmpty: json.integer("item_count") == 0)
  }

  private var description: String? {
    json.text("description").flatMap { $0.trimmed.isEmpty ? nil : $0 }
  }

  /// Returns the number of plays that the element sums up, which is 1 if it has no number.
  ///
  /// - Throws: ``RowProblem/tooLarge(column:value:maximum:)`` if there are more than 1,000.
  func plays() throws(RowProblem) -> Int {
    guard let text = json.text("plays"), let plays = Double(text.trimmed), plays >= 1 else {
      return 1
    }
    guard plays <= Double(Self.maximumPlays) else {
      throw .tooLarge(column: "plays", value: text, maximum: Self.maximumPlays)
    }
    return Int(plays)
  }

  /// Returns the rating, from 1 to 10.
  func points() throws(RowProblem) -> Rating? {
    guard json.contains("rating") else { return nil }
    let rating = json.text("rating") ?? ""
    guard let points = try? Rating(parsing: rating), points.tenths >= 10 else {
      throw .invalidValue(column: "rating", value: rating)
    }
    return points
  }
}

extension LenientJSON {
  /// Returns the film; `kind` is that of its number at TMDB.
  fileprivate func film(_ type: MediaType, kind: TMDBKind?) -> NamedFilm {
    let ids = object("ids")
    let imdbID = ids?.text("imdb").flatMap { FilmID($0) }.flatMap { $0.imdbID == nil ? nil : $0 }
    let tmdbID = kind.flatMap { kind in
      ids?.text("tmdb").flatMap(FilmID.tmdbNumber).map { FilmID(tmdb: kind, $0) }
    }
    let year = integer("year").flatMap { (1870...2200).contains($0) ? $0 : nil }
    let title = text("title")?.trimmed
    return NamedFilm(
      ids: [imdbID, tmdbID].compactMap(\.self), title: title == "" ? nil : title, year: year,
      type: type)
  }
}
