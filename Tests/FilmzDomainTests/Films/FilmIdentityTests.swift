import FilmzDomain
import Testing

/// Whether facts of two sources can be about the same film.
struct FilmIdentityTests {
  private static func film(
    _ title: String, _ year: Int?, _ type: MediaType?, original: String? = nil
  ) -> Film {
    var film = Film(
      id: FilmID(unchecked: "tt0000001"), title: title, year: year, type: type, origin: .tmdb)
    film.originalTitle = original
    return film
  }

  @Test(arguments: [
    // A common title is enough.
    (film("Moth", 1995, .movie), film("Moth", 2020, .series), false),
    (film("Die Motte", 1995, .movie, original: "The MOTH"), film("the moth", 1960, .movie), false),
    (film("Die Motte", 1995, .movie), film("Moth", 2019, .movie, original: "Die Motte"), false),
    // Without one, types and years decide.
    (film("Die Motte", 1995, .movie), film("Moth", 1995, .movie), false),
    (film("Die Motte", 1995, .movie), film("Moth", 1997, .movie), false),
    (film("Die Motte", 1995, .movie), film("Moth", 1998, .movie), true),
    (film("Die Motte", nil, .movie), film("Moth", 1998, .movie), false),
    (film("Die Motte", .min, .movie), film("Moth", .max, .movie), true),
    (film("Die Motte", 1995, .series), film("Moth", 1995, .movie), true),
    (film("Die Motte", 1995, .series), film("Moth", 1995, .miniSeries), false),
    (film("Die Motte", 1995, .movie), film("Moth", 1995, .short), false),
    (film("Die Motte", 1995, .movie), film("Moth", 1995, .tvSpecial), false),
    (film("Die Motte", 1995, .series), film("Moth", 1995, .tvSpecial), false),
    (film("Die Motte", 1995, .movie), film("Moth", 1995, .episode), true),
    (film("Die Motte", 1995, .movie), film("Moth", 1995, nil), false),
  ])
  func filmsContradictEachOther(first: Film, second: Film, isContradiction: Bool) {
    #expect(first.contradicts(second) == isContradiction)
    #expect(second.contradicts(first) == isContradiction)
  }
}
