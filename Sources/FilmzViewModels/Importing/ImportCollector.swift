import FilmzDomain
import FilmzExchange

/// Combines the rows of all files of an import by film.
struct ImportCollector: Sendable {
  /// A list of one or several files of a format, with its films in their order.
  struct List: Sendable {
    /// The first file.
    let file: Int
    /// The format and the name, by which the list is recognized when it is imported again.
    let key: String
    /// The description, and the name in the files, which may be too long.
    fileprivate(set) var content: ImportedList
    /// The valid names of the list if the file with the names of Trakt's lists is missing: those that this version and
    /// earlier ones give it.
    fileprivate(set) var namesWithoutIndex: [String] = []
    /// The indices of the films, with their positions in the file.
    var places: [(film: Int, position: Int)] = []

    /// A valid name.
    var name: String { content.validName }
    var description: String? { content.description }
  }

  private(set) var films: [ImportedFilm] = []
  private(set) var lists: [List] = []
  /// The ids of TMDB that the files give several films with different IMDb ids; only the first film keeps them.
  private(set) var contestedIDs = ContestedIDs()
  /// The number of plays, ratings and places of episodes.
  private(set) var episodes = 0
  private var indices: [String: Int] = [:]
  private var listIndices: [String: Int] = [:]
  /// The names of Trakt's lists, which are in another file than their films.
  private var namedLists: [(list: NamedList, file: Int)] = []
  /// The films by their addresses at Letterboxd.
  private var addresses: [String: Int] = [:]
  /// The rows that have only an address.
  private var favorites: [(row: LocatedRow, format: ImportFormat)] = []
  /// The rows with sums of plays, which are used only for films without rows of single plays.
  private var summaries: [(row: LocatedRow, group: Int, format: ImportFormat)] = []
  /// The films with rows of single plays, also of their episodes.
  private var played: Set<Int> = []
  /// The single plays of Trakt that have been added.
  private var playIDs: Set<Int> = []
  private let includesEpisodes: Bool
  /// The ids of IMDb of films, by their other ids in the collection.
  private let aliases: [FilmID: FilmID]

  init(includesEpisodes: Bool, aliases: [FilmID: FilmID]) {
    (self.includesEpisodes, self.aliases) = (includesEpisodes, aliases)
  }

  /// Adds a row, unless it is about a single play that another row was about.
  ///
  /// - Parameters:
  ///   - located: The row.
  ///   - group: The group of files that divide up the same kind of rows.
  ///   - format: The format of the file.
  mutating func add(_ located: LocatedRow, group: Int, format: ImportFormat) {
    if let id = located.row.playID, !playIDs.insert(id).inserted { return }
    if located.row.isSummary {
      summaries.append((located, group, format))
    } else {
      addRow(located, group: group, format)
    }
  }

  /// Adds the name of a list of Trakt whose films are in another file, or that has no films; `file` is an index.
  mutating func add(_ list: NamedList, file: Int) { namedLists.append((list, file)) }

  /// Ends the last file.
  mutating func finish() {
    for (located, group, format) in summaries {
      let film = withoutContestedIDs(located.row.film)
      let isPlayed = knownIndex(of: film).map(played.contains) ?? false
      if !isPlayed { addRow(located, group: group, format) }
    }
    summaries = []
    for (located, format) in favorites {
      guard let film = located.row.address.flatMap({ addresses[$0] }), let list = located.row.list
      else { continue }
      addPlace(of: film, in: list, located, format)
    }
    favorites = []
    var emptyLists = Set(namedLists.indices.filter { namedLists[$0].list.isEmpty })
    for index in lists.indices {
      if let named = nameList(index) { emptyLists.remove(named) }
    }
    for index in emptyLists.sorted() {
      addEmptyList(namedLists[index].list, namedLists[index].file)
    }
  }

