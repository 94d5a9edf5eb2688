import FilmzDomain
import FilmzPages
import FilmzStore
import Foundation

extension PublishedList {
  /// Creates the published form of a list.
  ///
  /// - Throws: A ``PublicationError`` if the list is larger than what can be published.
  init(
    _ list: FilmList, _ items: [FilmItem], _ publication: Publication, owner: String
  ) throws(PublicationError) {
    guard items.count <= Self.maximumFilmCount else {
      throw .tooManyFilms(list: list.name, count: items.count)
    }
    let length = list.description?.count ?? 0
    guard length <= Self.maximumDescriptionLength else {
      throw .descriptionTooLong(list: list.name, count: length)
    }
    self.init(
      id: publication.id, name: list.name, description: list.description, owner: owner,
      publishedAt: publication.publishedAt,
      films: items.map { item in
        Film(
          id: item.id, title: item.name, year: item.year, type: item.type,
          poster: PageFilm(item, publication).securePoster,
          rating: publication.hasRatings ? item.entry?.rating : nil)
      })
  }

  /// What is compared to find out whether a list has changed since it was published.
  func comparableText(_ publication: Publication) -> String {
    let list = PublishedList(
      id: id, name: name, description: description, owner: owner, publishedAt: .distantPast,
      films: films)
    return "\(publication.hasPosters) \(list.json)"
  }
}

extension PageFilm {
  /// Creates a film of a published list.
  fileprivate init(_ item: FilmItem, _ publication: Publication) {
    self.init(ids: [item.id] + (item.film?.otherIDs ?? []), title: item.name)
    year = item.year
    endYear = item.film?.endYear
    type = item.type
    runtimeMinutes = item.film?.runtimeMinutes
    genres = item.film?.genres ?? []
    imdbRating = item.film?.imdbRating
    rating = publication.hasRatings ? item.entry?.rating : nil
    poster = item.film?.poster
  }
}

extension Page {
  /// Creates the page of a published list.
  init(_ list: PublishedList, _ items: [FilmItem], _ publication: Publication) {
    self.init(.list, title: list.name, madeAt: list.publishedAt)
    description = list.description
    byline = "A list by \(list.owner) · \(list.films.count.counted("film"))"
    hasPosters = publication.hasPosters
    sections = [
      Section(list.name, items.map { PageFilm($0, publication) }, isNumbered: true)
    ]
  }
}
