import FilmzTestSupport
import Testing

/// `discover` as a result set, from the starter catalog.
struct DiscoverVerbTests {
  private static func ids(_ rows: JSON) -> [String] { rows.each("id").compactMap { $0?.string } }

  private static func numbers(_ rows: JSON, _ name: String) -> [Double] {
    rows.each(name).compactMap { $0?.number }
  }

  @Test func popularIsTheDefaultAndOrderedByVotes() async throws {
    try await FilmzProcess.with { filmz async throws in
      let rows = try await filmz.answer(to: "discover")
      let indices = Self.numbers(rows, "index")
      #expect(indices == Array(stride(from: 1, through: 20, by: 1)))
      let votes = Self.numbers(rows, "imdbVotes")
      #expect(votes.count == 20 && votes == votes.sorted(by: >))
      let sameRows = try await filmz.answer(to: "discover popular --type all")
      #expect(sameRows == rows)
    }
  }

  @Test func topRatedIsOrderedByTheWeightedRating() async throws {
    try await FilmzProcess.with { filmz async throws in
      let rows = try await filmz.answer(to: "discover top-rated --limit 200").array
      let ratings = rows.compactMap { row -> Double? in
        guard let votes = row["imdbVotes"]?.number, let rating = row["imdbRating"]?.number else {
          return nil
        }
        return (votes * rating + 25_000 * 7) / (votes + 25_000)
      }
      #expect(ratings.count == 200)
      #expect(zip(ratings, ratings.dropFirst()).allSatisfy { $0 > $1 - 0.000_001 })
    }
  }

  @Test(arguments: [
    ("--type movie", ["movie", "tvMovie"]), ("--type series", ["series", "miniSeries"]),
    ("--type tv", ["series", "miniSeries"]),
    ("--type movie,series", ["movie", "tvMovie", "series", "miniSeries"]),
  ])
  func typesAreFiltered(options: String, types: [String]) async throws {
    try await FilmzProcess.with { filmz async throws in
      let rows = try await filmz.answer(to: "discover \(options) --limit 100")
      #expect(rows.array.count == 100)
      #expect(rows.each("type").allSatisfy { types.contains($0?.string ?? "") })
    }
  }

  @Test func genreAndYearsAreFiltered() async throws {
    try await FilmzProcess.with { filmz async throws in
      let rows = try await filmz.answer(to: "discover --genre scifi --year 1970-1989 --limit 100")
      #expect(rows.array.count > 3)
      for row in rows.array {
        #expect((1970...1989).contains(row["year"]?.number ?? 0))
        #expect(row["genres"]?.array.contains { $0.string == "Sci-Fi" } == true)
      }
    }
  }

  @Test func filmsAreSortedByYear() async throws {
    try await FilmzProcess.with { filmz async throws in
      let newest = try await filmz.answer(to: "discover --sort newest --limit 60")
      let years = newest.each("year").compactMap { $0?.number }
      #expect(years.count == 60 && years == years.sorted(by: >))
      let oldest = try await filmz.answer(to: "discover --sort oldest --limit 60")
      let firstYears = oldest.each("year").compactMap { $0?.number }
      #expect(firstYears.count == 60 && firstYears == firstYears.sorted())
      #expect((firstYears.first ?? 9999) < (years.last ?? 0))
    }
  }

  @Test func filmsAreSortedByTitle() async throws {
    try await FilmzProcess.with { filmz async throws in
      let first = Self.ids(try await filmz.answer(to: "discover --sort az --year 1999 --limit 99"))
      let last = Self.ids(try await filmz.answer(to: "discover --sort za --year 1999 --limit 99"))
      #expect(first.count > 5 && first == last.reversed())
    }
  }

