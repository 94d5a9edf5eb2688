import FilmzDomain
import Testing

@testable import FilmzServices

struct TMDBGenresTests {
  /// IMDb's names, and TMDB's numbers for films and for series; `nil` if TMDB has no such genre for them.
  @Test(
    arguments: [
      ("Action", "28", "10759"), ("Adventure", "12", "10759"), ("Animation", "16", "16"),
      ("Comedy", "35", "35"),
      ("Crime", "80", "80"), ("Documentary", "99", "99"), ("Drama", "18", "18"),
      ("Family", "10751", "10751|10762"),
      ("Fantasy", "14", "10765"), ("History", "36", nil), ("Horror", "27", nil),
      ("Music", "10402", nil),
      ("Mystery", "9648", "9648"), ("News", nil, "10763"), ("Reality-TV", nil, "10764"),
      ("Romance", "10749", nil), ("Sci-Fi", "878", "10765"), ("Talk-Show", nil, "10767"),
      ("Thriller", "53", nil), ("War", "10752", "10768"), ("Western", "37", "37"),
      ("SCI-FI", "878", "10765"),
      ("Kids", "10751", "10751|10762"), ("War & Politics", "10752", "10768"),
      ("sci-fi & fantasy", "878|14", "10765"), ("Soap", nil, nil), ("Film-Noir", nil, nil),
      ("Musical", nil, nil), ("Sport", nil, nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func namesHaveNumbers(name: String, film: String?, series: String?) {
    #expect(TMDBGenres.parameter(for: name, .movie) == film)
    #expect(TMDBGenres.parameter(for: name, .tv) == series)
  }

  /// Each number that a name has for lists is the number of a genre that titles of that name have.
  @Test(arguments: ["Action", "Sci-Fi", "War", "Family", "News", "Reality-TV", "Talk-Show"])
  func numbersHaveTheSameNames(name: String) {
    let values = [TMDBGenres.parameter(for: name, .movie), TMDBGenres.parameter(for: name, .tv)]
    for number in values.flatMap({ $0?.split(separator: "|").compactMap { Int($0) } ?? [] }) {
      #expect(TMDBGenres.names(of: [number]).contains(name))
    }
  }
}
