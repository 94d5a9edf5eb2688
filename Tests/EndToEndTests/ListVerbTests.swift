import FilmzTestSupport
import Testing

/// `ls` over a collection in which much is missing.
struct ListVerbTests {
  private static let bare = "tt9999991"
  private static let unseen = "tt9999992"
  private static let godfather = "tt0068646"
  private static let matrix = "tt0133093"

  @Test(arguments: [
    ("name", [godfather, matrix, bare, unseen]), ("-name", [matrix, godfather, bare, unseen]),
    ("year", [godfather, matrix, bare, unseen]), ("-year", [matrix, godfather, bare, unseen]),
    ("added", [bare, godfather, matrix, unseen]), ("-added", [unseen, matrix, godfather, bare]),
    ("rating", [unseen, godfather, matrix, bare]), ("-rating", [godfather, unseen, matrix, bare]),
    ("watched", [matrix, godfather, bare, unseen]),
    ("-watched", [godfather, matrix, bare, unseen]),
  ])
  func missingValuesAreLastHoweverItIsSorted(key: String, ids: [String]) async throws {
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
    ("--grep 'godfather matrix'", []), ("--grep 'rainy day'", [unseen]),
    ("--grep 'day rainy'", [unseen]), ("--grep '100% _'", []),
    ("--rating 5-10", [unseen, godfather]),
    ("--unwatched", [unseen, bare]), ("--tag noir", [matrix]),
  ])
  func filtersLeaveOutWhatNobodyKnows(options: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let rows = try await filmz.answer(to: "ls \(options)")
      #expect(rows.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test func pagesOfASingleCallKeepTheNumbersOfTheWhole() async throws {
    try await Self.withFilms { filmz in
      let page = try await filmz.run(
        "--offline", "--format", "json", "--verbose", "ls", "--limit", "3", "--page", "2")
      #expect(try page.json.each("index") == [4])
      #expect(page.errorLines == ["[All (4)]  Watched (2)  Unwatched (2)", "4 of 4 · page 2/2"])
      let past = try await filmz.run(
        "--offline", "--format", "json", "--verbose", "ls", "--limit", "3", "--page", "3")
      #expect(past.status == 0)
      #expect(try past.json == [])
      #expect(past.errorLines == ["[All (4)]  Watched (2)  Unwatched (2)", "No more results."])
      let first = try await filmz.run("--offline", "--verbose", "ls", "--limit", "3")
      #expect(
        first.errorLines == ["[All (4)]  Watched (2)  Unwatched (2)", "1–3 of 4 · page 1/2 · next"])
      #expect(try await filmz.run("--offline", "ls").stdout.split(separator: "\n").count == 5)
      for wrong in [["--limit", "0"], ["--page", "0"], ["--limit", "x"], ["--sort", "size"]] {
        #expect(try await filmz.run(["--offline", "ls"] + wrong).status == 64)
      }
    }
  }

  @Test func aListIsAResultSetInAScript() async throws {
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

  /// Runs `body` with four films: one that nothing is known of, two with facts that were seen, and
  /// a bare one with a rating and a note.
  private static func withFilms(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          add \(bare); add \(godfather) --watched --on 2021-05 --rating 9; \
          add \(matrix) --watched --on 2020 --tag noir; \
          add \(unseen) --rating 7 --note "for a rainy day"
          """)
      try await body(filmz)
    }
  }
}
