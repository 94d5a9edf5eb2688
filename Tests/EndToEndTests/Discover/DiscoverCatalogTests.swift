import FilmzTestSupport
import Testing

/// `discover` with an imported catalog of invented films, of years before those of the starter films.
struct DiscoverCatalogTests {
  /// 120 known films, and of each other kind a few.
  private static let tables: [DatasetTable: [String]] = {
    func title(_ id: Int, _ type: String, _ title: String, _ genres: String = "Drama") -> String {
      "tt\(id)|\(type)|\(title)|\(title)|\(genres == "Adult" ? 1 : 0)|1905|\\N|60|\(genres)"
    }
    let known = (1...120).map { (title(8_000_000 + $0, "movie", "Zeppel \($0)"), 100 + $0) }
    let others = [
      (title(8_100_001, "movie", "Obscure", "Drama,Western"), 99),
      (title(8_100_002, "movie", "Unrated", "Drama,Western"), 0),
      (title(8_100_003, "tvEpisode", "Episode", "Western"), 900_000),
      (title(8_100_004, "short", "Short", "Western"), 900_000),
      (title(8_100_005, "videoGame", "Game", "Western"), 900_000),
      (title(8_100_006, "movie", "Indecent", "Adult"), 900_000),
      (title(8_100_007, "tvMiniSeries", "Miniature", "Western"), 200),
    ]
    let films = known + others
    let ratings = films.filter { $0.1 > 0 }.map { row, votes in
      "\(row.prefix { $0 != "|" })|\(votes == 220 ? "9.9" : "5.0")|\(votes)"
    }
    return [.titles: films.map(\.0), .ratings: ratings]
  }()

  private static func withCatalog(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.write(tables, to: "imdb")
      let result = try await filmz.run("catalog", "import", "imdb", "--adult")
      #expect(result.status == 0, "\(result.stderr)")
      try await body(filmz)
    }
  }

  private static func titles(_ line: String, _ filmz: FilmzProcess) async throws -> [String] {
    try await filmz.answer(to: line).each("title").compactMap { $0?.string }
  }

  @Test func knownFilmsAreShownByVotes() async throws {
    try await Self.withCatalog { filmz async throws in
      let titles = try await Self.titles("discover --year 1905 --limit 500", filmz)
      #expect(
        titles == (101...120).reversed().map { "Zeppel \($0)" } + ["Zeppel 100", "Miniature"]
          + (1...99).reversed().map { "Zeppel \($0)" })
      #expect(
        try await Self.titles("discover top-rated --year 1905 --limit 1", filmz) == ["Zeppel 120"])
    }
  }

  @Test func filmsWithFewVotesAreShownIfThereAreFewOthers() async throws {
    try await Self.withCatalog { filmz async throws in
      for order in ["popular", "rated", "newest", "oldest", "za"] {
        let line = "discover --year 1905 --genre western --sort \(order)"
        #expect(Set(try await Self.titles(line, filmz)) == ["Miniature", "Obscure"])
      }
      #expect(try await Self.titles("discover --genre adult --year 1905", filmz) == [])
    }
  }

  @Test func equalFilmsAreOrderedByPopularity() async throws {
    try await Self.withCatalog { filmz async throws in
      let titles = try await Self.titles("discover --year 1905 --sort newest --limit 500", filmz)
      #expect(titles.count == 121 && titles.first == "Zeppel 120")
      #expect(
        try await Self.titles("discover --year 1905 --sort oldest --limit 500", filmz) == titles)
    }
  }

  @Test func anotherCatalogContinuesTheResultsWithoutRepeatedFilms() async throws {
    try await Self.withCatalog { filmz async throws in
      let terminal = try await filmz.openShell(["--offline"])
      _ = try await terminal.answer(to: "discover --year 1905 --limit 15")
      _ = try await terminal.answer(to: "next")
      _ = try await terminal.answer(to: "catalog remove --yes")
      #expect(try await terminal.answer(to: "next").contains("31–40 of 40"))
      #expect(try await terminal.answer(to: "next").contains("No more results."))
      #expect(try await terminal.answer(to: "prev").contains("16–30 of 40"))
    }
  }
}
