import FilmzTestSupport
import Testing

/// Filters that catalogs and the collection share, and filters by the dates of viewings and additions.
struct FiltersEverywhereTests {
  private static let godfather = "tt0068646"
  private static let heat = "tt0113277"
  private static let alien = "tt0078748"
  private static let matrix = "tt0133093"

  /// A film seen in 2018 and 2019, one seen in May 2019, a wanted one and a skipped one.
  private static let setup = """
    watched \(godfather) --on 2018-07-01; watched \(godfather) --on 2019-12-31; watched \(heat) --on 2019-05; \
    add \(matrix); skip \(alien)
    """

  private static func ids(_ rows: JSON) -> Set<String> { Set(rows.each("id").compactMap { $0?.string }) }

  private static func withFilms(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: setup)
      try await body(filmz)
    }
  }

  @Test(arguments: [
    ("ls watched:2019", [godfather, heat]), ("ls watched:2018", [godfather]),
    ("ls watched:2019-05", [heat]), ("ls watched:2019-05-02", []), ("ls watched:2019-03..2019-06", [heat]),
    ("ls watched:>2018-12", [godfather, heat]), ("ls --watched-on <2019", [godfather]),
    ("find watched:2019-12-31", [godfather]), ("ls watched:2017", []), ("ls added:1999", []),
    ("ls --added >=2020", [godfather, heat, matrix]), ("ls is:unseen", [matrix]), ("ls --unseen", [matrix]),
    ("ls --skipped added:>2020", [alien]), ("ls --skipped added:1999", []),
    ("watchlist runtime:<140", [matrix]), ("watchlist runtime:<100", []), ("watchlist matrix", [matrix]),
    ("watchlist --runtime 100-140 year:1990s", [matrix]), ("watchlist ls @wanted", [matrix]),
    ("ls unseen", [matrix]), ("find unseen", [matrix]), ("watchlist unseen", [matrix]),
    ("watchlist ls unseen", [matrix]),
    ("ls Unseen year:1990s", [matrix]), ("find unseen --year 1972", []), ("random unseen", [matrix]),
    ("ls \"unseen\"", []),
  ])
  func listsAreFilteredByDatesAndMarks(line: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let found = try await Self.ids(filmz.answer(to: line))
      #expect(found == Set(ids))
    }
  }

  @Test func savedCollectionsHaveTheNewFilters() async throws {
    try await Self.withFilms { filmz in
      _ = try await filmz.answer(to: "collections save y2019 watched:2019")
      #expect(try await Self.ids(filmz.answer(to: "ls @y2019")) == [Self.godfather, Self.heat])
    }
  }

  @Test(arguments: [
    "search year:1972..1999 --limit 900", "browse --year 1972-1999 --limit 900", "browse 1972-1999 --limit 900",
  ])
  func unseenFilmsOfCatalogsAreNeitherSeenNorSkipped(line: String) async throws {
    try await Self.withFilms { filmz in
      let all = try await Self.ids(filmz.answer(to: line))
      #expect(all.isSuperset(of: [Self.godfather, Self.heat, Self.alien, Self.matrix]))
      for filter in ["--unseen", "is:unseen"] {
        let unseen = try await Self.ids(filmz.answer(to: "\(line) \(filter)"))
        #expect(unseen == all.subtracting([Self.godfather, Self.heat, Self.alien]))
      }
    }
  }

  @Test func totalsOfUnseenFilmsAreTrueAndMarkedFilmsKeepTheirPlaces() async throws {
    try await Self.withFilms { filmz in
      let lines = "search person:pacino --sort year --unseen --limit 2; seen 1; next; prev"
      let result = try await filmz.run("--offline", "--verbose", "--format", "json", "-c", lines)
      let all = try await filmz.answer(to: "search person:pacino --limit 100").array.count
      #expect(result.stderr.contains("of \(all - 2) "), "\(result.stderr)")
      let pages = try result.documents
      #expect(pages[2].each("index") == [3, 4] && pages[3].each("id") == pages[0].each("id"))
      #expect(Self.ids(pages[2]).isDisjoint(with: Self.ids(pages[0])))
    }
  }

  @Test(arguments: [
    ("browse comedy --limit 900", "browse genre:comedy --limit 900"),
    ("browse horror 1980s", "browse --genre horror --year 1980-1989"),
    ("browse 80s science fiction movies", "browse genre:sci-fi year:1980s type:movie"),
    ("discover horror 1980s", "discover --genre horror --year 1980-1989"),
    ("discover top rated crime movies", "discover top-rated --genre crime --type movie"),
    ("discover runtime:<100", "discover --runtime <100"),
    ("browse unseen 1999 --limit 900", "browse year:1999 is:unseen --limit 900"),
    ("discover unseen horror", "discover --genre horror --unseen"),
    ("random drama --count 9", "random genre:drama --count 9 --seed 1"),
    ("random 1990s --count 9", "random --year 1990-1999 --count 9"),
  ])
  func genresAndDecadesAreWords(line: String, sameLine: String) async throws {
    try await Self.withFilms { filmz in
      let found = try await Self.ids(filmz.answer(to: line))
      #expect(!found.isEmpty)
      #expect(try await Self.ids(filmz.answer(to: sameLine)) == found)
    }
  }

  @Test(arguments: [
    ("discover --runtime <100 --limit 50", "runtimeMinutes", 0...99),
    ("discover top-rated runtime:60-90", "runtimeMinutes", 60...90),
    ("discover --votes 1M", "imdbVotes", 1_000_000...Int.max), ("browse runtime:<100", "runtimeMinutes", 0...99),
    ("random --from catalog --runtime <100 --count 20", "runtimeMinutes", 0...99),
  ])
  func catalogFilmsAreFiltered(line: String, field: String, range: ClosedRange<Int>) async throws {
    try await FilmzProcess.with { filmz in
      let values = try await filmz.answer(to: line).each(field).compactMap { $0?.number }
      #expect(!values.isEmpty && values.allSatisfy { range.contains(Int($0)) }, "\(values)")
    }
  }

  @Test func discoverFiltersByPersonAndKeepsWantedFilmsAmongUnseenOnes() async throws {
    try await Self.withFilms { filmz in
      let pacino = try await Self.ids(filmz.answer(to: "discover --person pacino --limit 50"))
      #expect(!pacino.isEmpty && pacino.isDisjoint(with: [Self.godfather, Self.heat]))
      let again = try await Self.ids(filmz.answer(to: "discover --again --unseen --year 1999 --limit 50"))
      #expect(again.contains(Self.matrix))
      let years = try await Self.ids(filmz.answer(to: "discover --again --unseen --year 1972-1995 --limit 900"))
      #expect(years.isDisjoint(with: [Self.godfather, Self.heat, Self.alien]))
    }
  }

  @Test func randomPicksFromTheCatalog() async throws {
    try await Self.withFilms { filmz in
      let line = "random horror --from catalog --count 40 --seed 5"
      let rows = try await filmz.answer(to: line)
      #expect(rows.array.count == 40 && Self.ids(rows).count == 40)
      #expect(rows.array.allSatisfy { $0["genres"]?.array.contains("Horror") == true })
      #expect(!Self.ids(rows).contains(Self.alien))
      #expect(try await filmz.answer(to: line) == rows)
      let one = try await filmz.answer(to: "random kurosawa --from catalog")
      #expect(one.array.count == 1)
      #expect(try await filmz.answer(to: "random person:kurosawa genre:horror --from catalog") == [])
    }
  }

  @Test(arguments: [
    "search alien: covenant", "search Mission:Impossible", "search mission:impossible", "search star:wars --limit 5",
  ])
  func titlesWithAColonAreFound(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--format", "json", "-c", line)
      let films = try result.documents.first?.array
      #expect(result.status == 0 && films?.isEmpty == false, "\(result.stderr)")
    }
  }

  @Test func titlesWithAColonAreFoundInTheCollection() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0117060")
      for line in ["find mission:impossible", "ls mission:impossible", "watchlist mission:impossible"] {
        #expect(try await filmz.answer(to: line).each("id") == ["tt0117060"], "\(line)")
      }
    }
  }

  @Test(arguments: [
    ("search watched:2019", "there is no filter watched: here"), ("ls foo:2019", "there is no filter foo:"),
    ("search watched:2019", "`ls watched:` filters your collection"),
    ("search watchd:2019", "`ls watched:` filters your collection"),
    ("find gox:father", "there is no filter gox:"),
    ("find wached:2019", "did you mean watched:?"), ("collections save x adedd:2019", "did you mean added:?"),
    ("search mathrix:x", "there is no filter mathrix:"), ("browse tag:noir", "there is no filter tag:"),
    ("watchlist rumtime:<9", "did you mean runtime:?"),
    ("ls watched:soon", "watched:soon is not valid; use watched:2019"),
    ("ls --watched-on soon", "--watched-on soon is not valid"), ("search is:watched", "use is:unseen"),
    ("random --from catalog tag:noir", "there is no filter tag: here"), ("random --from omdb", "--from"),
    ("discover netflix --runtime <100", "popular and top-rated have all filters"),
    ("browse horor", "there is no genre horor; did you mean `browse Horror` or `search horor`?"),
    ("browse horor 1980s", "did you mean `browse Horror`"), ("browse xyzzy", "browse takes filters only"),
    ("export foo:bar", "there is no filter foo:"), ("export films.csv watchd:2019", "did you mean watched:?"),
    ("discover foo", "there is no method \"foo\""), ("watchlist remove 3", "no subcommand \"remove\""),
    ("watchlist --watched", "no films that you have watched"),
  ])
  func wrongFiltersAreErrors(line: String, message: String) async throws {
    try await Self.withFilms { filmz in
      let result = try await filmz.run("--offline", "-c", line)
      #expect(result.status == 1 && result.stdout == "" && result.stderr.contains(message), "\(result.stderr)")
    }
  }
}
