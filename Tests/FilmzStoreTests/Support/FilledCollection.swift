import FilmzDomain
import FilmzStore
import Foundation

/// A collection in memory of five films, most of them with facts.
///
/// | id | title | user data |
/// | --- | --- | --- |
/// | tt1 | The Alpha (1999), movie, Crime and Drama | 9, watched twice in May 2024, tag, note |
/// | tt2 | Beta (2005–2010), series, Comedy | 4.5, not watched, recommended by Uncle Bob |
/// | tt3 | Gamma (1985), movie, Crime | not rated, watched on an unknown date |
/// | tt4 | Delta (2010), without facts | none |
/// | tt5 | no title and no facts | none |
enum FilledCollection {
  /// Returns the stores with the collection.
  static func make() async throws -> Stores {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert(entries)
    try await stores.cache.store(films, at: Date())
    return stores
  }

  private static var entries: [CollectionEntry] {
    [
      .sample("tt1", "The Alpha", year: 1999) { entry in
        entry.rating = Rating(tenths: 90)
        entry.audience = .partner
        entry.notes = "Great fün for two"
        entry.tags = ["Noir"]
        entry.viewings = ["2024-05", "2024-05-10"].map { .sample(film: entry.id, date: $0) }
      },
      .sample("tt2", "Beta", year: 2005) { entry in
        entry.rating = Rating(tenths: 45)
        entry.recommendedBy = "Uncle Bob"
      },
      .sample("tt3", "Gamma", year: 1985) { entry in
        entry.viewings = [.sample(film: entry.id) { $0.tags = ["cinema"] }]
      },
      .sample("tt4", "Delta", year: 2010), .sample("tt5", nil),
    ]
  }

  private static var films: [Film] {
    [
      film("tt1", "The Alpha", 1999, .movie, ["Crime", "Drama"], minutes: 100) { film in
        film.originalTitle = "L'Élan"
        film.directors = ["Jane Doe"]
        film.writers = ["Wri Ter"]
        film.actors = ["Zoë Ray", "Al Pha"]
      },
      film("tt2", "Beta", 2005, .series, ["Comedy"], minutes: 50) { film in
        film.endYear = 2010
        film.directors = ["Not Seen"]
      },
      film("tt3", "Gamma", 1985, .movie, ["Crime"], minutes: 90) { $0.directors = ["Jane Doe"] },
      film("tt9", "Of no collection", 1985, .movie, ["Crime"], minutes: 90) { _ in },
    ]
  }

  private static func film(
    _ id: String, _ title: String, _ year: Int, _ type: MediaType, _ genres: [String],
    minutes: Int, _ edit: (inout Film) -> Void
  ) -> Film {
    var film = Film(
      id: FilmID(unchecked: id), title: title, year: year, type: type, origin: .omdb,
      fetchedAt: .sample, isComplete: true)
    film.genres = genres
    film.runtimeMinutes = minutes
    edit(&film)
    return film
  }
}
