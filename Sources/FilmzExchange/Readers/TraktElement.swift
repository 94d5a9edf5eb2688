import FilmzDomain

/// An element of a JSON file of Trakt's export.
///
/// Source: exports of Trakt. The kind of an element follows from its members or, if these do not show it, from the
/// other elements or the name of the file. A watchlist is recognized by the name of its file only. Members of
/// unexpected types are left out.
struct TraktElement {
  /// The maximum number of plays of a film that are imported.
  private static let maximumPlays = 1_000
  /// The moment of a viewing of unknown date, as in Trakt's API.
  static let unknownMoment = "unknown"

  private let json: LenientJSON
  /// The film or series.
  private let film: NamedFilm?
  /// The reasons why values of the film were left out.
  private let problemsOfFilm: [RowProblem]

  init(_ json: LenientJSON) {
    self.json = json
    let named = json.object("movie")?.film(.movie, kind: .movie) ?? json.object("show")?.film(.series, kind: .tv)
    (film, problemsOfFilm) = (named?.film, named?.problems ?? [])
  }

  /// Returns the name of a list, a row, a row for each play of a summary, or the rows of a list with its films.
  ///
  /// Returns an empty array if the element is of a kind that is not imported, such as a film that the user owns.
  ///
  /// A date and time is converted to the day in the current time zone. `fileKind` is the kind of an element that does
  /// not show its kind.
  func elements(path: String, _ fileKind: TraktElementKind?) throws(RowProblem) -> [ImportedElement] {
    if let list = namedList { return [.list(list)] }
    return try rows(path: path, fileKind).map(ImportedElement.row)
  }

  private func rows(path: String, _ fileKind: TraktElementKind?) throws(RowProblem) -> [ImportedRow] {
    if let (list, items) = list { return try Self.rows(of: items, in: list, path: path) }
    guard var row = try row(path: path, fileKind) else { return [] }
    let further = furtherPlays(of: &row)
    return [row] + further
  }

  /// Returns the rows of a list, without people; the first row has the reasons why other elements cannot be used.
  private static func rows(
    of items: [TraktElement], in list: ImportedList, path: String
  ) throws(RowProblem) -> [ImportedRow] {
    var rows: [ImportedRow] = []
    var problems: [RowProblem] = []
    for (index, item) in items.enumerated() {
      do throws(RowProblem) {
        guard var row = try item.row(path: path, .listItem) else { continue }
        row.position = row.position ?? index + 1
        row.list = list
        rows.append(row)
      } catch { problems.append(error) }
    }
    guard let problem = problems.first else { return rows }
    guard !rows.isEmpty else { throw problem }
    rows[0].leftOut += problems
    return rows
  }

  /// Returns a row of unknown date for each play of a movie that a summary counts, except the last play, whose date the
  /// summary has.
  private func furtherPlays(of row: inout ImportedRow) -> [ImportedRow] {
    guard row.isSummary, row.film.type == .movie else { return [] }
    var play = row
    play.viewing = ImportedViewing(date: nil)
    play.leftOut = []
    return Array(repeating: play, count: plays(&row.leftOut) - 1)
  }

  private func row(path: String, _ fileKind: TraktElementKind?) throws(RowProblem) -> ImportedRow? {
    guard !isPersonOrList else { return nil }
    guard let film, !film.ids.isEmpty || film.title != nil else { throw .noFilm }
    var row = ImportedRow(film: film)
    row.episode = partOfShow
    row.leftOut = problemsOfFilm
    let ownKind = TraktElementKind(json)
    guard ownKind != nil || !TraktElementKind.isUnsupported(json) else { return nil }
    switch ownKind ?? fileKind {
    case .play: setPlay(of: &row)
    case .playSummary:
      row.isSummary = true
      setPlay(of: &row)
    case .rating:
      row.date = day("rated_at", &row.leftOut)
      row.rating = points(&row.leftOut)
      row.isSeen = row.rating != nil
    case .listItem: setListItem(of: &row, path: path)
    case nil: throw .missing("watched_at, rated_at or listed_at")
    }
    return row
  }

  /// Sets the viewing of a play, or the last viewing of a summary, which has no date if the element has none.
  ///
  /// The raw values of these kinds are the names of the members with the date.
  private func setPlay(of row: inout ImportedRow) {
    row.isSeen = true
    row.playID = row.isSummary ? nil : json.integer("id")
    let kind = row.isSummary ? TraktElementKind.playSummary : .play
    row.viewing = ImportedViewing(date: day(kind.rawValue, &row.leftOut))
  }

