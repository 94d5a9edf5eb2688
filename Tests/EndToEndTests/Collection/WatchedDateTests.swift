import FilmzTestSupport
import Testing

/// Dates in words after the title of `watched`.
struct WatchedDateTests {
  @Test(arguments: [
    "heat friday", "heat last friday", "heat on friday", "heat last night", "heat this morning",
    "heat 2 weeks ago", "heat on 3 march", "heat 3 march", "heat yesterday", "title:heat on 2024-05-01",
  ])
  func wordsAfterTheTitleAreTheDay(words: String) async throws {
    try await FilmzProcess.with { filmz in
      let row = try await filmz.answer(to: "watched \(words)").array.first
      #expect(row?["title"] == "Heat")
      #expect(row?["dateWatched"]?.string?.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil, "\(String(describing: row))")
    }
  }

  @Test(arguments: ["watched heat in march", "watched heat --on march", "seen heat --on \"last month\""])
  func monthsAreKnown(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let date = try await filmz.answer(to: line).array.first?["dateWatched"]?.string
      #expect(date?.wholeMatch(of: /\d{4}-\d{2}/) != nil, "\(date ?? "none")")
    }
  }

  @Test(arguments: [
    "watched heat on 30 february", "watched heat on 31 june", "watched heat 31 june", "seen heat on february 30th",
    "seen heat on 31 june 2020", "watched heat --on \"31 june\"",
  ])
  func dayThatNoMonthHasIsNamed(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", line)
      #expect(result.status == 1 && result.stderr.contains("there is no day \""), "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func onlyReadingIsTheTitle() async throws {
    try await FilmzProcess.with { filmz in
      let row = try await filmz.answer(to: "watched his girl friday").array.first
      #expect(row?["title"] == "His Girl Friday")
    }
  }

  @Test func titleThatEndsWithADateIsNotGuessed() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "record new title=Grey year=2019; record new title=Grey Friday year=2020")
      let result = try await filmz.run("--offline", "-c", "watched grey friday")
      #expect(result.status == 1)
      #expect(
        result.stderr.contains(
          "`watched grey friday` can mean several things; use `watched \"Grey Friday\"` or"
            + " `watched \"Grey\" --on friday`"), "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  /// Each case has lines that show one of two films with the same title, and the id of this film.
  @Test(arguments: [
    ("search suspiria year:2018", "tt1034415"), ("search suspiria --sort year --limit 1", "tt0076786"),
    ("search suspiria --sort year --limit 1\nnext", "tt1034415"),
    ("add tt0076786 tt1034415\nls --year 2018", "tt1034415"),
    ("add tt0076786 tt1034415\nls --sort year --limit 1", "tt0076786"),
    ("add tt1034415\nbrowse country:italy year:1977", "tt0076786"),
    ("skip tt0076786\nls --skipped", "tt0076786"),
  ])
  func theFilmOnTheScreenIsMeant(lines: String, id: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: "\(lines)\nwatched suspiria yesterday")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls --watched").each("id") == [.string(id)])
    }
  }

  @Test func severalFilmsOnTheScreenAreAChoice() async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(["--offline"], script: "search suspiria\nwatched suspiria yesterday")
      #expect(result.status == 1 && result.stderr.contains("use `watched tt0076786 yesterday`"), "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }
}
