import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Rows {
  /// Returns rows of films in a result set or in the collection, without those that the kids filter hides.
  ///
  /// With `hasPlots`, the rows for programs have the plot and the viewers' rating. Source: features, M2.
  static func films(_ items: [FilmItem], hasPlots: Bool = false) -> Rows {
    let hasOwnerRatings = items.contains { $0.ownerRating != nil }
    return Rows(
      items.filter { !$0.isHidden },
      [filmNumber] + filmFields + (hasPlots ? plotFields : [])
        + (hasOwnerRatings ? [ownerRating] : []) + matchFields,
      noun: "film")
  }

  private static let plotFields: [Field<FilmItem>] = [
    Field("plot") { .optional($0.film?.plot) },
    Field("viewerRating") { .optional($0.film?.viewerRating) },
  ]

  /// The rating of the owner of a followed list.
  private static let ownerRating = Field<FilmItem>(
    "ownerRating", Column("Theirs", alignment: .trailing, dropPriority: 2, hidesWhenEmpty: true)
  ) { .optional($0.ownerRating) }

  private static let filmNumber = Field<FilmItem>(
    "index", Column("#", alignment: .trailing, hidesWhenEmpty: true), .dim
  ) { .optional($0.number) }

  /// The fields of a film, except its number in the result set.
  static let filmFields: [Field<FilmItem>] = [
    Field("id") { .text($0.id.rawValue) },
    Field("imdbID") { .optional($0.id.imdbID) },
    Field(Column("", hidesWhenEmpty: true)) { $0.statusMark },
    Field(
      "title",
      Column(
        "Title", isFlexible: true, minimumWidth: 12, preferredWidth: 24,
        distinguishesCutCells: true),
      value: { .optional($0.title) }, cell: { Cell($0.name) }),
    matchNote,
    Field(
      Column(
        "Episode of", dropPriority: 2, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true)
    ) { Cell($0.film?.episode?.shortText ?? "", .dim) },
    Field(
      "year", Column("Year", dropPriority: 1), value: { .optional($0.year) },
      cell: { Cell($0.years ?? "") }),
    Field("endYear") { .optional($0.film?.endYear) },
    Field(
      "type", Column("Type", dropPriority: 4, dropsEarly: true),
      value: { .optional($0.type?.rawValue) },
      cell: { Cell($0.type?.label ?? "", .dim) }),
    Field(
      "imdbRating",
      Column("IMDb", alignment: .trailing, dropPriority: 3, dropsEarly: true, hidesWhenEmpty: true)
    ) { .optional($0.film?.imdbRating) },
    Field("imdbVotes") { .optional($0.film?.imdbVotes) },
    Field(
      Column("TMDB", alignment: .trailing, dropPriority: 3, dropsEarly: true, hidesWhenEmpty: true)
    ) { Cell($0.tmdbRating?.split(separator: "/").first.map(String.init) ?? "") },
    Field(
      "runtimeMinutes", wideColumn("Runtime", dropPriority: 5, alignment: .trailing),
      value: { .optional($0.film?.runtimeMinutes) },
      cell: { Cell($0.film?.runtimeMinutes.map { "\($0) min" } ?? "") }),
    Field("genres", wideColumn("Genres", dropPriority: 6, minimumWidth: 10), .dim) {
      .list($0.film?.genres ?? [])
    },
    Field(wideColumn("Director", dropPriority: 7, minimumWidth: 12)) {
      Cell($0.film?.directors.joined(separator: ", ") ?? "")
    },
    Field("inCollection") { .bool($0.entry != nil) },
    Field("watched") { .bool($0.entry?.isWatched ?? false) },
    Field(
      "myRating", Column("Mine", alignment: .trailing, dropPriority: 2, hidesWhenEmpty: true),
      value: { .optional($0.entry?.rating) }, cell: { Cell($0.entry?.rating?.text ?? "", .yellow) }),
    Field(
      "dateWatched", Column("Watched", dropPriority: 2, hidesWhenEmpty: true),
      value: { .optional($0.entry?.dateWatched?.text) }, cell: { $0.dateWatchedCell }),
    Field("dateAdded") { .optional($0.entry?.addedAt) },
    Field("skipped") { .bool($0.mark == .skipped) },
    Field("platform") { .optional($0.entry?.platform ?? $0.skip?.platform) },
    Field(
      "commentCount",
      Column("Comments", alignment: .trailing, dropPriority: 5, hidesWhenEmpty: true),
      value: { .integer($0.commentCount) },
      cell: { Cell($0.commentCount == 0 ? "" : "\($0.commentCount)", .dim) }),
  ]

  /// The minimum width in cells of tables with runtime, genres, and director.
  static let wideTableWidth = 120

  /// Returns a column that only wide tables have; with a minimum width, the column is flexible.
  private static func wideColumn(
    _ title: String, dropPriority: Int, alignment: Alignment = .leading, minimumWidth: Int? = nil
  ) -> Column {
    Column(
      title, alignment: alignment, dropPriority: dropPriority, isFlexible: minimumWidth != nil,
      minimumWidth: minimumWidth ?? 1, minimumTableWidth: wideTableWidth, hidesWhenEmpty: true)
  }

  /// Returns rows of viewings, numbered from 1.
  static func viewings(_ viewings: [Viewing]) -> Rows {
    Rows(Array(zip(1..., viewings)), viewingFields)
  }

  private static let viewingFields: [Field<(Int, Viewing)>] = [
    Field("number", Column("#", alignment: .trailing), .dim) { .integer($0.0) },
    Field(
      "date", Column("Date"), value: { .optional($0.1.date?.text) },
      cell: { Cell($0.1.date?.text ?? "unknown", .green) }),
    Field(
      "rating", Column("Rating", alignment: .trailing, hidesWhenEmpty: true),
      value: { .optional($0.1.rating) }, cell: { Cell($0.1.rating?.text ?? "", .yellow) }),
    Field(
      "note",
      Column("Note", dropPriority: 1, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true)
    ) { .optional($0.1.note) },
    Field(
      "tags",
      Column("Tags", dropPriority: 2, isFlexible: true, minimumWidth: 8, hidesWhenEmpty: true),
      .dim
    ) { .list($0.1.tags) },
  ]

  /// Returns rows of genres with the number of films of each; tables also show bars, up to
  /// 24 characters wide.
  static func genres(_ genres: [ValueCount], isUTF8: Bool) -> Rows {
    filmCounts(genres, of: "Genre", isUTF8: isUTF8)
  }

  /// Returns rows of tags with the number of films of each; tables also show bars, as those of genres.
  static func tags(_ tags: [ValueCount], isUTF8: Bool) -> Rows {
    filmCounts(tags, of: "Tag", isUTF8: isUTF8)
  }

  private static func filmCounts(
    _ counts: [ValueCount], of heading: String, isUTF8: Bool
  ) -> Rows {
    let scale = BarScale(maximum: counts.map(\.count).max() ?? 0, cells: 24, isUTF8: isUTF8)
    return Rows(
      counts,
      [
        Field("value", Column(heading, isFlexible: true, minimumWidth: 8)) { .text($0.value) },
        Field("count", Column("Films", alignment: .trailing)) { .integer($0.count) },
        Field(Column("", dropPriority: 1)) { Cell(scale.bar($0.count), .magenta) },
      ])
  }
}

