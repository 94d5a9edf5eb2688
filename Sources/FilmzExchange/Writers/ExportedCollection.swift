package import FilmzDomain
package import Foundation

/// A film of the collection with everything that is exported.
package struct ExportedFilm: Sendable {
  package var entry: CollectionEntry
  /// The facts about the film; `nil` if they are not known.
  package var film: Film?
  /// The ids of the film, the canonical one first.
  package let ids: [FilmID]
  /// The day of the film's rating; `nil` if it is not known.
  package var ratedOn: PartialDate?
  package var commentCount: Int
  let imdbID: String?
  /// The kind and number at TMDB; `nil` if TMDB does not have the film or the id is not known.
  let tmdb: (kind: TMDBKind, number: Int)?

  package init(
    entry: CollectionEntry, film: Film? = nil, ids: [FilmID] = [], ratedOn: PartialDate? = nil, commentCount: Int = 0
  ) {
    self.entry = entry
    self.film = film
    self.ids = ids.isEmpty ? [entry.id] : ids
    self.ratedOn = ratedOn
    self.commentCount = commentCount
    imdbID = entry.id.imdbID ?? ids.lazy.compactMap(\.imdbID).first
    tmdb = self.ids.lazy.filter { $0.imdbID == nil }.compactMap(\.tmdb).first
  }

  package var title: String? { film?.title ?? entry.caption?.title }

  package var year: Int? { film?.year ?? entry.caption?.year }

  package var type: MediaType? { film?.type ?? entry.type }

  var isEpisode: Bool { type == .episode }

  var isSeries: Bool { type == .series || type == .miniSeries }

  /// The viewings in the order in which they took place; those of unknown date are first.
  ///
  /// A viewing of unknown date took place at some time before the user began to note dates.
  var viewingsInOrder: [Viewing] {
    guard entry.viewings.count > 1 else { return entry.viewings }
    let viewings = entry.viewingsByDate
    return viewings.filter { $0.date == nil } + viewings.filter { $0.date != nil }
  }
}

/// A list of films.
package struct ExportedList: Sendable {
  package var name: String
  package var description: String?
  package var createdAt: Date
  /// The films in the order of the list.
  package var films: [FilmID]

  package init(name: String, description: String? = nil, createdAt: Date, films: [FilmID]) {
    (self.name, self.description, self.createdAt) = (name, description, createdAt)
    self.films = films
  }
}

/// The content of an export.
package struct ExportedCollection: Sendable {
  /// The films, in the order in which they are written.
  package var films: [ExportedFilm]
  package var lists: [ExportedList]

  package init(films: [ExportedFilm], lists: [ExportedList] = []) {
    self.films = films
    self.lists = lists
  }

  /// The lists with their films; for a film that is not in ``films``, only the id is known.
  package var listedFilms: [(list: ExportedList, films: [ExportedFilm])] {
    guard !lists.isEmpty else { return [] }
    let positions = positions
    return lists.map { list in
      let listed = list.films.map { id in
        positions[id].map { films[$0] }
          ?? ExportedFilm(entry: CollectionEntry(id: id, caption: nil, addedAt: list.createdAt))
      }
      return (list, listed)
    }
  }

  /// The names of the lists that each of the films is in, in the order of the lists.
  var listNames: [[String]] {
    var names = [[String]](repeating: [], count: films.count)
    guard !lists.isEmpty else { return names }
    let positions = positions
    for list in lists {
      for position in Set(list.films.compactMap { positions[$0] }) { names[position].append(list.name) }
    }
    return names
  }

  /// The positions in ``films`` by all ids of the films; canonical ids take precedence.
  private var positions: [FilmID: Int] {
    var positions = [FilmID: Int](minimumCapacity: 2 * films.count)
    for (position, film) in films.enumerated() { positions[film.entry.id] = position }
    for (position, film) in films.enumerated() {
      for id in film.ids where positions[id] == nil { positions[id] = position }
    }
    return positions
  }
}
