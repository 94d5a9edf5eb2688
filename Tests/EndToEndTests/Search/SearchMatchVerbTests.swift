import FilmzTestSupport
import Testing

/// The reasons why a search found films.
struct SearchMatchVerbTests {
  @Test(
    arguments: [
      ("search stirb langsam", "Die Hard", "alias", "Stirb langsam"),
      ("search heat", "Heat", "title", nil), ("search godf", "The Godfather", "title", nil),
      ("search matrx", "The Matrix", "spelling", nil),
      ("search stirb langsan", "Die Hard", "spelling", "Stirb langsam"),
      ("search al pacino", "The Godfather", "person", "Al Pacino"),
      ("search year:1972 --sort -votes", "The Godfather", "filter", nil),
      ("search heat 1995", "Heat", "title", nil), ("search heat year:1995", "Heat", "title", nil),
      ("search shichinin no samurai", "Seven Samurai", "alias", "Shichinin no Samurai"),
    ] as [(String, String, String, String?)])
  func rowsSayWhyTheyWereFound(
    line: String, title: String, match: String, matched: String?
  ) async throws {
    try await FilmzProcess.with { filmz in
      let row = try #require(try await filmz.answer(to: line)[0])
      #expect(row["title"] == .string(title))
      #expect(row["match"] == .string(match))
      #expect(row["matched"]?.string?.lowercased() == matched?.lowercased())
    }
  }

  private static func dataset(of titles: [String]) -> [DatasetTable: [String]] {
    [
      .titles: (titles + ["Gran Torino"]).enumerated().map {
        #"tt930000\#($0)|movie|\#($1)|\#($1)|0|2008|\N|90|Drama"#
      },
      .ratings: titles.indices.map { "tt930000\($0)|6.0|40" }
        + ["tt930000\(titles.count)|8.1|800000"],
    ]
  }

  /// A word of several titles, or the whole title of a film, is no typing error.
  @Test(arguments: [["Graz", "Letters from Graz", "Graz at Night"], ["Graz"]])
  func nearSpellingsOfAKnownWordAreLeftOut(titles: [String]) async throws {
    try await FilmzProcess.withCatalog(of: Self.dataset(of: titles)) { filmz in
      let rows = try await filmz.answer(to: "search graz")
      #expect(Set(rows.each("match")) == ["title"], "\(rows)")
      #expect(rows.array.count == titles.count, "\(rows)")
      #expect(try await filmz.answer(to: "search torimo").each("title") == ["Gran Torino"])
    }
  }

  @Test func nearSpellingsOfAWordOfAnOwnFilmAreLeftOut() async throws {
    try await FilmzProcess.with { filmz in
      let near = try await filmz.answer(to: "search graz")
      #expect(near.each("match").contains("spelling"))
      _ = try await filmz.answer(to: "record new title=Summer in Graz year=2019")
      #expect(try await filmz.answer(to: "search graz").each("title") == ["Summer in Graz"])
    }
  }

