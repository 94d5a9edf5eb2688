import FilmzDomain
import FilmzExchange

/// Groups the rows of all files of an import by film and by list.
struct ImportCollector: Sendable {
  /// A list that one or several files of a format contain.
  struct List: Sendable {
    /// The index of the first file.
    let file: Int
    /// The format and the address or name, by which later imports recognize the list.
    let key: String
    /// The format and the name, by which earlier versions recognized a list with an address on the web; `nil` for others.
    fileprivate(set) var formerKey: String?
    /// `true` if the key belongs to a single list of the service, because it has an address or a number.
    let isDistinct: Bool
    /// The name of the file with the films of a list of Trakt, without its extension; `nil` for other lists.
    fileprivate let traktFile: String?
    /// The description, and the name as in the files, which may be too long.
    fileprivate(set) var content: ImportedList
    /// The names that this version and earlier versions give a list of Trakt if the file with the names of lists is
    /// missing.
    fileprivate(set) var namesWithoutIndex: [String] = []
    /// The indices of the films in ``films``, with their positions in the list.
    var places: [(film: Int, position: Int)] = []

    fileprivate init(file: Int, key: String, content: ImportedList) {
      (self.file, self.key, self.content) = (file, key, content)
      traktFile = key.hasPrefix(Self.traktPrefix) ? String(key.dropFirst(Self.traktPrefix.count)) : nil
      isDistinct = content.address != nil || traktFile.flatMap(TraktListName.init)?.name != nil
    }

    fileprivate static let traktPrefix = "\(ImportFormat.trakt.rawValue) "

    /// The name, changed if it is not valid.
    var name: String { content.validName }
    var description: String? { content.description }
  }

  private(set) var films: [ImportedFilm] = []
  private(set) var lists: [List] = []
  /// The ids of TMDB that the files give to several films with different IMDb ids, by id.
  private(set) var contestedIDs: [FilmID: ContestedID] = [:]
  /// The number of plays, ratings and places of episodes.
  private(set) var episodes = 0
  /// The indices of ``films`` by the keys of the films: their ids or, without an id, titles, year and type.
  private var indices: [String: Int] = [:]
  /// The indices of ``lists`` by their keys.
  private var listIndices: [String: Int] = [:]
  /// The names of Trakt's lists, which are in another file than their films.
  private var namedLists: [(list: NamedList, file: Int)] = []
  /// The indices of ``films`` by their addresses at Letterboxd.
  private var addresses: [String: Int] = [:]
  /// The rows that name their films only by an address, as those of favorites at Letterboxd do.
  private var favorites: [(row: Located<ImportedRow>, format: ImportFormat)] = []
  /// Letterboxd's rows without an id or an address of the film, such as those of the diary.
  private var unaddressed: [(row: Located<ImportedRow>, group: Int, format: ImportFormat)] = []
  /// The addresses of films without an id, with their indices in ``films``, by the keys of the films.
  private var addressesByKey: [String: [String: Int]] = [:]
  /// The rows of ``unaddressed`` that fit several films with different addresses.
  private(set) var ambiguousRows: [Located<ImportedRow>] = []
  /// The rows that sum up the plays of a film, which are used only for films without rows of single plays.
  private var summaries: [(row: Located<ImportedRow>, group: Int, format: ImportFormat)] = []
  /// The indices of ``films`` that have rows of single plays, their own or those of episodes.
  private var played: Set<Int> = []
  /// The ids of Trakt's plays that have been added.
  private var playIDs: Set<Int> = []
  private let includesEpisodes: Bool
  private let known: KnownFilms

  init(includesEpisodes: Bool, known: KnownFilms) { (self.includesEpisodes, self.known) = (includesEpisodes, known) }

