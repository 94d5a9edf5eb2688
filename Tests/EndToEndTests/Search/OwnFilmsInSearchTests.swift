import FilmzTestSupport
import Testing

/// Films of the collection and own records in front of the results of any source.
struct OwnFilmsInSearchTests {
  @Test(arguments: [
    // The titles match as well as the best of the catalog.
    ("search king", "The King of Comedy"), ("search toy s", "Toy Story 3"),
    ("search graz", "Graz"), ("search godf", "The Godfather Part II"),
    ("search godfather year:1974", "The Godfather Part II"),
    ("search king --source catalog", "The King of Comedy"),
    // Others match better.
    ("search toy story", "Toy Story"), ("search the godfather", "The Godfather"),
    // A filter and a sort order apply to films of the user too.
    ("search toy s year:1995", "Toy Story"), ("search toy s --sort year", "Toy Story"),
  ])
  func ownFilmComesFirst(line: String, title: String) async throws {
    try await FilmzProcess.with { filmz in
      let before = try await filmz.answer(to: line + " --limit 1000").each("id").compactMap { $0?.string }
      _ = try await filmz.answer(
        to: """
          add title:"The King of Comedy"; add title:"Toy Story 3"; add title:"The Godfather Part II"; \
          record new title=Graz year=1984
          """)
      let rows = try await filmz.answer(to: line + " --limit 1000")
      let ids = rows.each("id").compactMap { $0?.string }
      #expect(rows[0]?["title"] == .string(title))
      #expect(Set(ids).count == ids.count)
      if !line.contains("graz") { #expect(Set(ids) == Set(before)) }
      #expect(rows.each("index") == ids.indices.map { .number(Double($0 + 1)) })
    }
  }

  @Test func textOfManyWordsIsSearchedFor() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add heat")
      let text = (1...2000).map { "w\($0)" }.joined(separator: " ")
      let result = try await filmz.run("--offline", "--format", "json", "search", text)
      #expect(result.status == 0 && result.stderr == "", "\(result)")
    }
  }

  @Test func pagesAndBackKeepOwnFilmsInFront() async throws {
    try await FilmzProcess.with { filmz in
      let all = try await filmz.answer(to: "search king --limit 1000").each("id")
      _ = try await filmz.answer(to: "add title:\"The King of Comedy\"")
      let result = try await filmz.run(
        ["--offline", "--verbose", "--format", "json", "-c", "search king --limit 4; next; page 1; search heat; back"])
      let pages = try result.documents.map { $0.each("id") }
      #expect(pages[0].count == 4 && pages[1].count == 4)
      #expect(Set((pages[0] + pages[1]).compactMap { $0?.string }).count == 8)
      #expect(pages[2] == pages[0] && pages.last == pages[0])
      #expect(result.stderr.contains("1–4 of \(all.count) · page 1/"), "\(result.stderr)")
      let csv = try await filmz.run("--offline", "--format", "csv", "search", "king", "--limit", "4")
      #expect(csv.stdout.split(whereSeparator: \.isNewline).count == 5)
    }
  }

  @Test func atMostAPageOfOwnFilmsComesFirst() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add title:\"Toy Story 2\"; add title:\"Toy Story 3\"")
      let rows = try await filmz.answer(to: "search toy s --limit 1; next; next")
      #expect(rows.array.count == 1)
      let titles = try await filmz.answer(to: "search toy s --limit 1000").each("title")
      #expect(titles.count == Set(titles.compactMap { $0?.string }).count)
    }
  }

  /// OMDb has `Lantern` on its first page, and the film that is in the collection on a later one or not at all.
  @Test func ownFilmsPrecedeTheRowsOfAService() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let before = try await filmz.run("--format", "json", "search", "lantern", "--limit", "30").json.each("id")
      let mine = try #require(before.last??.string)
      _ = try await filmz.run("add", mine)
      _ = try await filmz.run("record", "new", "title=Lantern", "year=2015")
      let result = try await filmz.run("--verbose", "--format", "json", "search", "lantern", "--limit", "30")
      let rows = try result.json
      let ids = rows.each("id").compactMap { $0?.string }
      #expect(ids.first?.hasPrefix("own:") == true, "\(ids)")
      #expect(Set(ids).count == ids.count && ids.count == before.count + 1)
      #expect(result.stderr.contains("1–26 of 26"), "\(result.stderr)")
      #expect(rows[0]?["match"] == "title")
    }
  }

  @Test func aServiceThatLacksTheFilmShowsIt() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("--offline", "rate", "Toy Story", "9")
      let rows = try await filmz.run("--format", "json", "search", "toy story", "--source", "omdb").json
      #expect(rows[0]?["title"] == "Toy Story" && rows[0]?["myRating"] == 9, "\(rows)")
    }
  }

  /// The starter has the well-known Amélie (2001).
  @Test func filmOfTheCollectionIsAsPlausibleAsAWellKnownOne() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "record new title=Amelie year=1970 --add")
      let result = try await filmz.run("--offline", "-c", "search amelie; rate amelie 6")
      #expect(result.status == 1 && result.stderr.contains("Amelie (1970)") && result.stderr.contains("Amélie (2001)"))
      #expect(try await filmz.answer(to: "ls").each("myRating") == [.null])
    }
  }

  @Test func hiddenFilmsDoNotComeFirst() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "record new title=\"Xyzzy Night\" year=2001 rated=R --add; kids on")
      #expect(try await filmz.answer(to: "search xyzzy night") == [])
    }
  }
}