  private func setListItem(of row: inout ImportedRow, path: String) {
    row.date = day("listed_at", &row.leftOut)
    row.isWanted = ExportFileName(path).isWatchlistOfTrakt
    row.position = row.isWanted ? nil : json.integer("rank")
    row.note = json.text("notes").nonBlankText
  }

  /// Returns the day of a member with a date and time; `nil` if it is missing, unknown, or not valid.
  private func day(_ member: String, _ problems: inout [RowProblem]) -> PartialDate? {
    guard json.text(member)?.trimmed != Self.unknownMoment else { return nil }
    var members = CheckedJSON(json)
    defer { problems += members.problems }
    return members.date(member)
  }

  /// The episode, without its id at TMDB, which is not the id of a film; for a season, an episode without ids; `nil`
  /// for a film or series as a whole.
  private var partOfShow: NamedFilm? {
    guard json.object("movie") == nil else { return nil }
    if let episode = json.object("episode") { return episode.film(.episode, kind: nil).film }
    let isPart = json.object("season") != nil || ["season", "episode"].contains(json.text("type"))
    return isPart ? NamedFilm(type: .episode) : nil
  }

  /// `true` if the element is about a person, or is the name of a list.
  private var isPersonOrList: Bool { film == nil && (json.object("person") != nil || json.text("name") != nil) }

  /// The list, and the elements with its films; `nil` if the element is something else.
  private var list: (list: ImportedList, items: [TraktElement])? {
    guard film == nil, let name = json.text("name"), let items = json.objects("items") else { return nil }
    return (ImportedList(name: name, description: json.text("description").nonBlankText), items.map(TraktElement.init))
  }

  /// The name of a list that has no films, or whose films are in another file; `nil` if the element is something else,
  /// such as a user.
  private var namedList: NamedList? {
    if let (list, items) = list, items.isEmpty, !list.name.trimmed.isEmpty {
      return NamedList(list: list, number: nil, slug: nil, isEmpty: true)
    }
    guard film == nil, !json.hasMember("items"), !json.hasMember("username"),
      let ids = json.object("ids"), let name = json.text("name"), !name.trimmed.isEmpty
    else { return nil }
    return NamedList(
      list: ImportedList(name: name, description: json.text("description").nonBlankText), number: ids.integer("trakt"),
      slug: ids.text("slug"), isEmpty: json.integer("item_count") == 0)
  }

  /// Returns the number of plays that the element counts; 1 if it has no such number, or one above 1,000.
  private func plays(_ problems: inout [RowProblem]) -> Int {
    guard let text = json.text("plays"), let plays = Double(text.trimmed), plays >= 1 else { return 1 }
    guard plays <= Double(Self.maximumPlays) else {
      problems.append(.tooLarge(column: "plays", value: text, maximum: Self.maximumPlays))
      return 1
    }
    return Int(plays)
  }

  /// Returns the rating, from 1 to 10; `nil` if it is missing or not valid.
  private func points(_ problems: inout [RowProblem]) -> Rating? {
    var members = CheckedJSON(json)
    defer { problems += members.problems }
    let points = json.text("rating").flatMap { try? Rating(parsing: $0) }
    return members.checked("rating", points.flatMap { $0.tenths >= 10 ? $0 : nil })
  }
}

extension LenientJSON {
  /// Returns the film, and the reasons why values were left out; without a `kind`, the id at TMDB is left out.
  func film(_ type: MediaType, kind: TMDBKind?) -> (film: NamedFilm, problems: [RowProblem]) {
    var members = CheckedJSON(self)
    var ids = CheckedJSON(object("ids") ?? LenientJSON())
    let imdbID = ids.json.text("imdb").flatMap { FilmID($0) }.flatMap { $0.imdbID == nil ? nil : $0 }
    var known = [ids.checked("imdb", imdbID)]
    if let kind {
      let tmdbID = ids.json.text("tmdb").flatMap(FilmID.tmdbNumber).map { FilmID(tmdb: kind, $0) }
      known.append(ids.checked("tmdb", tmdbID))
    }
    let year = members.year("year")
    let title = text("title")?.trimmed
    let film = NamedFilm(
      ids: known.compactMap(\.self), title: title == "" ? nil : title, year: year, type: type)
    members.addProblems(of: ids)
    return (film, members.problems)
  }
}