  /// Adds a row, unless a row about the same play has been added before.
  ///
  /// - Parameters:
  ///   - located: The row.
  ///   - group: The number of the group of the file: the files among which an export divides rows of one kind.
  ///   - format: The format of the file.
  mutating func add(_ located: Located<ImportedRow>, group: Int, format: ImportFormat) {
    if let id = located.value.playID, !playIDs.insert(id).inserted { return }
    if format == .letterboxd, located.value.film.ids.isEmpty, located.value.address == nil {
      unaddressed.append((located, group, format))
    } else if located.value.isSummary {
      summaries.append((located, group, format))
    } else {
      addRow(located, group: group, format)
    }
  }

  /// Adds the name of a list of Trakt, which has no films or has them in another file; `file` is the index of the file.
  mutating func add(_ list: NamedList, file: Int) { namedLists.append((list, file)) }

  /// Adds the list of a file without elements if Trakt gives such names to lists of users: `list-28545752-on-deck`.
  ///
  /// `file` is the index of the file.
  mutating func add(emptyFileOf list: ImportedList, file: Int) {
    let key = List.traktPrefix + list.name
    guard listIndices[key] == nil, TraktListName(list.name)?.name != nil else { return }
    listIndices[key] = lists.count
    lists.append(List(file: file, key: key, content: list))
  }

  /// Adds the rows and names that depend on the rows of other files, and empties the tables for adding rows; called after
  /// the last file.
  mutating func finish() {
    for (located, group, format) in unaddressed { addRow(located, group: group, format) }
    unaddressed = []
    for (located, group, format) in summaries {
      let film = withoutContestedIDs(located.value.film)
      let isPlayed = knownIndex(of: film).map(played.contains) ?? false
      if !isPlayed { addRow(located, group: group, format) }
    }
    summaries = []
    for (located, format) in favorites {
      guard let film = located.value.address.flatMap({ addresses[$0] }), let list = located.value.list else { continue }
      addPlace(of: film, in: list, located, format)
    }
    favorites = []
    var emptyLists = Set(namedLists.indices.filter { namedLists[$0].list.isEmpty })
    for index in lists.indices { if let named = nameList(index) { emptyLists.remove(named) } }
    for index in emptyLists.sorted() { addEmptyList(namedLists[index].list, namedLists[index].file) }
    setNameIDs()
    (indices, addresses, addressesByKey) = ([:], [:], [:])
    (played, playIDs) = ([], [])
  }

  /// Sets the ids of films without another id.
  ///
  /// Of films with the same title and year but different addresses, the film with the first address, in the order of
  /// bytes, gets the id made from title and year. The ids of the others are made from title, year and address.
  private mutating func setNameIDs() {
    var addressesByID: [FilmID: Set<String>] = [:]
    for index in films.indices {
      guard let id = films[index].film.nameID() else { continue }
      films[index].nameID = id
      if let address = films[index].address { addressesByID[id, default: []].insert(address) }
    }
    for index in films.indices {
      guard let id = films[index].nameID, let address = films[index].address, let addresses = addressesByID[id],
        addresses.contains(where: { $0 < address })
      else { continue }
      films[index].nameID = films[index].film.nameID(address: address)
    }
  }

  /// The ids made from title, year and address of the films whose id is made from title and year only.
  var namesWithAddresses: [FilmID] { films.compactMap(\.nameWithAddress) }

  /// Gives films the ids made from title, year and address under which they are in the collection.
  ///
  /// This is so if an earlier import had another film with the same title and year, which this import does not have.
  mutating func useNamesWithAddresses(_ known: Set<FilmID>) {
    for index in films.indices {
      guard let name = films[index].nameWithAddress, known.contains(name) else { continue }
      films[index].nameID = name
    }
  }