  /// Sets the name and description of a list of Trakt to those in another file or, if there are none, the name to that
  /// of the file without the list's number.
  ///
  /// - Returns: The index of the name; `nil` if no file has it.
  private mutating func nameList(_ index: Int) -> Int? {
    let prefix = "\(ImportFormat.trakt.rawValue) "
    guard lists[index].key.hasPrefix(prefix) else { return nil }
    let file = lists[index].key.dropFirst(prefix.count)
    let parts = file.split(separator: "-", maxSplits: 2)
    let number = parts.first == "list" && parts.count > 1 ? Int(parts[1]) : nil
    let named =
      namedLists.firstIndex { $0.list.slug?.lowercased() == file.lowercased() }
      ?? namedLists.firstIndex { $0.list.number != nil && $0.list.number == number }
    lists[index].namesWithoutIndex = [lists[index].name]
    if number != nil, parts.count == 3 {
      lists[index].content.name = String(parts[2])
      lists[index].namesWithoutIndex.append(lists[index].name)
    }
    if let named { lists[index].content = namedLists[named].list.list }
    return named
  }

  /// Adds a list of Trakt without films, under the key that it has if there is a file with films.
  private mutating func addEmptyList(_ list: NamedList, _ file: Int) {
    let key = "\(ImportFormat.trakt.rawValue) \(list.fileName)"
    guard !lists.contains(where: { $0.key == key }) else { return }
    lists.append(List(file: file, key: key, content: list.list))
  }

  private mutating func addRow(_ located: LocatedRow, group: Int, _ format: ImportFormat) {
    let row = located.row
    if row.film == NamedFilm(), row.address != nil {
      favorites.append((located, format))
      return
    }
    if row.episode != nil || row.film.type == .episode {
      episodes += 1
      addEpisode(located, group: group)
      return
    }
    let index = addToFilm(located, group: group)
    if row.viewing != nil, !row.isSummary { played.insert(index) }
    if let address = row.address, addresses[address] == nil { addresses[address] = index }
    let lists = [row.list].compactMap(\.self) + row.lists.map { ImportedList(name: $0) }
    for list in lists { addPlace(of: index, in: list, located, format) }
  }

  /// Adds the episode as a film if it has an IMDb id and episodes are imported, and its series as seen.
  private mutating func addEpisode(_ located: LocatedRow, group: Int) {
    let episode = located.row.episode ?? located.row.film
    if located.row.episode != nil, located.row.isSeen {
      let index = index(of: located.row.film)
      films[index].addEpisode()
      if located.row.viewing != nil, !located.row.isSummary { played.insert(index) }
    }
    guard includesEpisodes, episode.ids.contains(where: { $0.imdbID != nil }) else { return }
    var row = located.row
    row.film = episode
    row.episode = nil
    _ = addToFilm(LocatedRow(file: located.file, line: located.line, row: row), group: group)
  }

  /// Adds a row to its film without the contested ids, and returns the index of the film.
  private mutating func addToFilm(_ located: LocatedRow, group: Int) -> Int {
    var row = located.row
    row.film = withoutContestedIDs(row.film)
    let index = index(of: row.film)
    films[index].add(
      LocatedRow(file: located.file, line: located.line, row: row), group: group)
    return index
  }

  private mutating func addPlace(
    of film: Int, in list: ImportedList, _ located: LocatedRow, _ format: ImportFormat
  ) {
    let key = "\(format.rawValue) \(list.name)"
    let index = listIndices[key] ?? lists.count
    if index == lists.count {
      listIndices[key] = index
      lists.append(List(file: located.file, key: key, content: list))
    }
    // The films of further files follow those of the first one.
    let position = located.file == lists[index].file ? located.row.position : nil
    lists[index].places.append((film, position ?? lists[index].places.count + 1))
  }

  /// Returns the index of a film, after adding it if it is new.
  ///
  /// Films are the same if they have an id in common and no different IMDb ids, or if they have no ids and the same
  /// titles, year and type.
  private mutating func index(of film: NamedFilm) -> Int {
    let film = withoutContestedIDs(film)
    let index = knownIndex(of: film) ?? films.count
    if index == films.count { films.append(ImportedFilm(film)) }
    for key in Self.keys(of: film) {
      // Of films with the same id of TMDB, the index has the one with an IMDb id.
      let isKnown = indices[key].map { film.idOfIMDb == nil || films[$0].film.idOfIMDb != nil }
      if isKnown != true { indices[key] = index }
    }
    return index
  }

