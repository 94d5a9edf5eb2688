import FilmzTestSupport
import Testing

struct SearchFilterVerbTests {
  @Test(arguments: [
    (["search", "heat", "yaer:1999"], "did you mean year:?"),
    (["search", "rating:x"], "use rating:>7.5"), (["search", "--rating", "x"], "--rating x"),
    (["search", "genre:dramma"], "did you mean Drama?"),
    (["search", "x", "--genre", "dramma"], "did you mean Drama?"),
    (["search", "x", "--year", "2005-2000"], "use 2000-2005"),
    (["search", "year:2005-2000"], "use 2000-2005"), (["search", "votes:many"], "votes:>10k"),
    (["search", "x", "--year", "1999", "year:2001"], "no film can match both"),
    (
      ["search", "x", "--year", "1850-1860"],
      "\"1850-1860\" is not a year from 1870 to 2199; use 1999 or 1990-1999"
    ),
    (["search", "x", "--year", "1850"], "1870 to 2199"),
    (["search", "year:>2199"], "1870 to 2199"),
    (["search", "director:"], "director:kurosawa"), (["search"], "a title or a filter"),
    (["search", "x", "--type", "series", "type:movie"], "no film can match both"),
  ])
  func invalidFiltersExitWith64AndOneErrorLine(call: [String], hint: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + call)
      #expect(result.status == 64)
      #expect(result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.hasPrefix("filmz: "))
      #expect(result.stderr.contains(hint), "\(result.stderr)")
    }
  }

  @Test(arguments: [
    ("search godfather year:1974", ["tt0071562"]),
    ("search godfather year:1850-1973", ["tt0068646"]),
    ("search godfather year:1970s type:movie", ["tt0068646", "tt0071562"]),
    ("search year:1974 godfather --type movie", ["tt0071562"]),
    ("search \"Godfather: Part II\"", ["tt0071562"]),
  ])
  func filtersCanAppearAmongTheWords(line: String, ids: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let foundIDs = try await filmz.answer(to: line).array.compactMap { $0["id"]?.string }
      #expect(Set(foundIDs).isSuperset(of: ids) && foundIDs.count >= ids.count)
      if line.contains("year:") { #expect(Set(foundIDs) == Set(ids)) }
    }
  }

  @Test(arguments: [
    (
      "search qqzzxx genre:drama year:1990s",
      "No results for \"qqzzxx\" with year:1990..1999 genre:Drama; try fewer or other words"
    ),
    ("search qqzzxx", "No results for \"qqzzxx\"; try fewer or other words; `discover` and"),
    ("search kurosawa year:1920s", " with year:1920..1929; without year:1920..1929 there are "),
    (
      "search qqzzxx --director \"akira kurosawa\" rating:>8",
      "No results for \"qqzzxx\" with imdb:>=8.1 director:\"akira kurosawa\"; try"
    ),
  ])
  func noResultsNoticeShowsTextAndFilters(line: String, notice: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        ["--verbose"], script: line + " --source catalog")
      #expect(result.status == 0)
      #expect(result.stderr.contains(notice), "\(result.stderr)")
    }
  }

  @Test(arguments: [
    ("--genre drama --genre crime", "genre:drama genre:crime"),
    ("--rating 8.. --rating ..8.9", "rating:8.. rating:..8.9"),
    ("--year 1970s --year 1974..1990", "year:1970s year:1974..1990"),
  ])
  func repeatedOptionsNarrowLikeRepeatedFilters(
    options: String, words: String
  ) async throws {
    try await FilmzProcess.with { filmz in
      let ids = try await filmz.answer(to: "search \(options) --limit 500").each("id")
      #expect(!ids.isEmpty)
      #expect(try await filmz.answer(to: "search \(words) --limit 500").each("id") == ids)
    }
  }

  @Test(arguments: ["genre:drama", "--genre drama", "year:1994", "--year 1994 rating:>8"])
  func filtersWithoutTextAreASearch(words: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline", "--verbose", "-c", "search \(words)"])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(!result.stderr.contains("No results for"))
    }
  }

  @Test func singleCallsAcceptFilterValuesWithSpaces() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "search", "qqzzxx", "director:akira kurosawa", "--verbose", "--source", "catalog")
      #expect(result.stderr.contains("with director:\"akira kurosawa\""))
    }
  }
}