extension FilmItem {
  /// The rating of TMDB's users, such as `8.4/10`.
  var tmdbRating: String? {
    film?.ratings.first { $0.source == Film.PublishedRating.tmdb }?.value
  }

  /// `✓` for a seen film, `+` for a wanted film, `×` for a skipped film, and empty for other films.
  ///
  /// The mark of a film that may be one of these is followed by `?`.
  fileprivate var statusMark: Cell {
    let question = possibleEntry == nil ? "" : "?"
    return switch possibleEntry?.mark ?? mark {
    case .seen: Cell("✓" + question, .green)
    case .wanted: Cell("+" + question, .cyan)
    case .skipped: Cell("×" + question, .dim)
    case nil: Cell("")
    }
  }

  /// The newest known date of a viewing, `yes` if no date is known, `not yet` for an unwatched film
  /// in the collection, and empty for films that are not in the collection.
  fileprivate var dateWatchedCell: Cell {
    guard let entry else { return Cell("") }
    guard entry.isWatched else { return Cell("not yet", .cyan) }
    return Cell(entry.dateWatched?.text ?? "yes", .green)
  }
}

extension Rows {
  /// The last JSON members of a row: the reason why a search found the film.
  static let matchFields: [Field<FilmItem>] = [
    Field("match") { .optional($0.match?.kind) },
    Field("matched") { .optional($0.match?.matchedText) },
  ]

  /// The note after a title with the reason why a search found the film; empty if it was found by its title.
  static let matchNote = Field<FilmItem>(
    Column("", dropPriority: 2, isFlexible: true, minimumWidth: 8, hidesWhenEmpty: true)
  ) { Cell($0.match?.note?.truncated(toWidth: maximumNoteWidth) ?? "", .dim) }

  /// The width in cells to which a note is cut, so that one long note does not cut all titles.
  private static let maximumNoteWidth = 24
}

extension SearchMatch {
  /// The reason as a word.
  fileprivate var kind: String {
    switch self {
    case .title: "title"
    case .alias: "alias"
    case .spelling: "spelling"
    case .person: "person"
    case .filter: "filter"
    }
  }

  /// The other title or the person's name that matched; `nil` if the title itself did, or if the text is
  /// not known.
  fileprivate var matchedText: String? {
    switch self {
    case .title, .filter: nil
    case .alias(let title), .spelling(let title): title
    case .person(let name, _): name
    }
  }

  /// The reason as tables show it; `nil` if the film was found by its title or a filter.
  fileprivate var note: String? {
    switch self {
    case .title, .filter: nil
    case .alias(let title): title.map { "aka \($0)" } ?? "local title"
    case .spelling(let title): title.map { "≈ \($0)" } ?? "≈"
    case .person(let name, let isDirector): "\(isDirector ? "by" : "with") \(name)"
    }
  }
}
