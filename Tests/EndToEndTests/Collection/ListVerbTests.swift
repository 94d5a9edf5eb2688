import FilmzTestSupport
import Testing

/// `ls` with a collection in which many values are missing.
struct ListVerbTests {
  private static let bareFilm = "tt9999991"
  private static let ratedFilm = "tt9999992"
  private static let godfather = "tt0068646"
  private static let matrix = "tt0133093"

  @Test(arguments: [
    ("name", [godfather, matrix, bareFilm, ratedFilm]),
    ("-name", [matrix, godfather, bareFilm, ratedFilm]),
    ("year", [godfather, matrix, bareFilm, ratedFilm]),
    ("-year", [matrix, godfather, bareFilm, ratedFilm]),
    ("added", [bareFilm, godfather, matrix, ratedFilm]),
    ("-added", [ratedFilm, matrix, godfather, bareFilm]),
    ("rating", [ratedFilm, godfather, matrix, bareFilm]),
    ("-rating", [godfather, ratedFilm, matrix, bareFilm]),
    ("watched", [matrix, godfather, bareFilm, ratedFilm]),
    ("-watched", [godfather, matrix, bareFilm, ratedFilm]),
  ])
  func missingValuesAreSortedLast(key: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let rows = try await filmz.answer(to: "ls --sort \(key)")
      #expect(rows.each("id").compactMap { $0?.string } == ids)
      #expect(rows.each("index") == [1, 2, 3, 4])
      #expect(
        try await filmz.answer(to: "ls --sort \(key) --limit 3 --page 2").each("id") == [
          .string(ids[3])
        ])
    }
  }

  @Test(arguments: [
    ("--genre crime", [godfather]), ("--genre 'Sci-Fi, Crime'", [matrix, godfather]),
    ("--genre western", []), ("--type movie", [matrix, godfather]),
    ("--grep 'godfather coppola'", [godfather]), ("--grep 'COPPOLA  1972 father'", [godfather]),
    ("--grep 'godfather matrix'", []), ("--grep 'rainy day'", [ratedFilm]),
    ("--grep 'day rainy'", [ratedFilm]), ("--grep '100% _'", []),
    ("--rating 5-10", [ratedFilm, godfather]),
    ("--unwatched", [ratedFilm, bareFilm]), ("--tag noir", [matrix]),
  ])
  func filtersExcludeMissingValues(options: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let rows = try await filmz.answer(to: "ls \(options)")
      #expect(rows.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test func pagesKeepTheNumbersOfTheWholeList() async throws {
    try await Self.withFilms { filmz in
      let page = try await filmz.run(
        "--offline", "--format", "json", "--verbose", "ls", "--limit", "3", "--page", "2")
      #expect(try page.json.each("index") == [4])
      #expect(page.errorLines == ["[All (4)]  Watched (2)  Unwatched (2)", "4 of 4 · page 2/2"])
      let pastEnd = try await filmz.run(
        "--offline", "--format", "json", "--verbose", "ls", "--limit", "3", "--page", "3")
      #expect(pastEnd.status == 0)
      #expect(try pastEnd.json == [])
      #expect(
        pastEnd.errorLines == [
          "[All (4)]  Watched (2)  Unwatched (2)",
          "There is no page 3: the results have 2 pages.",
        ])
      let first = try await filmz.run("--offline", "--verbose", "ls", "--limit", "3")
      #expect(
        first.errorLines == ["[All (4)]  Watched (2)  Unwatched (2)", "1–3 of 4 · page 1/2 · next"])
      #expect(try await filmz.run("--offline", "ls").stdout.split(separator: "\n").count == 5)
      for invalidOption in [
        ["--limit", "0"], ["--page", "0"], ["--limit", "x"], ["--sort", "size"],
      ] {
        #expect(try await filmz.run(["--offline", "ls"] + invalidOption).status == 64)
      }
    }
  }

  @Test func listIsAResultSetInAScript() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "add tt0068646; add tt0071562; add tt0099674; add tt0133093; add tt0078748")
      let documents = try await filmz.run(
        "--offline", "--format", "json", "-c",
        "ls --limit 2; next; show 5; next; next; rate 4 8; results"
      ).documents
      try #require(documents.count == 7)
      #expect(documents[0].each("index") == [1, 2])
      #expect(documents[1].each("id") == ["tt0099674", "tt0071562"])
      #expect(documents[2]["id"] == "tt0068646")
      #expect(documents[3].each("index") == [5])
      #expect(documents[4] == [])
      #expect(documents[5].each("id") == ["tt0071562"])
      #expect(documents[6].each("id") == ["tt0068646"])
    }
  }

  /// Runs `body` with a collection of four films.
  ///
  /// `bareFilm` has no data, The Godfather and The Matrix have facts and a viewing, and `ratedFilm`
  /// has a rating and a note, but no facts.
  private static func withFilms(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          add \(bareFilm); add \(godfather) --watched --on 2021-05 --rating 9; \
          add \(matrix) --watched --on 2020 --tag noir; \
          add \(ratedFilm) --rating 7 --note "for a rainy day"
          """)
      try await body(filmz)
    }
  }
}
