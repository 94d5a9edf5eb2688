import FilmzDomain
import FilmzExchange

/// The data of one film from all files of an import.
struct ImportedFilm: Sendable {
  /// A viewing that one or several files contain.
  struct Viewing: Sendable {
    var content: ImportedViewing
    /// The day of the viewing's rating and note in the file, for conflicts.
    var date: PartialDate?
    /// The groups of files that contain the viewing.
    fileprivate var groups: [Int]

    var rating: Dated<Rating>? { content.rating.map { ($0, date) } }
    var note: Dated<String>? { content.note.map { ($0, date) } }
  }

  /// The ids made from a film's title and year, with its address and without it; the first is `nil` if no row has an
  /// address.
  struct EnteredNames: Sendable {
    let withAddress: FilmID?
    let withoutAddress: FilmID
  }

  /// A value with the day that the file gives it.
  typealias Dated<Value> = (value: Value, date: PartialDate?)

  var film: NamedFilm
  /// The id made from title and year if the files give the film no id, also used for the ids of its viewings; otherwise,
  /// `nil`.
  var nameID: FilmID?
  /// The ids by which an earlier import can know the film, if the user has entered its id into a file of unmatched rows.
  private(set) var enteredNames: EnteredNames?
  /// The address of a film without an id at the service that exported it.
  let address: String?
  private(set) var isSeen = false
  /// `true` if all rows say that the film is skipped; `nil` without rows.
  private(set) var isSkipped: Bool?
  private(set) var rating: Dated<Rating>?
  private(set) var note: Dated<String>?
  private(set) var tags: [String] = []
  private(set) var audience: Audience?
  private(set) var recommendedBy: String?
  private(set) var facts = ImportedFacts()
  private(set) var viewings: [Viewing] = []
  /// The earliest day of a row.
  private var rowDate: PartialDate?
  /// The earliest day of the film's addition in the files.
  private var addedOn: PartialDate?
  /// The rows about the film, as long as it has no id; if it remains unmatched, these rows are written to a file.
  private(set) var rows: [Located<ImportedRow>] = []

  init(_ film: NamedFilm, address: String? = nil) { (self.film, self.address) = (film, address) }

  /// The day of the film's addition in the files or, if they have none, the earliest day of a row.
  var date: PartialDate? { addedOn ?? rowDate }

  /// Adds the content of a row; `group` is the group of its file.
  mutating func add(_ located: Located<ImportedRow>, group: Int) {
    let row = located.value
    fillGaps(row.film)
    isSeen = isSeen || row.isSeen
    isSkipped = isSkipped != false && row.isSkipped
    addRating(row.rating, row.date)
    if let note = row.note, self.note == nil { self.note = (note, row.date) }
    tags += row.tags.filter { !tags.contains($0) }
    audience = audience ?? row.audience
    recommendedBy = recommendedBy ?? row.recommendedBy
    facts.fillGaps(from: row.facts)
    rowDate = [rowDate, row.date].compactMap(\.self).min()
    addedOn = [addedOn, row.addedOn].compactMap(\.self).min()
    if let viewing = row.viewing { add(viewing, date: row.date, group: group) }
    if film.ids.isEmpty { rows.append(located) }
    if row.originalFile != nil, !row.film.ids.isEmpty { setEnteredNames(row) }
  }

  private mutating func setEnteredNames(_ row: ImportedRow) {
    var film = row.film
    film.ids = []
    guard let name = film.nameID() else { return }
    let withAddress = row.address.flatMap { film.nameID(address: $0) } ?? enteredNames?.withAddress
    enteredNames = EnteredNames(withAddress: withAddress, withoutAddress: name)
  }

  /// Records that an episode of the film, which is a series, was seen; only the first such row is kept.
  mutating func addSeenEpisode(_ located: Located<ImportedRow>) {
    isSeen = true
    if film.ids.isEmpty, rows.isEmpty { rows.append(located) }
    if located.value.originalFile != nil, !located.value.film.ids.isEmpty { setEnteredNames(located.value) }
  }

  /// Adds the data that the files have about the same film under another name.
  mutating func add(_ other: ImportedFilm) {
    fillGaps(other.film)
    isSeen = isSeen || other.isSeen
    if let isOtherSkipped = other.isSkipped { isSkipped = isSkipped != false && isOtherSkipped }
    addRating(other.rating?.value, other.rating?.date)
    note = note ?? other.note
    tags += other.tags.filter { !tags.contains($0) }
    audience = audience ?? other.audience
    recommendedBy = recommendedBy ?? other.recommendedBy
    facts.fillGaps(from: other.facts)
    rowDate = [rowDate, other.rowDate].compactMap(\.self).min()
    addedOn = [addedOn, other.addedOn].compactMap(\.self).min()
    for viewing in other.viewings {
      for group in viewing.groups { add(viewing.content, date: viewing.date, group: group) }
    }
    rows += other.rows
    nameID = nameID ?? other.nameID
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
    rating = (new, date)
  }

  /// Adds a viewing, or completes the first viewing of the same day that no file of the same group contains.
  ///
  /// So a viewing that both the diary and the reviews of an export contain is added once, while two rows of one file
  /// for the same day are two viewings.
  private mutating func add(_ viewing: ImportedViewing, date: PartialDate?, group: Int) {
    let index = viewings.firstIndex { $0.content.date == viewing.date && !$0.groups.contains(group) }
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

  /// The rating that the files give the film or, if they give none, that of the last rated viewing.
  var filmRating: Dated<Rating>? {
    if let rating { return rating }
    let rated = viewings.filter { $0.content.rating != nil }
    // Of viewings of the same day, the last one in the files.
    let last = rated.enumerated().max { left, right in
      (left.element.content.date?.text ?? "", left.offset) < (right.element.content.date?.text ?? "", right.offset)
    }?.element
    return last?.content.rating.map { ($0, last?.date ?? last?.content.date) }
  }
}
