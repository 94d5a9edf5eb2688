import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzViewModels

/// The choice among films that share a title.
struct TitleDisambiguationTests {
  /// A title, films by name, votes, and type, and the plausible matches among them.
  struct Case: Sendable, CustomTestStringConvertible {
    let title: String
    let films: [(name: String, votes: Int?, type: MediaType)]
    /// The votes of the plausible matches, which identify them, in order.
    let matches: [Int?]

    var testDescription: String { title + " \(matches)" }
  }

  static let cases: [Case] = [
    Case(title: "heat", films: [("Heat", 700_000, .movie)], matches: [700_000]),
    Case(
      title: "heat",
      films: [
        ("Heat", nil, .movie), ("Heat", 4000, .movie), ("Heat", 700_000, .movie),
        ("Heat", 30, .series), ("Heat", 6999, .movie),
      ], matches: [700_000]),
    Case(
      title: "dune",
      films: [
        ("Dune", 180_000, .movie), ("Dune", 20_000, .miniSeries), ("Dune", 800_000, .movie),
        ("Dune", 7000, .movie), ("Dune", 60_000, .game),
      ], matches: [800_000, 180_000, 20_000]),
    Case(
      title: "frankenweenie",
      films: [("Frankenweenie", 20_000, .short), ("Frankenweenie", 110_000, .movie)],
      matches: [110_000, 20_000]),
    Case(
      title: "ozymandias", films: [("Ozymandias", 250_000, .episode), ("Ozymandias", 20, .short)],
      matches: [250_000]),
    Case(
      title: "pilot", films: [("Pilot", 90_000, .episode), ("Pilot", 1500, .movie)],
      matches: [90_000, 1500]),
    Case(
      title: "moth", films: [("Moth", 999, .movie), ("Moth", nil, .movie), ("Moth", 2, .video)],
      matches: [999, 2, nil]),
    Case(
      title: "godfather",
      films: [("Godfather", 12_000, .movie), ("The Godfather", 2_000_000, .movie)],
      matches: [2_000_000]),
    Case(
      title: "office", films: [("The Office", 700_000, .series), ("Office", 9000, .movie)],
      matches: [700_000, 9000]),
    Case(
      title: "the office", films: [("The Office", 700_000, .series), ("Office", 9000, .movie)],
      matches: [700_000]),
    Case(
      title: "the moth", films: [("Moth", 50, .movie), ("The Moth", 20, .movie)], matches: [20]),
    Case(
      title: "der weiße hai", films: [("Jaws", 650_000, .movie), ("Der weiße Hai", 12, .movie)],
      matches: [650_000]),
    Case(
      title: "der weisse hai", films: [("Jaws", 650_000, .movie)], matches: [650_000]),
    Case(
      title: "jungle", films: [("Elsewhere", 900_000, .movie), ("Jungle", 1200, .movie)],
      matches: [1200]),
    Case(title: "nothing", films: [], matches: []),
  ]

  @Test("a title refers to the well-known films that have it", arguments: cases)
  func plausibleMatches(_ example: Case) {
    let films = example.films.enumerated().map { number, film in
      InMemoryCatalog.film("tt\(7_000_000 + number)", film.name, votes: film.votes, type: film.type)
    }
    let matches = films.plausibleMatches(for: example.title)
    #expect(matches.map(\.imdbVotes) == example.matches)
  }

  @Test("an original title counts like the title") func originalTitle() {
    var film = InMemoryCatalog.film("tt7000001", "Spirited Away", votes: 800_000)
    film.originalTitle = "Sen to Chihiro no kamikakushi"
    let other = InMemoryCatalog.film("tt7000002", "Chihiro", votes: 900_000)
    let matches = [other, film].plausibleMatches(for: "sen to chihiro no kamikakushi")
    #expect(matches == [film])
  }
}

/// What a film's own title is.
struct OwnTitleTests {
  @Test(arguments: [
    ("Rocky II", nil, "rocky 2", true), ("Rocky II", nil, "Rocky two", true),
    ("The Lovers", "Les amants", "lovers", true), ("The Lovers", "Les amants", "les amants", true),
    ("Amélie", nil, "amelie", true), ("Spider-Man", nil, "spiderman", true),
    ("Ocean's Eleven", nil, "oceans 11", true), ("Heat", nil, "heats", false),
    ("House of Flying Daggers", "Shi mian mai fu", "the lovers", false),
    ("Toy Story 3", nil, "toy story", false), ("The", nil, "a", false),
  ])
  func titleIsCompared(title: String, original: String?, typed: String, isOwn: Bool) {
    var film = Film(id: FilmID(unchecked: "tt7000000"), title: title, origin: .starter)
    film.originalTitle = original
    #expect(film.hasOwnTitle(typed) == isOwn)
  }
}