  /// Sets the name and the description of a list of Trakt to those in the file with the names of lists.
  ///
  /// If that file does not have the list, the name is that of the list's own file without the number.
  ///
  /// - Returns: The index in `namedLists`; `nil` if no file has the name of the list.
  private mutating func nameList(_ index: Int) -> Int? {
    guard let file = lists[index].traktFile else { return nil }
    let numbered = TraktListName(file)
    let named =
      namedLists.firstIndex { $0.list.slug?.lowercased() == file.lowercased() }
      ?? namedLists.firstIndex { $0.list.number != nil && $0.list.number == numbered?.number }
    lists[index].namesWithoutIndex = [lists[index].name]
    if let name = numbered?.name {
      lists[index].content.name = name
      lists[index].namesWithoutIndex.append(lists[index].name)
    }
    if let named { lists[index].content = namedLists[named].list.list }
    return named
  }

  /// Adds a list of Trakt without films, under the key that it would have with a file of films.
  private mutating func addEmptyList(_ list: NamedList, _ file: Int) {
    let key = List.traktPrefix + list.fileName
    guard !lists.contains(where: { $0.key == key }) else { return }
    lists.append(List(file: file, key: key, content: list.list))
  }

  private mutating func addRow(_ located: Located<ImportedRow>, group: Int, _ format: ImportFormat) {
    let row = located.value
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

  /// Adds a row about an episode: its series as seen and, if episodes are imported and it has an IMDb id, the episode as a
  /// film.
  private mutating func addEpisode(_ located: Located<ImportedRow>, group: Int) {
    let episode = located.value.episode ?? located.value.film
    if located.value.episode != nil, located.value.isSeen {
      let index = index(of: located.value.film)
      films[index].addSeenEpisode(located)
      if located.value.viewing != nil, !located.value.isSummary { played.insert(index) }
    }
    guard includesEpisodes, episode.ids.contains(where: { $0.imdbID != nil }) else { return }
    var row = located.value
    row.film = episode
    row.episode = nil
    _ = addToFilm(Located(value: row, file: located.file, line: located.line), group: group)
  }

  /// Adds a row to its film, without contested ids, and returns the index of the film.
  private mutating func addToFilm(_ located: Located<ImportedRow>, group: Int) -> Int {
    var row = located.value
    row.film = withoutContestedIDs(row.film)
    let index = index(of: row.film, address: row.address)
    if row.film.ids.isEmpty, row.address == nil, addressesByKey[Self.key(of: row.film)]?.count ?? 0 > 1 {
      ambiguousRows.append(located)
    }
    films[index].add(Located(value: row, file: located.file, line: located.line), group: group)
    return index
  }

  private mutating func addPlace(
    of film: Int, in list: ImportedList, _ located: Located<ImportedRow>, _ format: ImportFormat
  ) {
    let nameKey = "\(format.rawValue) \(list.name)"
    let key = list.address.map { "\(format.rawValue) \($0)" } ?? nameKey
    let index = listIndices[key] ?? lists.count
    if index == lists.count {
      listIndices[key] = index
      var new = List(file: located.file, key: key, content: list)
      new.formerKey = list.address?.hasPrefix("http") == true ? nameKey : nil
      lists.append(new)
    }
    // The films of further files follow those of the first one.
    let position = located.file == lists[index].file ? located.value.position : nil
    lists[index].places.append((film, position ?? lists[index].places.count + 1))
  }

  /// Returns the index of a film, after adding it if it is new.
  ///
  /// Films with ids are the same if they have an id in common and no different IMDb ids. Films without ids are the same if
  /// they have the same titles, year and type, and no different addresses. A film without an address is the same as the
  /// film with the first address.
  private mutating func index(of film: NamedFilm, address: String? = nil) -> Int {
    let film = withoutContestedIDs(film)
    if film.ids.isEmpty { return index(ofNamed: film, address: address) }
    let index = knownIndex(of: film) ?? films.count
    if index == films.count { films.append(ImportedFilm(film)) }
    for key in Self.keys(of: film) {
      // If several films have an id of TMDB, `indices` has the film with an IMDb id.
      let isKnown = indices[key].map { film.idOfIMDb == nil || films[$0].film.idOfIMDb != nil }
      if isKnown != true { indices[key] = index }
    }
    return index
  }

  /// Returns the index of a film without ids, after adding it if it is new.
  private mutating func index(ofNamed film: NamedFilm, address: String?) -> Int {
    let key = Self.key(of: film)
    let known = addressesByKey[key] ?? [:]
    if address == nil, let first = known.min(by: { $0.key < $1.key }) { return first.value }
    if let index = address.map({ known[$0] }) ?? indices[key] { return index }
    films.append(ImportedFilm(film, address: address))
    if let address {
      addressesByKey[key, default: [:]][address] = films.count - 1
    } else {
      indices[key] = films.count - 1
    }
    return films.count - 1
  }

  /// Returns a film without those of its ids that, in the collection or in an earlier row, belong to another film; a film
  /// without an IMDb id gets its IMDb id in the collection.
  private mutating func withoutContestedIDs(_ film: NamedFilm) -> NamedFilm {
    var film = film
    guard let imdbID = film.idOfIMDb else {
      film.ids += film.ids.compactMap { known.aliases[$0] }.prefix(1)
      return film
    }
    for id in film.ids where id != imdbID {
      guard let owner = owner(of: id, otherThan: film, imdbID) else { continue }
      contestedIDs.add(id, of: owner, givenTo: imdbID)
      film.ids.removeAll { $0 == id }
    }
    return film
  }

  /// Returns another film with an id of `film`, which has an IMDb id; `nil` if neither the collection nor an earlier row
  /// has such a film.
  ///
  /// It is another film if it has another IMDb id or, without an IMDb id, another title and year.
  private func owner(of id: FilmID, otherThan film: NamedFilm, _ imdbID: FilmID) -> FilmID? {
    let earlier = indices[id.rawValue].map { films[$0].film }
    if let owner = known.aliases[id] ?? earlier?.idOfIMDb {
      return (known.aliases[owner] ?? owner) == (known.aliases[imdbID] ?? imdbID) ? nil : owner
    }
    let collected = known.captions[id].map { NamedFilm(title: $0.title, year: $0.year) }
    return [earlier, collected].compactMap(\.self).contains(where: film.contradicts) ? id : nil
  }

  /// Returns the index of a film that has been added; `nil` if there is none.
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
    [film.title ?? "", film.originalTitle ?? "", film.year.map(String.init) ?? "", film.type?.rawValue ?? ""]
      .joined(separator: "\n")
  }
}

