import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Rows {
  /// Returns rows of films in a result set or in the collection, without hidden ones.
  ///
  /// If `hasPlots` is `true`, the JSON objects have the plot and the viewers' rating. Source: MFlix, rows of movies.
  static func films(_ items: [FilmItem], hasPlots: Bool = false) -> Rows {
    films(items, filmFields, hasPlots: hasPlots)
  }

  private static func films(_ items: [FilmItem], _ filmFields: [Field<FilmItem>], hasPlots: Bool) -> Rows {
    let hasOwnerRatings = items.contains { $0.ownerRating != nil }
    return Rows(
      items.filter { !$0.isHidden },
      [filmNumber] + filmFields + (hasPlots ? plotFields : []) + (hasOwnerRatings ? [ownerRating] : []) + matchFields,
      noun: "film")
  }

  /// Returns the rows of a page of a result set.
  ///
  /// All pages have the same columns. If the films are sorted or filtered by runtime, tables of any width show it.
  static func films(on page: ResultPage) -> Rows {
    let items = page.outOfRange == .none ? page.items : []
    let fields =
      page.showsRuntimes ? filmFields.map { $0.json?.name == runtime.json?.name ? shownRuntime : $0 } : filmFields
    var rows = films(items, fields, hasPlots: page.hasPlots)
    guard let used = page.usedColumns else { return rows }
    let columns = [("Mine", used.ratings), ("Watched", used.entries), ("Comments", used.comments)]
    rows = rows.withoutColumns(titled: Set(columns.filter { !$0.1 }.map(\.0)))
    rows.isPage = true
    return rows
  }

  /// Returns the rows of live results, with the matching letters of their titles highlighted.
  ///
  /// Narrow tables lack the dates of viewings and the numbers of comments first; the reason why a film was found follows
  /// its title.
  static func films(_ results: LiveResults) -> Rows {
    let items = results.items
    let fields =
      fieldsBeforeTitle + [highlightedTitle(results)]
      + fieldsAfterTitle.map { results.showsRuntimes && $0.json?.name == runtime.json?.name ? shownRuntime : $0 }
    let unused = [
      items.contains { $0.entry?.rating != nil } ? "" : "Mine", items.contains { $0.entry != nil } ? "" : "Watched",
      items.contains { $0.commentCount > 0 } ? "" : "Comments",
    ]
    var rows = films(items, fields, hasPlots: false).withoutColumns(titled: Set(unused.filter { !$0.isEmpty }))
      .droppingFirst(columnsTitled: ["Watched", "Comments"])
    rows.isPage = true
    return rows
  }

  private static func highlightedTitle(_ results: LiveResults) -> Field<FilmItem> {
    Field(titleColumn(preferredWidth: 20)) { item in
      let name = item.name.sanitizedForTerminal
      let parts = results.highlights(in: name, of: item).map { range in
        let start = name.distance(from: name.startIndex, to: range.lowerBound)
        return start..<(start + name.distance(from: range.lowerBound, to: range.upperBound))
      }
      return Cell(name, highlights: parts, note: item.titleNote)
    }
  }

  /// Returns the column of titles, which are cut below the preferred width only if no column can be dropped early.
  private static func titleColumn(preferredWidth: Int) -> Column {
    Column(
      "Title", isFlexible: true, minimumWidth: 12, preferredWidth: preferredWidth, distinguishesCutCells: true,
      nominalWidth: 30)
  }

  private static let plotFields: [Field<FilmItem>] = [
    Field("plot") { .optional($0.film?.plot) }, Field("viewerRating") { .optional($0.film?.viewerRating) },
  ]

  /// The rating of the owner of a followed list.
  private static let ownerRating = Field<FilmItem>(
    "ownerRating", Column("Theirs", alignment: .trailing, dropPriority: 2, nominalWidth: 6, hidesWhenEmpty: true),
    rating: \.ownerRating)

  private static let filmNumber = Field<FilmItem>(
    "index", Column("#", alignment: .trailing, nominalWidth: 3, hidesWhenEmpty: true), .dim
  ) { .optional($0.number) }

  /// The fields of a film, except its number in the result set.
  static let filmFields =
    fieldsBeforeTitle + [
      Field("title", titleColumn(preferredWidth: 24), value: { .optional($0.title) }, cell: { Cell($0.name) }),
      matchNote,
      Field(Column("Episode of", dropPriority: 2, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true)) {
        Cell($0.film?.episode?.shortText ?? "", .dim)
      },
    ] + fieldsAfterTitle

  private static let fieldsBeforeTitle: [Field<FilmItem>] = [
    Field("id") { .text($0.id.rawValue) }, Field("imdbID") { .optional($0.id.imdbID) },
    Field(Column("", nominalWidth: 1, hidesWhenEmpty: true)) { $0.statusMark },
  ]

  private static let fieldsAfterTitle: [Field<FilmItem>] = [
    Field(
      "year", Column("Year", dropPriority: 1, nominalWidth: 4), value: { .optional($0.year) },
      cell: { Cell($0.years ?? "") }),
    Field("endYear") { .optional($0.film?.endYear) },
    Field(
      "type", Column("Type", dropPriority: 4, dropsEarly: true, nominalWidth: 6),
      value: { .optional($0.type?.rawValue) },
      cell: { Cell($0.type?.label ?? "", .dim) }),
    Field("imdbRating", ratingColumn("IMDb")) { .optional($0.film?.imdbRating) },
    Field("imdbVotes") { .optional($0.film?.imdbVotes) },
    Field(ratingColumn("TMDB")) { Cell($0.tmdbPoints ?? "") }, Field(ratingColumn("Score", .leading)) { $0.scoreCell },
    runtime,
    Field("genres", wideColumn("Genres", dropPriority: 6, minimumWidth: 10), .dim) { .list($0.film?.genres ?? []) },
    Field(wideColumn("Director", dropPriority: 7, minimumWidth: 12)) {
      Cell($0.film?.directors.joined(separator: ", ") ?? "")
    }, Field("inCollection") { .bool($0.entry != nil) }, Field("watched") { .bool($0.entry?.isWatched ?? false) },
    Field(
      "myRating", Column("Mine", alignment: .trailing, dropPriority: 2, nominalWidth: 4, hidesWhenEmpty: true),
      rating: { $0.entry?.rating }),
    Field(
      "dateWatched", Column("Watched", dropPriority: 2, nominalWidth: 10, hidesWhenEmpty: true),
      value: { .optional($0.entry?.dateWatched?.text) }, cell: { $0.dateWatchedCell }),
    Field("dateAdded") { .optional($0.entry?.addedAt) }, Field("skipped") { .bool($0.mark == .skipped) },
    Field("platform") { .optional($0.entry?.platform ?? $0.skip?.platform) },
    Field(
      "commentCount", Column("Comments", alignment: .trailing, dropPriority: 5, nominalWidth: 8, hidesWhenEmpty: true),
      value: { .integer($0.commentCount) }, cell: { Cell($0.commentCount == 0 ? "" : "\($0.commentCount)", .dim) }),
    Field("identified") { .bool(!$0.id.isNamed) },
  ]

  /// The runtime; tables that are not wide have it only if 12 cells are free.
  private static let runtime = runtime(
    in: wideColumn("Runtime", dropPriority: 5, alignment: .trailing, spareWidth: 12, nominalWidth: 7))

  /// The runtime of films that are sorted or filtered by it.
  private static let shownRuntime = runtime(
    in: Column("Runtime", alignment: .trailing, dropPriority: 1, nominalWidth: 7))

  private static func runtime(in column: Column) -> Field<FilmItem> {
    Field(
      "runtimeMinutes", column, value: { .optional($0.film?.runtimeMinutes) },
      cell: { Cell($0.film?.runtimeMinutes.map { "\($0) min" } ?? "") })
  }

  /// Returns a column of published ratings; the setting `list.ratings` chooses which one tables have.
  private static func ratingColumn(_ title: String, _ alignment: Alignment = .trailing) -> Column {
    Column(
      title, alignment: alignment, dropPriority: 3, dropsEarly: true, nominalWidth: title.utf8.count,
      hidesWhenEmpty: true)
  }

  /// The width in cells from which tables have the runtime, the genres, and the directors.
  static let wideTableWidth = 120

  /// Returns a column that only wide tables have; with a minimum width, the column is flexible.
  private static func wideColumn(
    _ title: String, dropPriority: Int, alignment: Alignment = .leading, minimumWidth: Int? = nil,
    spareWidth: Int? = nil, nominalWidth: Int = 16
  ) -> Column {
    Column(
      title, alignment: alignment, dropPriority: dropPriority, isFlexible: minimumWidth != nil,
      minimumWidth: minimumWidth ?? 1, minimumTableWidth: wideTableWidth, spareWidth: spareWidth,
      nominalWidth: nominalWidth, hidesWhenEmpty: true)
  }

  /// Returns rows of viewings, numbered from 1.
  static func viewings(_ viewings: [Viewing]) -> Rows {
    Rows(viewings.enumerated().map { (number: $0 + 1, viewing: $1) }, viewingFields)
  }

  private static let viewingFields: [Field<(number: Int, viewing: Viewing)>] = [
    Field("number", Column("#", alignment: .trailing), .dim) { .integer($0.number) },
    Field(
      "date", Column("Date"), value: { .optional($0.viewing.date?.text) },
      cell: { Cell($0.viewing.date?.text ?? "unknown", .green) }),
    Field(
      "rating", Column("Rating", alignment: .trailing, hidesWhenEmpty: true), rating: { $0.viewing.rating }),
    Field("note", Column("Note", dropPriority: 1, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true)) {
      .optional($0.viewing.note)
    },
    Field("tags", Column("Tags", dropPriority: 2, isFlexible: true, minimumWidth: 8, hidesWhenEmpty: true), .dim) {
      .list($0.viewing.tags)
    },
  ]

  /// Returns rows of genres with the number of films of each; tables also show bars, up to
  /// 24 characters wide.
  static func genres(_ genres: [ValueCount], isUTF8: Bool) -> Rows { filmCounts(genres, of: "Genre", isUTF8: isUTF8) }

  /// Returns rows of tags with the number of films of each; tables also show bars, as those of genres.
  static func tags(_ tags: [ValueCount], isUTF8: Bool) -> Rows { filmCounts(tags, of: "Tag", isUTF8: isUTF8) }

  private static func filmCounts(_ counts: [ValueCount], of heading: String, isUTF8: Bool) -> Rows {
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
  var tmdbRating: String? { film?.ratings.first { $0.source == Film.PublishedRating.tmdb }?.value }

  /// ``tmdbRating`` without its maximum, such as `8.4`.
  fileprivate var tmdbPoints: String? { tmdbRating?.split(separator: "/").first.map(String.init) }

  /// IMDb's rating or, if it is not known, TMDB's with a `T`.
  fileprivate var scoreCell: Cell {
    if let rating = film?.imdbRating { return Cell(rating.decimalText) }
    return Cell(tmdbPoints.map { $0 + " T" } ?? "", .dim)
  }

  /// `✓` for a seen film, `+` for a wanted film, `×` for a skipped film, and empty for other films.
  ///
  /// The mark of a film that may be one of these is followed by `?`, that of a film known by title and year only by `≟`.
  fileprivate var statusMark: Cell {
    let suffix = possibleEntry != nil ? "?" : (id.isNamed ? "≟" : "")
    return switch possibleEntry?.mark ?? mark {
    case .seen: Cell("✓" + suffix, id.isNamed ? .dim : .green)
    case .wanted: Cell("+" + suffix, id.isNamed ? .dim : .cyan)
    case .skipped: Cell("×" + suffix, .dim)
    case nil: Cell(id.isNamed ? suffix : "", .dim)
    }
  }

  /// The newest known date of a viewing, `yes` if no date is known, `–` for an unwatched film
  /// in the collection, and empty for films that are not in the collection.
  fileprivate var dateWatchedCell: Cell {
    guard let entry else { return Cell("") }
    guard entry.isWatched else { return Cell("–", .dim) }
    return Cell(entry.dateWatched?.text ?? "yes", .green)
  }
}

extension Rows {
  /// The fields with the reason why a search found the film, which are the last members of the JSON object.
  static let matchFields: [Field<FilmItem>] = [
    Field("match") { .optional($0.match?.kind) }, Field("matched") { .optional($0.match?.matchedText) },
  ]

  /// The note after a title with the reason why a search found the film; empty if it was found by its title.
  static let matchNote = Field<FilmItem>(
    Column("", dropPriority: 2, isFlexible: true, minimumWidth: 8, hidesWhenEmpty: true)
  ) { Cell($0.shortMatchNote, .dim) }
}

extension FilmItem {
  /// The width in cells to which a note is cut, so that one long note does not cut all titles.
  private static let maximumNoteWidth = 24

  /// The reason why a search found the film; empty if it was found by its title.
  fileprivate var shortMatchNote: String { match?.note?.truncated(toWidth: Self.maximumNoteWidth) ?? "" }

  /// The series of an episode and the reason why a search found the film; may be empty.
  fileprivate var titleNote: String {
    [film?.episode?.shortText ?? "", shortMatchNote].filter { !$0.isEmpty }.joined(separator: " · ")
  }
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
