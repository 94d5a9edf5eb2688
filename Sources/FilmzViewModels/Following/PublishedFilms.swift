import FilmzDomain

/// The films of a followed list, as a result set has them.
struct PublishedFilms: Sendable, Codable {
  let name: String
  let films: [Film]
  /// The owner's ratings of the films, if they were published.
  let ratings: [FilmID: Rating]

  init(_ list: PublishedList, name: String) {
    self.name = name
    var films: [Film] = []
    var ratings: [FilmID: Rating] = [:]
    for published in list.films {
      let film = Film(
        id: published.id, title: published.title, year: published.year, type: published.type,
        origin: .list)
      films.append(film)
      ratings[published.id] = published.rating
    }
    self.films = films
    self.ratings = ratings
  }

  /// Adds what the list tells to items: the owner's ratings, and facts of films about which nothing is known here.
  func completing(_ items: [FilmItem], of films: [(index: Int, id: FilmID, film: Film?)])
    -> [FilmItem]
  {
    zip(items, films).map { item, listed in
      var item = item
      item.film = item.film ?? (item.entry?.caption == nil ? listed.film : nil)
      item.ownerRating = ratings[listed.id]
      return item
    }
  }
}

extension FilmSearchViewModel {
  /// Makes the films of a followed list the result set, and returns a page of it.
  func list(
    _ films: PublishedFilms, page: Int, pageSize: Int?, in context: CommandContext
  ) async throws -> ResultPage {
    let count = films.films.count
    let resultSet = ResultSet(
      films: .published(films), total: count, pageSize: pageSize ?? max(1, count), page: 1)
    return try await show(page, of: resultSet, isNew: true, context).value
  }
}