/// The ids of films that the collection has before an import.
struct KnownFilms: Sendable {
  /// The IMDb ids of films of the collection, by the films' other ids.
  var aliases: [FilmID: FilmID] = [:]
  /// The titles and years of films that are known by ids of TMDB only.
  var captions: [FilmID: Caption] = [:]
}

extension ImportedFilm {
  /// The id of the film's title, year and address; `nil` if the film has no address, or has this id already.
  fileprivate var nameWithAddress: FilmID? {
    guard nameID != nil, let address, let name = film.nameID(address: address), name != nameID else { return nil }
    return name
  }
}

extension NamedFilm {
  /// Returns whether another film has other titles, and a year that differs by more than one.
  ///
  /// Other titles alone can be those of another language.
  fileprivate func contradicts(_ other: NamedFilm) -> Bool {
    guard let year, let otherYear = other.year, abs(year - otherYear) > 1 else { return false }
    let (titles, others) = (matchKeys, other.matchKeys)
    return !titles.isEmpty && !others.isEmpty && titles.isDisjoint(with: others)
  }

  private var matchKeys: Set<String> { Set([title, originalTitle].compactMap { $0?.matchKey }) }

  /// The first id of IMDb; `nil` if there is none.
  var idOfIMDb: FilmID? { ids.first { $0.imdbID != nil } }

  /// The id under which the film is known by its title and year; `nil` if it has another id, or no title.
  func nameID(address: String? = nil) -> FilmID? {
    guard ids.isEmpty, let title = title ?? originalTitle else { return nil }
    return FilmID(named: title, year: year, isSeries: type == .series || type == .miniSeries, address: address)
  }
}
