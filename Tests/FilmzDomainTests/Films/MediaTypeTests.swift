import FilmzDomain
import Testing

struct MediaTypeTests {
  @Test(arguments: [
    ("movies", MediaType.movie), ("movie", .movie), ("Film", .movie), ("series", .series),
    ("serie", nil), ("tvSeries", .series), ("shorts", .short), ("tv-short", .short),
    ("videos", .video), ("episodes", .episode), ("tvEpisode", .episode), ("games", .game),
    ("videoGame", .game), ("tvmovies", .tvMovie), ("tv movie", .tvMovie), ("specials", .tvSpecial),
    ("tvSpecial", .tvSpecial), ("miniseries", .miniSeries), ("mini-series", .miniSeries),
    ("", nil), ("s", nil), ("moviess", nil), ("moviez", nil), ("filmx", nil), ("all", nil),
  ])
  func typeHasSeveralNames(name: String, type: MediaType?) {
    #expect(MediaType(named: name) == type)
  }

  @Test func everyTypeHasItsRawValueAndAFriendlyName() {
    for type in MediaType.allCases { #expect(MediaType(named: type.rawValue) == type) }
    let friendly = MediaType.friendlyNames.compactMap { MediaType(named: $0) }
    #expect(Set(friendly) == Set(MediaType.allCases))
  }
}