  @Test func pagesContinueWithoutRepeatedFilms() async throws {
    try await FilmzProcess.with { filmz async throws in
      let all = Self.ids(try await filmz.answer(to: "discover --limit 75"))
      #expect(Set(all).count == 75)
      let third = try await filmz.answer(to: "discover --limit 25; next; next")
      #expect(Self.ids(third) == Array(all[50...]))
      #expect(third[0]?["index"] == 51)
      #expect(try await filmz.answer(to: "discover --limit 25 --page 3") == third)
      #expect(
        Self.ids(try await filmz.answer(to: "discover --limit 25; next; prev")) == Array(all[..<25])
      )
    }
  }

  @Test func theLastPageIsTheEnd() async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(
        "--offline", "--verbose", "-c", "discover --genre western --year 1960-1969; next; next")
      #expect(result.status == 0)
      #expect(result.stderr.contains("No more results."), "\(result.stderr)")
      let beyond = try await filmz.run(
        "--offline", "--verbose", "discover", "--year", "1966", "--page", "99")
      #expect(beyond.status == 0 && beyond.stdout == "")
      #expect(beyond.stderr.contains("There is no page 99"), "\(beyond.stderr)")
    }
  }

  // MARK: - Marks

  @Test func markedFilmsAreLeftOut() async throws {
    try await FilmzProcess.with { filmz async throws in
      let ids = Self.ids(try await filmz.answer(to: "discover --limit 6"))
      _ = try await filmz.answer(
        to: "add \(ids[0]); skip \(ids[1]); seen \(ids[2]); watchlist add \(ids[3])")
      #expect(
        Self.ids(try await filmz.answer(to: "discover --limit 2")) == Array(ids[4...]))
      let again = try await filmz.answer(to: "discover --limit 6 --again")
      #expect(Self.ids(again) == ids)
      #expect(again.each("skipped") == [false, true, false, false, false, false])
    }
  }

  @Test func filmThatIsMarkedLaterStaysInItsPlace() async throws {
    try await FilmzProcess.with { filmz async throws in
      let ids = Self.ids(try await filmz.answer(to: "discover --limit 8"))
      let rows = try await filmz.answer(
        to: "discover --limit 4; skip 2; add 3; next; prev")
      #expect(Self.ids(rows) == Array(ids[..<4]))
      #expect(rows.each("skipped") == [false, true, false, false])
      #expect(rows.each("inCollection") == [false, false, true, false])
      #expect(
        Self.ids(try await filmz.answer(to: "discover --limit 6"))
          == [ids[0]] + Array(ids[3...]))
    }
  }

  @Test func markingEverythingSaysHowToSeeItAgain() async throws {
    try await FilmzProcess.with { filmz async throws in
      let filters = "--genre western --year 1966"
      let ids = Self.ids(try await filmz.answer(to: "discover \(filters)"))
      #expect(!ids.isEmpty)
      let result = try await filmz.run(
        "--offline", "--verbose", "-c", "skip \(ids.joined(separator: " ")); discover \(filters)")
      #expect(result.status == 0)
      #expect(result.stderr.contains("`discover --again` includes them"), "\(result.stderr)")
    }
  }

  // MARK: - Shuffling

  @Test func shuffledFilmsDependOnTheSeed() async throws {
    try await FilmzProcess.with { filmz async throws in
      let plain = Self.ids(try await filmz.answer(to: "discover --limit 40"))
      let first = Self.ids(try await filmz.answer(to: "discover --limit 40 --shuffle --seed 7"))
      #expect(first != plain && Set(first) == Set(plain))
      #expect(Self.ids(try await filmz.answer(to: "discover --limit 40 --seed 7")) == first)
      let paged = try await filmz.answer(to: "discover --limit 20 --shuffle --seed 7; next")
      #expect(Self.ids(paged) == Array(first[20...]))
      #expect(Self.ids(try await filmz.answer(to: "discover --limit 40 --seed 8")) != first)
      let unseeded = Self.ids(try await filmz.answer(to: "discover --limit 40 --shuffle"))
      #expect(Set(unseeded) == Set(plain))
    }
  }

  // MARK: - Methods and errors

  @Test func methodsAreListedInGroups() async throws {
    try await FilmzProcess.with { filmz async throws in
      let rows = try await filmz.answer(to: "discover --methods")
      #expect(rows.array.count == 16)
      #expect(rows[0]?.keys == ["group", "name", "provider", "title"])
      let netflix = try #require(rows.array.first { $0["name"]?.string == "netflix" })
      #expect(netflix["provider"] == 8 && netflix["group"] == "Streaming Services")
      #expect(Set(rows.each("group").compactMap { $0?.string }).count == 4)
      let result = try await filmz.run("discover", "--methods")
      #expect(result.stdout.contains("Apple TV+") && result.stdout.contains("Free Streaming"))
    }
  }

  @Test(arguments: [
    ("netfliks", "did you mean `discover netflix`?"), ("p", "popular, prime-video"),
    ("xyzzyx", "`discover --methods` shows all"), ("--type episode", "--type takes"),
    ("--genre horor", "did you mean Horror?"), ("--genre horror,war", "--genre takes one genre"),
    ("--year soon", "is not a year"), ("--year 1999-1990", "ends before it begins"),
    ("--year 2150", "--year takes years from 1874"), ("--sort best", "--sort"),
    ("--seed -1", "--seed"), ("--limit 0", "--limit"),
  ])
  func invalidArgumentIsAUsageError(arguments: String, text: String) async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(
        ["discover"] + arguments.split(separator: " ").map(String.init))
      #expect(result.status == 64 && result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.contains(text), "\(result.stderr)")
    }
  }

  @Test func listOfAServiceNeedsTheService() async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run("--offline", "discover", "netflix")
      #expect(result.status == 69 && result.stdout == "")
      #expect(result.errorLines.count == 1, "\(result.stderr)")
    }
  }

  // MARK: - Shell

  @Test func resultsArePagedInTheShellAndRestored() async throws {
    try await FilmzProcess.with { filmz async throws in
      let ids = Self.ids(try await filmz.answer(to: "discover --limit 9"))
      let first = try await filmz.openShell(["--offline"])
      #expect(try await first.answer(to: "discover --limit 3").contains("1–3 of about "))
      let second = try await first.answer(to: "next")
      #expect(second.contains("4–6 of about ") && second.contains("· page 2 · next"))
      _ = try await first.answer(to: "search godfather")
      #expect(try await first.answer(to: "back").contains("Back to the results for \"Popular\""))
      #expect(try await first.quit() == 0)
      let later = try await filmz.openShell(["--offline"])
      #expect(try await later.answer(to: "results").contains("4–6 of about "))
      #expect(try await later.answer(to: "next").contains("7–9 of about "))
      _ = try await later.answer(to: "add 5")
      #expect(try await later.quit() == 0)
      #expect(Self.ids(try await filmz.answer(to: "ls")) == [ids[4]])
    }
  }
}
