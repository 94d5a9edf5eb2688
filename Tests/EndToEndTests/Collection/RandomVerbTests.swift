import FilmzTestSupport
import Testing

struct RandomVerbTests {
  /// Two seen films, the first of them a drama of 1972, and five wanted ones.
  private static let setup = """
    seen tt0068646 tt0113277; add tt0078748 tt0133093 tt0071562 tt0099674 tt0110912
    """
  private static let wanted: Set<JSON> = [
    "tt0078748", "tt0133093", "tt0071562", "tt0099674", "tt0110912",
  ]

  @Test func picksWantedFilmsAndTheSameOnesForASeed() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      var picked: Set<JSON> = []
      for seed in 1...30 {
        let rows = try await filmz.answer(to: "random --seed \(seed)")
        #expect(rows.array.count == 1)
        picked.formUnion(rows.each("id").compactMap(\.self))
        let again = try await filmz.answer(to: "random --seed \(seed)")
        #expect(again == rows)
      }
      #expect(picked == Self.wanted)
    }
  }

  @Test func filtersPickFromTheWholeCollection() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      #expect(
        try await filmz.answer(to: "random --year 1972").each("id") == ["tt0068646"])
      let films = try await filmz.answer(to: "random is:watched --count 9")
      #expect(Set(films.each("id").compactMap(\.self)) == ["tt0068646", "tt0113277"])
      #expect(try await filmz.answer(to: "random --year 1931") == [])
    }
  }

  @Test func severalFilmsAreTheResultSetAndOneIsSelected() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let result = try await filmz.run(
        "--offline", "--format", "json", "-c",
        "random --count 3 --seed 1; show 3; random --year 1972; show")
      let documents = try result.documents
      #expect(documents[0].array.count == 3 && documents[0].each("index") == [1, 2, 3])
      #expect(documents[1]["id"] == documents[0].array[2]["id"])
      #expect(documents[2].array[0]["index"] == .null)
      #expect(documents[3]["id"] == "tt0068646")
    }
  }

  @Test func oneFilmIsShownAsACard() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let card = try await filmz.run("--offline", "random", "--year", "1972").stdout
      #expect(card.hasPrefix("The Godfather (1972)\n"))
    }
  }

  @Test(arguments: [
    ("random", 0, "Your watchlist is empty; `watchlist add TITLE` adds a film to it."),
    ("random --year 1931", 0, "No film in your collection matches."),
    ("random --sort year", 64, "random picks in no order; leave --sort out"),
    ("random --skipped", 64, "random does not pick skipped films"),
    ("random @favorites --count 3", 0, "No film in your collection matches."),
    ("random --count 0", 64, "--count"), ("random --seed x", 64, "--seed"),
  ])
  func nothingToPickAndWrongOptionsAreReported(
    command: String, status: Int32, message: String
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "seen tt0068646")
      let words = command.split(separator: " ").map(String.init)
      let result = try await filmz.run(["--offline", "--verbose"] + words)
      #expect(result.status == status)
      #expect(result.stderr.contains(message), "\(result.stderr)")
      #expect(result.stdout == "")
    }
  }
}