  /// Returns a film without the ids of TMDB that belong to a film with another id of IMDb, in the collection or else in
  /// an earlier row; a film without an id of IMDb gets the one that it has in the collection.
  private mutating func withoutContestedIDs(_ film: NamedFilm) -> NamedFilm {
    var film = film
    guard let imdbID = film.idOfIMDb else {
      film.ids += film.ids.compactMap { aliases[$0] }.prefix(1)
      return film
    }
    for id in film.ids where id != imdbID {
      let owner = aliases[id] ?? indices[id.rawValue].flatMap { films[$0].film.idOfIMDb }
      guard let owner, aliases[owner] ?? owner != aliases[imdbID] ?? imdbID else { continue }
      contestedIDs.add(id, of: owner, givenTo: imdbID)
      film.ids.removeAll { $0 == id }
    }
    return film
  }

  private func knownIndex(of film: NamedFilm) -> Int? {
    let imdbID = film.idOfIMDb
    return Self.keys(of: film).lazy.compactMap { indices[$0] }.first { index in
      let other = films[index].film.idOfIMDb
      return imdbID == nil || other == nil || other == imdbID
    }
  }

  private static func keys(of film: NamedFilm) -> [String] {
    film.ids.isEmpty ? [key(of: film)] : film.ids.map(\.rawValue)
  }

  private static func key(of film: NamedFilm) -> String {
    [
      film.title ?? "", film.originalTitle ?? "", film.year.map(String.init) ?? "",
      film.type?.rawValue ?? "",
    ].joined(separator: "\n")
  }
}

extension NamedFilm {
  /// The id of IMDb; `nil` if it is not known.
  var idOfIMDb: FilmID? { ids.first { $0.imdbID != nil } }
}

/// A row of a file and its place: the index of the file, and the line on which the row begins.
struct LocatedRow: Sendable {
  let file: Int
  let line: Int
  let row: ImportedRow
}

/// The data of one film from all files of an import.
struct ImportedFilm: Sendable {
  /// A viewing that one or several files contain.
  struct Viewing: Sendable, Hashable {
    var content: ImportedViewing
    /// The day of the values of the viewing.
    var date: PartialDate?
    /// The groups of files that contain the viewing.
    fileprivate var groups: [Int]

    var rating: Dated<Rating>? { content.rating.map { Dated(value: $0, date: date) } }
    var note: Dated<String>? { content.note.map { Dated(value: $0, date: date) } }
  }

  /// A value with its day in the file.
  struct Dated<Value: Sendable & Hashable>: Sendable, Hashable {
    let value: Value
    let date: PartialDate?
  }

  var film: NamedFilm
  private(set) var isSeen = false
  /// `true` if all rows are about a skipped film; `nil` without rows.
  private(set) var isSkipped: Bool?
  private(set) var rating: Dated<Rating>?
  private(set) var note: Dated<String>?
  private(set) var tags: [String] = []
  private(set) var audience: Audience?
  private(set) var recommendedBy: String?
  private(set) var viewings: [Viewing] = []
  /// The earliest day of a row.
  private var rowDate: PartialDate?
  /// The earliest day of addition in the files.
  private var addedOn: PartialDate?
  /// The rows about the film, if it has no id.
  private(set) var rows: [LocatedRow] = []

  init(_ film: NamedFilm) { self.film = film }

  /// The day on which the film was added to the collection: the one that the files give or, without one, the earliest
  /// day of a row.
  var date: PartialDate? { addedOn ?? rowDate }

  /// Adds the content of a row; `group` is the group of its file.
  mutating func add(_ located: LocatedRow, group: Int) {
    let row = located.row
    fillGaps(row.film)
    isSeen = isSeen || row.isSeen
    isSkipped = isSkipped != false && row.isSkipped
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

  /// Adds the data of the same film under another name.
  mutating func add(_ other: ImportedFilm) {
    fillGaps(other.film)
    isSeen = isSeen || other.isSeen
    if let isOtherSkipped = other.isSkipped { isSkipped = isSkipped != false && isOtherSkipped }
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

  /// Adds a viewing, or completes the first one of that day that does not come from the same group of files.
  ///
  /// So a viewing that the diary and the reviews of an export contain is added once, while two rows of one file on the
  /// same day are two viewings.
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
