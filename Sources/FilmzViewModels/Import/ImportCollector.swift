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
    /// A valid name.
    let name: String
    let description: String?
    /// The indices of the films, with their positions in the file.
    var places: [(film: Int, position: Int)] = []
  }

  private(set) var films: [ImportedFilm] = []
  private(set) var lists: [List] = []
  /// The number of plays, ratings and places of episodes.
  private(set) var episodes = 0
  private var indices: [String: Int] = [:]
  private var listIndices: [String: Int] = [:]
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

  init(includesEpisodes: Bool) { self.includesEpisodes = includesEpisodes }

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

  /// Ends the last file.
  mutating func finish() {
    for (located, group, format) in summaries {
      let isPlayed = knownIndex(of: located.row.film).map(played.contains) ?? false
      if !isPlayed { addRow(located, group: group, format) }
    }
    summaries = []
    for (located, format) in favorites {
      guard let film = located.row.address.flatMap({ addresses[$0] }), let list = located.row.list
      else { continue }
      addPlace(of: film, in: list, located, format)
    }
    favorites = []
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
    let index = index(of: row.film)
    films[index].add(located, group: group)
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
    films[index(of: episode)].add(
      LocatedRow(file: located.file, line: located.line, row: row), group: group)
  }

  private mutating func addPlace(
    of film: Int, in list: ImportedList, _ located: LocatedRow, _ format: ImportFormat
  ) {
    let key = "\(format.rawValue) \(list.name)"
    let index = listIndices[key] ?? lists.count
    if index == lists.count {
      listIndices[key] = index
      lists.append(
        List(
          file: located.file, key: key, name: list.validName, description: list.description))
    }
    // The films of further files follow those of the first one.
    let position = located.file == lists[index].file ? located.row.position : nil
    lists[index].places.append((film, position ?? lists[index].places.count + 1))
  }

  /// Returns the index of a film, which is added if it is new.
  ///
  /// Films with an id in common are the same, and films without ids that have the same titles, year and type.
  private mutating func index(of film: NamedFilm) -> Int {
    let index = knownIndex(of: film) ?? films.count
    if index == films.count { films.append(ImportedFilm(film)) }
    for key in Self.keys(of: film) where indices[key] == nil { indices[key] = index }
    return index
  }

  private func knownIndex(of film: NamedFilm) -> Int? {
    Self.keys(of: film).lazy.compactMap { indices[$0] }.first
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
