import FilmzDomain
import Testing

struct SearchNarrowingTests {
  private static let filters: [@Sendable (inout SearchFilters) -> Void] = [
    { $0.genres = ["Drama"] }, { $0.ratings = 80...100 }, { $0.votes = 1...2 },
    { $0.directors = ["x"] }, { $0.actors = ["x"] }, { $0.people = ["x"] },
  ]

  @Test func everyFilterNeedsACatalogAndNarrows() {
    for change in Self.filters {
      var filters = SearchFilters()
      change(&filters)
      let query = SearchQuery(text: "heat", filters: filters)
      #expect(query.needsCatalog && query.isNarrowed)
      #expect(!query.narrowingText.isEmpty)
    }
  }

  @Test(arguments: [
    (SearchQuery(text: "heat"), false, false),
    (SearchQuery(text: "heat", years: YearRange(1990, 1999)), false, true),
    (SearchQuery(text: "heat", type: .movie), false, true),
    (SearchQuery(text: "heat", type: .game), false, true),
    (SearchQuery(text: "heat", type: .short), true, true),
    (SearchQuery(text: "", years: YearRange(1990, 1999)), true, true),
    (SearchQuery(text: ""), true, false),
  ])
  func whatOMDbCannotBeAskedNeedsACatalog(
    query: SearchQuery, needsCatalog: Bool, isNarrowed: Bool
  ) {
    #expect(query.needsCatalog == needsCatalog)
    #expect(query.isNarrowed == isNarrowed)
    #expect(query.narrowingText.isEmpty != isNarrowed)
  }

  @Test func whatNarrowsAQueryIsToldInOneOrder() throws {
    var narrowing = SearchNarrowing()
    for (filter, value) in [
      (SearchFilter.person, "Akira Kurosawa"), (.votes, ">=10k"), (.rating, "8..9"),
      (.genre, "war,drama"), (.type, "movie"), (.year, "1950s"),
    ] {
      try narrowing.narrow(filter, to: value, shown: "")
    }
    let query = SearchQuery(text: "seven", narrowing: narrowing, isExact: true)
    #expect(
      query.narrowingText
        == "year:1950..1959 type:movie genre:War,Drama rating:8..9 votes:>=10000"
        + " person:\"Akira Kurosawa\"")
    #expect(query.isExact)
  }

  @Test(arguments: [
    ("movies", MediaType.movie), ("movie", .movie), ("Film", .movie), ("series", .series),
    ("serie", nil), ("tvSeries", .series), ("shorts", .short), ("tv-short", .short),
    ("videos", .video), ("episodes", .episode), ("tvEpisode", .episode), ("games", .game),
    ("videoGame", .game), ("tvmovies", .tvMovie), ("tv movie", .tvMovie), ("specials", .tvSpecial),
    ("tvSpecial", .tvSpecial), ("miniseries", .miniSeries), ("mini-series", .miniSeries),
    ("", nil), ("s", nil), ("moviess", nil), ("moviez", nil), ("filmx", nil), ("all", nil),
  ])
  func aTypeHasSeveralNames(word: String, type: MediaType?) {
    #expect(MediaType(named: word) == type)
  }

  @Test func everyTypeIsKnownByItsNameAndAFriendlyOne() {
    for type in MediaType.allCases { #expect(MediaType(named: type.rawValue) == type) }
    let friendly = MediaType.friendlyNames.compactMap { MediaType(named: $0) }
    #expect(Set(friendly) == Set(MediaType.allCases))
  }

  @Test(arguments: [
    (0, "0"), (1, "1"), (7, "7"), (999, "999"), (1000, "1,000"), (12_265_715, "12,265,715"),
    (-1234, "-1,234"), (100_000, "100,000"),
  ])
  func thousandsAreSetApart(number: Int, text: String) {
    #expect(number.grouped == text)
    #expect(number.grouped("film") == text + (number == 1 ? " film" : " films"))
  }
}
