import FilmzDomain

extension LenientJSON {
  fileprivate static let idMembers = ["id", "imdbID", "ids"]
  /// The members that name a film.
  private static let filmMembers = Set(idMembers + ["title", "originalTitle", "year", "type"])
  /// The members with the user's data.
  private static let dataMembers: Set = [
    "inCollection", "skipped", "watched", "myRating", "dateRated", "dateWatched", "dateAdded", "audience",
    "recommendedBy", "notes", "tags", "lists", "viewings",
  ]

  /// Returns whether the object is a film as filmz writes it: it has an id, and the user's data or only members that
  /// name the film.
  ///
  /// `names` are the names of the members.
  func isFilmOfFilmz(_ names: Set<String>) -> Bool {
    let texts = Self.idMembers.flatMap(elements).compactMap(Self.text)
    guard texts.contains(where: { FilmID($0) != nil }) else { return false }
    return !names.isDisjoint(with: Self.dataMembers) || names.isSubset(of: Self.filmMembers)
  }
}

extension CheckedJSON {
  /// Returns the rows of a film in a JSON file that filmz wrote: one row for each viewing, or one without a viewing.
  ///
  /// The film is a row of a table, the card of a film, or a film of an export. The first row also has the values that
  /// are about the film as a whole. Values that are not valid are left out.
  ///
  /// - Throws: A ``RowProblem`` if the element names no film, or a film that is neither in the collection nor skipped.
  mutating func filmzRows() throws(RowProblem) -> [ImportedRow] {
    var row = ImportedRow(film: try filmOfFilmz())
    row.date = date("dateRated")
    row.addedOn = date("dateAdded")
    row.rating = rating("myRating")
    row.note = text("notes")
    row.tags = texts("tags")
    row.lists = texts("lists")
    row.audience = checked("audience", json.text("audience").flatMap(Audience.init(named:)))
    row.recommendedBy = text("recommendedBy")
    row.facts.runtimeMinutes = json.integer("runtimeMinutes").flatMap { (1...100_000).contains($0) ? $0 : nil }
    row.facts.genres = json.elements("genres").compactMap(LenientJSON.text).filter(\.isName)
    row.facts.directors = json.elements("directors").compactMap(LenientJSON.text).filter(\.isName)
    row.facts.imdbRating = json.double("imdbRating").flatMap { Int(exactly: ($0 * 10).rounded()) }
      .flatMap(Rating.init(tenths:))
    row.facts.imdbVotes = json.integer("imdbVotes").flatMap { $0 > 0 ? $0 : nil }
    let viewings = viewings()
    row.isSeen = flag("watched") == true || row.rating != nil || !viewings.isEmpty
    try setMark(of: &row)
    row.viewing = viewings.first
    row.leftOut = problems
    return [row]
      + viewings.dropFirst().map { viewing in
        var further = ImportedRow(film: row.film)
        further.isSeen = true
        further.viewing = viewing
        return further
      }
  }

  private mutating func filmOfFilmz() throws(RowProblem) -> NamedFilm {
    let id: (Any) -> FilmID? = { LenientJSON.text($0).flatMap { FilmID($0) } }
    let ids = LenientJSON.idMembers.flatMap { elements($0, id) }
    let film = NamedFilm(
      ids: FilmID.oneOfEachSource(ids), title: text("title"), originalTitle: text("originalTitle"),
      year: year("year"),
      type: checked("type", json.text("type").flatMap(MediaType.init(named:))))
    guard !film.ids.isEmpty || film.title != nil else { throw .noFilm }
    return film
  }

  /// Sets whether the film is wanted or skipped, unless it has been seen.
  private mutating func setMark(of row: inout ImportedRow) throws(RowProblem) {
    let isSkipped = flag("skipped") == true
    let isCollected = json.flag("inCollection")
    if isCollected == nil, let text = json.description(of: "inCollection") {
      throw .invalidValue(column: "inCollection", value: text)
    }
    guard !row.isSeen else { return }
    row.isWanted = isCollected == true
    row.isSkipped = isSkipped && !row.isWanted
    if isCollected == false, !isSkipped { throw .notInCollection }
  }

  /// Returns the viewings; a row of a table has only the date of the last viewing.
  ///
  /// A viewing with an invalid date has no date.
  private mutating func viewings() -> [ImportedViewing] {
    guard json.contains("viewings") else {
      let isDated = json.text("dateWatched").map { !$0.trimmed.isEmpty && !$0.trimmed.meansNothing } ?? false
      let date = date("dateWatched")
      return isDated ? [ImportedViewing(date: date)] : []
    }
    return elements("viewings", LenientJSON.object).map { json in
      var viewing = CheckedJSON(json)
      let content = ImportedViewing(
        date: viewing.date("date"), rating: viewing.rating("rating"), note: viewing.text("note"),
        tags: viewing.texts("tags"))
      addProblems(of: viewing)
      return content
    }
  }
}
