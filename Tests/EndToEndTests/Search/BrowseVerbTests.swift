import FilmzTestSupport
import Foundation
import Testing

/// `browse` in the starter catalog.
struct BrowseVerbTests {
  private static let currentYear = Calendar(identifier: .gregorian).component(.year, from: Date())

  @Test func filmsAreThoseOfTheCatalogNewestFirstAndBestKnownFirst() async throws {
    try await FilmzProcess.with { filmz in
      let rows = try await filmz.answer(to: "browse --limit 100000")
      let values = rows.array.map { [$0["year"]?.number ?? 0, $0["imdbVotes"]?.number ?? 0] }
      #expect(values.count > 1400)
      #expect(values.allSatisfy { $0[0] <= Double(Self.currentYear) })
      #expect(zip(values, values.dropFirst()).allSatisfy { !$0.lexicographicallyPrecedes($1) })
      let ids = rows.each("id").compactMap { $0?.string }
      let found = try await filmz.answer(
        to: "search year:1870..\(Self.currentYear) --limit 100000 --source catalog")
      #expect(Set(ids) == Set(found.each("id").compactMap { $0?.string }))
      #expect(ids.count == found.array.count)
    }
  }

  @Test func pagesFollowEachOther() async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.answer(to: "browse --type movie --limit 20").each("id")
      let pages = try await filmz.answer(to: "browse --type movie --limit 5; next; next; next")
      #expect(pages.each("id") == Array(first.suffix(5)))
      #expect(pages.each("index") == [16, 17, 18, 19, 20])
      let previous = try await filmz.answer(to: "browse --type movie --limit 5 --page 4; prev")
      #expect(previous.each("id") == Array(first[10..<15]))
      let shown = try await filmz.answer(to: "browse --type movie --limit 5; show 3")
      #expect(shown["id"] == first[2])
      let back = try await filmz.answer(
        to: "browse --type movie --limit 5; browse --type series; back")
      #expect(back.each("id") == Array(first.prefix(5)))
    }
  }

  /// Each case has options, a member that all films have, and its values.
  @Test(arguments: [
    ("--year 1994", "year", [1994] as [JSON]), ("year:1994", "year", [1994]),
    ("--type series", "type", ["series", "miniSeries"]),
    ("type:movie --sort votes", "type", ["movie", "tvMovie"]),
    ("country:japan year:1950s", "type", ["movie"]),
  ])
  func filtersChooseFilms(options: String, name: String, values: [JSON]) async throws {
    try await FilmzProcess.with { filmz in
      let found = try await filmz.answer(to: "browse \(options) --limit 100000").each(name)
      #expect(found.count > 3 && found.compactMap(\.self).allSatisfy(values.contains), "\(found)")
    }
  }

  /// Each case has keys, and the member by which the films are sorted.
  @Test(arguments: [
    ("votes", "imdbVotes", 1.0), ("-votes", "imdbVotes", -1), ("imdb", "imdbRating", 1),
    ("-rating", "imdbRating", -1), ("year", "year", 1), ("runtime,year", "runtimeMinutes", 1),
  ])
  func keysSortFilms(keys: String, name: String, sign: Double) async throws {
    try await FilmzProcess.with { filmz in
      let rows = try await filmz.answer(to: "browse year:1990s --sort \(keys) --limit 10000")
      let numbers = rows.each(name).compactMap { $0?.number }.map { $0 * sign }
      #expect(numbers.count > 200 && numbers == numbers.sorted())
    }
  }

  @Test func yearsAfterTheCurrentOneAreShownOnRequest() async throws {
    try await FilmzProcess.with { filmz in
      let next = Self.currentYear + 1
      _ = try await filmz.answer(to: "record new title=Later year=\(next)")
      let ids = try await filmz.answer(to: "browse --limit 100000").each("title")
      #expect(!ids.contains("Later"))
      let later = try await filmz.answer(to: "browse --year \(next)").each("title")
      #expect(later == ["Later"])
    }
  }

  @Test(arguments: [
    ("browse blade runner", "`search \"blade runner\"` searches for a title"),
    ("browse --sort colour", "colour"), ("browse genre:dramma", "dramma"),
    ("browse --source omdb", "catalog"), ("browse tag:noir", "tag"),
    ("search country:japan", "country"), ("ls country:japan", "country"),
  ])
  func wrongLineIsRefused(line: String, error: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", line)
      #expect(result.status == 1 && result.stderr.contains(error), "\(result)")
    }
  }

  @Test func resultsAreRestoredInTheNextSession() async throws {
    try await FilmzProcess.with { filmz in
      let expected = try await filmz.answer(to: "browse genre:western --limit 10; next").each("id")
      let first = try await filmz.openShell(["--offline"])
      _ = try await first.answer(to: "browse genre:western --limit 5")
      _ = try await first.answer(to: "next")
      _ = try await first.quit()
      let second = try await filmz.openShell(["--offline"])
      let rows = try await second.answer(to: "next --format jsonl")
      _ = try await second.quit()
      for id in expected.prefix(5) { #expect(rows.contains(try #require(id?.string)), "\(rows)") }
    }
  }
}
