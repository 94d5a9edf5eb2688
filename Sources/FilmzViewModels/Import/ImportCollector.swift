import FilmzDomain
import FilmzExchange

/// Combines the rows of all files of an import by film.
struct ImportCollector: Sendable {
  /// A list of one or several files, with its films in their order.
  struct List: Sendable {
    /// The formats and the name, by which the list is recognized when it is imported again.
    var keys: [String]
    /// A valid name.
    let name: String
    var description: String?
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
  /// The rows with sums of plays, which are used only if there are no rows with single plays.
  private var summaries: [(row: LocatedRow, group: Int, format: ImportFormat)] = []
  private var hasPlays = false
  private let includesEpisodes: Bool

  init(includesEpisodes: Bool) { self.includesEpisodes = includesEpisodes }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - located: The row.
  ///   - group: The group of files that divide up the same kind of rows.
  ///   - format: The format of the file.
  mutating func add(_ located: LocatedRow, group: Int, format: ImportFormat) {
    if located.row.isSummary {
      summaries.append((located, group, format))
    } else {
      if format == .trakt, located.row.viewing != nil { hasPlays = true }
      addRow(located, group: group, format)
    }
  }

  /// Ends the last file.
  mutating func finish() {
    if !hasPlays {
      for summary in summaries { addRow(summary.row, group: summary.group, summary.format) }
    }
    summaries = []
    for (located, format) in favorites {
      guard let film = located.row.address.flatMap({ addresses[$0] }), let list = located.row.list
      else { continue }
      addPlace(of: film, in: list, position: located.row.position, format)
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
    if let address = row.address, addresses[address] == nil { addresses[address] = index }
    let lists = [row.list].compactMap(\.self) + row.lists.map { ImportedList(name: $0) }
    for list in lists { addPlace(of: index, in: list, position: row.position, format) }
  }

  /// Adds the episode as a film if it has an IMDb id and episodes are imported, and its series as seen.
  private mutating func addEpisode(_ located: LocatedRow, group: Int) {
    let episode = located.row.episode ?? located.row.film
    if located.row.episode != nil, located.row.isSeen {
      films[index(of: located.row.film)].addEpisode()
    }
    guard includesEpisodes, episode.ids.contains(where: { $0.imdbID != nil }) else { return }
    var row = located.row
    row.film = episode
    row.episode = nil
    films[index(of: episode)].add(
      LocatedRow(file: located.file, line: located.line, row: row), group: group)
  }

  private mutating func addPlace(
    of film: Int, in list: ImportedList, position: Int?, _ format: ImportFormat
  ) {
    let key = "\(format.rawValue) \(list.name)"
    let name = list.validName
    let index = listIndices[ListNames.key(name)] ?? lists.count
    if index == lists.count {
      listIndices[ListNames.key(name)] = index
      lists.append(List(keys: [key], name: name, description: list.description))
    }
    if !lists[index].keys.contains(key) { lists[index].keys.append(key) }
    lists[index].description = lists[index].description ?? list.description
    lists[index].places.append((film, position ?? lists[index].places.count + 1))
  }

  /// Returns the index of a film, which is added if it is new.
  ///
  /// Films with an id in common are the same, and films without ids that have the same titles, year and type.
  private mutating func index(of film: NamedFilm) -> Int {
    let keys = film.ids.isEmpty ? [Self.key(of: film)] : film.ids.map(\.rawValue)
    let known = keys.first { indices[$0] != nil }
    let index = known.flatMap { indices[$0] } ?? films.count
    if index == films.count { films.append(ImportedFilm(film)) }
    for key in keys where indices[key] == nil { indices[key] = index }
    return index
  }

  private static func key(of film: NamedFilm) -> String {
    [
      film.title ?? "", film.originalTitle ?? "", film.year.map(String.init) ?? "",
      film.type?.rawValue ?? "",
    ].joined(separator: "\n")
  }
}
