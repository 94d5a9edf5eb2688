import FilmzDomain
import FilmzExchange

/// A row of a file and its place: the index of the file, and the line on which the row begins.
struct LocatedRow: Sendable {
  let file: Int
  let line: Int
  let row: ImportedRow
}

/// Everything that the files of an import say about one film.
struct ImportedFilm: Sendable {
  /// A viewing that one or several files tell of.
  struct Viewing: Sendable, Hashable {
    var content: ImportedViewing
    /// The day from which the values of the viewing are.
    var date: PartialDate?
    /// The groups of files that tell of the viewing.
    fileprivate var groups: [Int]

    var rating: Dated<Rating>? { content.rating.map { Dated(value: $0, date: date) } }
    var note: Dated<String>? { content.note.map { Dated(value: $0, date: date) } }
  }

  /// A value with the day that the file gives it.
  struct Dated<Value: Sendable & Hashable>: Sendable, Hashable {
    let value: Value
    let date: PartialDate?
  }

  var film: NamedFilm
  private(set) var isSeen = false
  private(set) var rating: Dated<Rating>?
  private(set) var note: Dated<String>?
  private(set) var tags: [String] = []
  private(set) var audience: Audience?
  private(set) var recommendedBy: String?
  private(set) var viewings: [Viewing] = []
  /// The earliest day of a row.
  private var rowDate: PartialDate?
  /// The day of addition that the files give; the earliest of several.
  private var addedOn: PartialDate?
  /// The rows about the film, if it has no id.
  private(set) var rows: [LocatedRow] = []

  init(_ film: NamedFilm) { self.film = film }

  /// The day on which the film was added to the collection: the one that the files give or, without one, the earliest
  /// day of a row.
  var date: PartialDate? { addedOn ?? rowDate }

  /// Adds what a row says; `group` is that of its file.
  mutating func add(_ located: LocatedRow, group: Int) {
    let row = located.row
    fillGaps(row.film)
    isSeen = isSeen || row.isSeen
    addRating(row.rating, row.date)
    if let note = row.note, self.note == nil { self.note = Dated(value: note, date: row.date) }
    tags += row.tags.filter { !tags.contains($0) }
    audience = audience ?? row.audience
    recommendedBy = recommendedBy ?? row.recommendedBy
    rowDate = [rowDate, row.date].compactMap(\.self).min()
    addedOn = [addedOn, row.addedOn].compactMap(\.self).min()
    if let viewing = row.viewing { add(viewing, date: row.date, group: group) }
    if film.ids.isEmpty { rows.append(located) }
  }

  /// Records that the film, a series, was seen, because one of its episodes was.
  mutating func addEpisode() { isSeen = true }

  /// Adds what is said about the same film under another name.
  mutating func add(_ other: ImportedFilm) {
    fillGaps(other.film)
    isSeen = isSeen || other.isSeen
    addRating(other.rating?.value, other.rating?.date)
    note = note ?? other.note
    tags += other.tags.filter { !tags.contains($0) }
    audience = audience ?? other.audience
    recommendedBy = recommendedBy ?? other.recommendedBy
    rowDate = [rowDate, other.rowDate].compactMap(\.self).min()
    addedOn = [addedOn, other.addedOn].compactMap(\.self).min()
    for viewing in other.viewings {
      for group in viewing.groups { add(viewing.content, date: viewing.date, group: group) }
    }
    rows += other.rows
  }

  private mutating func fillGaps(_ other: NamedFilm) {
    film.ids += other.ids.filter { !film.ids.contains($0) }
    film.title = film.title ?? other.title
    film.originalTitle = film.originalTitle ?? other.originalTitle
    film.year = film.year ?? other.year
    film.type = film.type ?? other.type
  }

  /// Sets the rating unless a rating of a later day is known.
  private mutating func addRating(_ new: Rating?, _ date: PartialDate?) {
    guard let new else { return }
    if let rating, let old = rating.date, date.map({ $0 < old }) ?? true { return }
    rating = Dated(value: new, date: date)
  }

  /// Adds a viewing, or completes the first one of that day of which the group of files has not told yet.
  ///
  /// So the diary and the reviews of an export tell of the same viewings, while two rows of one file on the same
  /// day are two viewings.
  private mutating func add(_ viewing: ImportedViewing, date: PartialDate?, group: Int) {
    let index = viewings.firstIndex {
      $0.content.date == viewing.date && !$0.groups.contains(group)
    }
    guard let index else {
      viewings.append(Viewing(content: viewing, date: date, groups: [group]))
      return
    }
    viewings[index].groups.append(group)
    viewings[index].date = viewings[index].date ?? date
    viewings[index].content.rating = viewings[index].content.rating ?? viewing.rating
    viewings[index].content.note = viewings[index].content.note ?? viewing.note
    let tags = viewings[index].content.tags
    viewings[index].content.tags += viewing.tags.filter { !tags.contains($0) }
  }

  /// The rating of the film: the one that the files give it or, without one, that of the last rated viewing.
  var filmRating: Dated<Rating>? {
    if let rating { return rating }
    let rated = viewings.filter { $0.content.rating != nil }
    let last = rated.enumerated().max {
      ($0.element.content.date?.text ?? "", $0.offset)
        < ($1.element.content.date?.text ?? "", $1.offset)
    }?.element
    return last?.content.rating.map { Dated(value: $0, date: last?.date ?? last?.content.date) }
  }
}
