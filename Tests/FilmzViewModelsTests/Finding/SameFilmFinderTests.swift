import FilmzDomain
import FilmzStore
import Testing

@testable import FilmzViewModels

/// Which films of TMDB may be which films of the collection.
struct SameFilmFinderTests {
  private static func film(
    _ number: Int, _ title: String, _ year: Int?, _ type: MediaType? = .movie
  ) -> Film {
    let kind: TMDBKind = type == .series ? .tv : .movie
    return Film(
      id: FilmID(tmdb: kind, number), title: title, year: year, type: type, origin: .tmdb)
  }

  private static func candidate(
    _ number: Int, _ title: String, _ year: Int, _ type: MediaType = .movie
  ) -> IdentityCandidate {
    IdentityCandidate(
      id: FilmID(unchecked: "tt700000\(number)"), titleKey: TextFolding.key(title), year: year,
      type: type, mark: .wanted)
  }

  /// A film, a film of the collection, and whether the one may be the other.
  struct Pair: Sendable, CustomStringConvertible {
    let testDescription: String
    let film: Film
    let candidate: IdentityCandidate
    let agree: Bool

    init(_ name: String, _ film: Film, _ candidate: IdentityCandidate, _ agree: Bool) {
      (testDescription, self.film, self.candidate, self.agree) = (name, film, candidate, agree)
    }

    var description: String { testDescription }
  }

  @Test(arguments: [
    Pair("equal", film(1, "Heath", 1995), candidate(1, "Heath", 1995), true),
    Pair("case", film(1, "HEATH", 1995), candidate(1, "Heath", 1995), true),
    Pair("accents", film(1, "Amélie Fen", 1995), candidate(1, "Amelie Fen", 1995), true),
    Pair("punctuation", film(1, "Heath: Part 2", 1995), candidate(1, "Heath - Part 2", 1995), true),
    Pair("the year before", film(1, "Heath", 1994), candidate(1, "Heath", 1995), true),
    Pair("the year after", film(1, "Heath", 1996), candidate(1, "Heath", 1995), true),
    Pair("two years before", film(1, "Heath", 1993), candidate(1, "Heath", 1995), false),
    Pair("two years after", film(1, "Heath", 1997), candidate(1, "Heath", 1995), false),
    Pair("the smallest integer", film(1, "Heath", .min), candidate(1, "Heath", 1995), false),
    Pair("no year", film(1, "Heath", nil), candidate(1, "Heath", 1995), false),
    Pair("no type", film(1, "Heath", 1995, nil), candidate(1, "Heath", 1995), false),
    Pair("an article", film(1, "The Heath", 1995), candidate(1, "Heath", 1995), false),
    Pair("another title", film(1, "Heather", 1995), candidate(1, "Heath", 1995), false),
    Pair("television film", film(1, "Heath", 1995), candidate(1, "Heath", 1995, .tvMovie), true),
    Pair("series", film(1, "Heath", 1995), candidate(1, "Heath", 1995, .series), false),
    Pair(
      "two series", film(1, "Heath", 1995, .series), candidate(1, "Heath", 1995, .series), true),
    Pair(
      "mini-series", film(1, "Heath", 1995, .series), candidate(1, "Heath", 1995, .miniSeries), true
    ),
    Pair("film", film(1, "Heath", 1995, .series), candidate(1, "Heath", 1995), false),
    Pair("short film", film(1, "Heath", 1995), candidate(1, "Heath", 1995, .short), true),
    Pair("game", film(1, "Heath", 1995), candidate(1, "Heath", 1995, .game), false),
  ])
  func titleTypeAndYearMustAgree(pair: Pair) {
    let found = [pair.candidate].matching([pair.film])
    #expect(found == (pair.agree ? [pair.film.id: pair.candidate] : [:]))
  }

  @Test func severalFilmsThatAgreeWithOneCandidateAreLeftOut() {
    let candidates = [Self.candidate(1, "Heath", 1995), Self.candidate(2, "Moor", 2000)]
    let films = [
      Self.film(1, "Heath", 1995), Self.film(2, "Heath", 1996), Self.film(3, "Moor", 2000),
      Self.film(4, "Heath", 1995, .series),
    ]
    let found = candidates.matching(films)
    #expect(found == [films[2].id: candidates[1]])
  }

  @Test func severalCandidatesThatAgreeWithOneFilmAreLeftOut() {
    let candidates = [
      Self.candidate(1, "Heath", 1994), Self.candidate(2, "Heath", 1996),
      Self.candidate(3, "Moor", 2000), Self.candidate(4, "Moor", 2003),
    ]
    let films = [Self.film(1, "Heath", 1995), Self.film(2, "Moor", 2000)]
    let found = candidates.matching(films)
    #expect(found == [films[1].id: candidates[2]])
  }

  @Test func candidateThatAgreesWithAnAmbiguousFilmIsLeftOut() {
    let candidates = [Self.candidate(1, "Heath", 1994), Self.candidate(2, "Heath", 1996)]
    let films = [Self.film(1, "Heath", 1995), Self.film(2, "Heath", 1997)]
    #expect(candidates.matching(films).isEmpty)
  }

  @Test func repeatedFilmCountsOnce() {
    let film = Self.film(1, "Heath", 1995)
    let found = [Self.candidate(1, "Heath", 1995)].matching([film, film])
    #expect(found.keys.elementsEqual([film.id]))
  }
}