  @Test(arguments: ["add tt0068646", "add tt0068646; ls", "rate tt0068646 8", "search tt0068646"])
  func otherRowsHaveNoReason(lines: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--yes", "--format", "json", "-c", lines)
      let row = try #require(try result.documents.last?[0])
      #expect(row["match"] == .null && row["matched"] == .null)
    }
  }

  @Test(arguments: [
    ("stirb langsam", "Die Hard  aka Stirb langsam"), ("matrx", "The Matrix  ≈"),
    ("al pacino", "with Al Pacino"), ("stirb langsan", "≈ Stirb langsam"),
  ])
  func tablesSayWhyTheyWereFound(text: String, note: String) async throws {
    try await FilmzProcess.with(environment: ["COLUMNS": "100"]) { filmz in
      let result = try await filmz.run("--offline", "search", text)
      let lines = result.stdout.split(separator: "\n").map {
        $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      }
      let words = note.split(separator: " ").joined(separator: " ")
      #expect(lines.contains { $0.contains(words) }, "\(result.stdout)")
      let titles = try await filmz.run("--offline", "search", "godfather")
      #expect(!titles.stdout.contains("aka") && !titles.stdout.contains("≈"))
    }
  }

  @Test func theReasonIsDimAndSurvivesARestartOfTheShell() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell()
      #expect(try await shell.answer(to: "search stirb langsam").contains("aka Stirb langsam"))
      #expect(try await shell.quit() == 0)
      let next = try await filmz.openShell()
      #expect(try await next.answer(to: "results").contains("aka Stirb langsam"))
      #expect(try await next.answer(to: "results --format csv").contains(",alias,Stirb langsam"))
      #expect(try await next.quit() == 0)
    }
  }

  @Test func anImportNamesItsLocalTitles() async throws {
    try await FilmzProcess.withCatalog { filmz in
      for (line, matched) in [
        ("search leuchtturm papier", "Der Leuchtturm aus Papier"), ("search 紙の燈台守", "紙の燈台守"),
        ("search phare papier", "Le Phare de papier"),
      ] {
        let row = try #require(try await filmz.answer(to: line)[0])
        #expect(row["match"] == "alias" && row["matched"] == .string(matched), "\(line)")
      }
    }
  }

  @Test func omdbFindsTitles() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let row = try #require(
        try await filmz.run("--format", "json", "search", "lantern", "--source", "omdb").json[0])
      #expect(row["match"] == "title" && row["matched"] == .null)
    }
  }

  @Test(arguments: ["%", "(", "😀", "?!", "*", "* *"])
  func aTextWithoutALetterOrDigitIsAnError(text: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "search", text)
      #expect(result.status == 64 && result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.contains("no letter and no digit"))
      let filtered = try await filmz.run(
        "--offline", "search", text == "*" ? "%" : text, "year:1999")
      #expect(filtered.status == (text == "* *" ? 0 : 64))
      let script = try await filmz.run(["--offline", "-c", "search \"\(text)\""])
      #expect(script.status == 1 && script.stderr.hasPrefix("command 1: "))
    }
  }

  @Test func allResultsCanBePrinted() async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.many(1250)) { filmz in
      let result = try await filmz.run(
        "--verbose", "--format", "json", "search", "cardboard", "--limit", "1500")
      let ids = try result.json.each("id")
      #expect(ids.count == 1250 && Set(ids).count == 1250)
      #expect(result.stderr.contains("1–1250 of 1250"))
      let page = try await filmz.run("--verbose", "search", "cardboard", "--page", "125")
      #expect(page.stderr.contains("1241–1250 of 1250 · page 125/125"))
    }
  }

  @Test(arguments: ["rating", "-rating", "votes", "-votes", "year", "-year", "title", "runtime"])
  func everySortKeyWorksInBothCatalogs(key: String) async throws {
    let name =
      ["rating": "imdbRating", "votes": "imdbVotes", "runtime": "runtimeMinutes"][
        key.replacing("-", with: "")] ?? key.replacing("-", with: "")
    try await FilmzProcess.with { try await Self.check(key, name, "the", $0) }
    try await FilmzProcess.withCatalog { try await Self.check(key, name, "paper", $0) }
  }

  private static func check(
    _ key: String, _ name: String, _ text: String, _ filmz: FilmzProcess
  ) async throws {
    let rows = try await filmz.answer(to: "search \(text) --sort \(key) --limit 50").array
    #expect(rows.count > 1)
    let numbers = rows.compactMap { $0[name]?.number }
    if name == "title" {
      #expect(rows.first?["title"] != rows.last?["title"])
    } else {
      #expect(numbers == (key.hasPrefix("-") ? numbers.sorted(by: >) : numbers.sorted()))
    }
  }

  @Test func omdbCannotSort() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("search", "lantern", "--sort", "year", "--source", "omdb")
      #expect(result.status == 64 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [
    ["search", "godfather year:1974"], ["search", "godfather", "year:1974"],
    ["search", "year:1974 godfather"],
  ])
  func aSingleCallReadsTheFilterInsideAWord(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline", "--format", "json"] + call)
      #expect(try result.json.each("id") == ["tt0071562"])
    }
  }
}
