import FilmzTestSupport
import Testing

struct CollectionVerbsTests {
  @Test func aScriptSearchesAddsRatesAndLists() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        ["--format", "json", "--offline"],
        script: "# evening\r\nsearch godfather\n\nadd 1 --watched\nrate 1 9\nls")
      #expect(result.status == 0)
      let documents = try result.documents
      try #require(documents.count == 4)
      #expect(documents[1][0]?["inCollection"] == true)
      #expect(documents[2][0]?["myRating"] == 9)
      #expect(documents[3].each("imdbID") == ["tt0068646"])
      #expect(documents[3].each("watched") == [true])
      #expect(try await filmz.answer(to: "ls").each("myRating") == [9])
      let stats = try await filmz.answer(to: "stats")
      for (name, count) in ["total": 1, "watched": 1, "unwatched": 0, "rated": 1] as [String: JSON] {
        #expect(stats[name] == count, "\(name)")
      }
      #expect(stats["meanRating"] == 9)
    }
  }

  @Test(arguments: [
    ("8", 8.0), ("8.5", 8.5), ("0", 0), ("10", 10), ("4.5/5", 9), ("★★★★½", 9), ("10.0", 10),
  ])
  func ratingsAreAcceptedInSeveralNotations(text: String, value: Double) async throws {
    try await FilmzProcess.with { filmz in
      let rated = try await filmz.answer(to: "rate tt0068646 \(text)")
      #expect(rated.each("myRating") == [.number(value)])
      #expect(try await filmz.answer(to: "rate tt0068646 none").each("myRating") == [.null])
      #expect(try await filmz.answer(to: "ls").each("watched") == [true])
    }
  }

  @Test func viewingsAreAddedAndRemoved() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "watched tt0068646 --on 2019 --rating 7 --note first --tag cinema")
      let second = try await filmz.answer(to: "watched tt0068646 --on 2024-05-01 --rating 9")
      #expect(second.each("dateWatched") == ["2024-05-01"])
      #expect(second.each("myRating") == [9])
      let older = try await filmz.answer(to: "watched tt0068646 --on unknown --rating 5")
      #expect(older.each("dateWatched") == ["2024-05-01"])
      #expect(older.each("myRating") == [9])
      let viewings = try await filmz.answer(to: "show tt0068646")["viewings"]
      #expect(Set(try #require(viewings).each("date")) == ["2019", "2024-05-01", .null])
      let unwatched = try await filmz.answer(to: "unwatched tt0068646")
      #expect(unwatched.each("watched") == [false])
      #expect(unwatched.each("dateWatched") == [.null])
      #expect(unwatched.each("myRating") == [9])
    }
  }

  @Test func notesAreSetAndRemoved() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "note tt0068646 'Überragend; \"千と千尋\" 🎬'")
      #expect(try await filmz.answer(to: "show tt0068646")["notes"] == "Überragend; \"千と千尋\" 🎬")
      _ = try await filmz.answer(to: "note tt0068646 \"none\"")
      #expect(try await filmz.answer(to: "show tt0068646")["notes"] == "none")
      _ = try await filmz.answer(to: "note tt0068646 none")
      #expect(try await filmz.answer(to: "show tt0068646")["notes"] == .null)
    }
  }

  @Test func filmsInTheCollectionAreAnErrorAndTheOthersAreAdded() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let result = try await filmz.run("--offline", "add", "tt0068646", "tt0071562")
      #expect(result.status == 1)
      #expect(result.errorLines == ["filmz: The Godfather is already in your collection"])
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  @Test(arguments: [
    "tt0068646", "tt68646", "https://m.imdb.com/title/tt0068646/", "the godfather",
    "\"The Godfather (1972)\"", "the godfather 1972", "THE GODFATHER",
  ])
  func filmsAreFoundByIDOrTitle(target: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--format", "json", "-c", "show \(target)")
      #expect(try result.json["id"] == "tt0068646", "\(result.stderr)")
    }
  }

  @Test func numbersRangesAndTheSelectionAreTargets() async throws {
    try await FilmzProcess.with { filmz in
      let ids = try await filmz.answer(to: "search godfather").each("id")
      #expect(ids.count == 3)
      let added = try await filmz.answer(to: "search godfather; add 1,3")
      #expect(added.each("id") == [ids[0], ids[2]])
      #expect(try await filmz.answer(to: "search godfather; rate 1-3 7").array.count == 3)
      #expect(try await filmz.answer(to: "search godfather; show 2; rate 5").each("id") == [ids[1]])
      #expect(try await filmz.answer(to: "show tt0071562; note . x").each("id") == [ids[1]])
      let result = try await filmz.run("--offline", "-c", "search godfather; add 4")
      #expect(
        result.errorLines == ["command 2: there is no film 4; the results are numbered 1–3"]
      )
    }
  }

  @Test func listsAreFilteredAndSorted() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          add tt0068646 --watched --on 2020 --rating 9 --tag classic; add tt0071562 --rating 8; \
          add tt0133093 --audience family --note wachowski
          """)
      for (line, ids) in [
        ("ls --watched", ["tt0068646"]),
        ("ls --unwatched --sort year", ["tt0071562", "tt0133093"]),
        ("ls --sort -year", ["tt0133093", "tt0071562", "tt0068646"]),
        ("ls --sort -rating", ["tt0068646", "tt0071562", "tt0133093"]),
        ("ls --sort name --limit 2", ["tt0068646", "tt0071562"]),
        ("ls --sort name --limit 2 --page 2", ["tt0133093"]), ("ls --year 1999", ["tt0133093"]),
        ("ls --rating 8.5-10", ["tt0068646"]), ("ls --audience family", ["tt0133093"]),
        ("ls --tag classic", ["tt0068646"]), ("ls --grep wachowski", ["tt0133093"]),
        ("ls --genre sci-fi", ["tt0133093"]), ("ls --type series", []),
      ] {
        let rows = try await filmz.answer(to: line)
        #expect(rows.each("id").compactMap { $0?.string } == ids, "\(line)")
      }
    }
  }

  @Test func removingAFilmKeepsTheOthers() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 tt0071562")
      let removed = try await filmz.answer(to: "rm tt0068646 --yes")
      #expect(removed.each("inCollection") == [false])
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0071562"])
    }
  }
}
