import FilmzTestSupport
import Testing

/// The lists of films that are marked as wanted or skipped.
struct MarkListTests {
  @Test func watchlistHasTheUnwatchedFilmsAndTakesFilters() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add heat; add alien; seen tt0068646; skip tt0071562")
      for command in ["watchlist", "watchlist ls", "ls --wanted"] {
        #expect(try await filmz.answer(to: command).each("title") == ["Alien", "Heat"])
      }
      let filtered = try await filmz.answer(to: "watchlist --genre sci-fi --sort name")
      #expect(filtered.each("title") == ["Alien"])
      #expect(try await filmz.answer(to: "watchlist --limit 1 --page 2").each("index") == [2])
      #expect(try await filmz.answer(to: "ls").array.count == 3)
    }
  }

  @Test func skippedFilmsAreAListAndAResultSet() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "skip heat; skip alien; skip tt0068646; add tt0068646")
      let rows = try await filmz.answer(to: "ls --skipped")
      #expect(rows.each("title") == ["Alien", "Heat"])
      #expect(rows.each("index") == [1, 2])
      _ = try await filmz.answer(to: "ls --skipped --limit 1; next; unskip 2")
      #expect(try await filmz.answer(to: "ls --skipped").each("title") == ["Alien"])
      let table = try await filmz.run("--offline", "ls", "--skipped").stdout
      #expect(table.contains(/1 +× +Alien/))
      _ = try await filmz.answer(to: "unskip alien")
      let empty = try await filmz.run("--offline", "--verbose", "ls", "--skipped")
      #expect(empty.status == 0 && empty.errorLines == ["You have not skipped any film."])
    }
  }

  @Test func skippedFilmThatNoSourceKnowsKeepsItsTitle() async throws {
    try await FilmzProcess.withOMDb { filmz, _ async throws in
      _ = try await filmz.run("-c", "search quince --source omdb; skip 1")
      _ = try await filmz.run("cache", "clear", "--yes")
      let rows = try await filmz.answer(to: "ls --skipped")
      let title = try #require(rows[0]?["title"]?.string)
      #expect(title.lowercased().contains("quince") && rows[0]?["year"] != .null)
      _ = try await filmz.answer(to: "unskip \"\(title)\"")
      #expect(try await filmz.answer(to: "ls --skipped") == [])
    }
  }

  @Test func titleOfAFilmSkippedByItsIDIsFetched() async throws {
    try await FilmzProcess.withOMDb { filmz, _ async throws in
      _ = try await filmz.run("skip", "tt9000001")
      _ = try await filmz.run("cache", "clear", "--yes")
      let rows = try await filmz.answer(to: "ls --skipped")
      #expect(rows.each("id") == ["tt9000001"] && rows[0]?["title"] != .null)
      #expect(try await filmz.answer(to: "undo; ls --skipped") == [])
    }
  }

  @Test func cardOfASkippedFilmSaysSo() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "skip heat")
      let card = try await filmz.run("--offline", "show", "heat").stdout
      #expect(card.contains(/Status +Skipped on \d{4}-\d\d-\d\d/))
      #expect(try await filmz.answer(to: "show heat")["platform"] == .null)
    }
  }

  @Test func skippedFilmOfTheListIsFoundByItsTitle() async throws {
    try await FilmzProcess.withOMDb { filmz, _ async throws in
      _ = try await filmz.run("-c", "search quince --source omdb; skip 1")
      _ = try await filmz.run("cache", "clear", "--yes")
      let row = try #require(try await filmz.answer(to: "ls --skipped").array.first)
      let title = try #require(row["title"]?.string)
      let shown = try await filmz.run(
        "--format", "json", "-c", "ls --skipped; show \"\(title)\"")
      let card = try shown.json
      #expect(card["id"] == row["id"] && card["skipped"] == true)
      let changed = try await filmz.answer(to: "ls --skipped; unskip \"\(title)\"")
      #expect(changed.each("id") == [row["id"]] && changed.each("skipped") == [false])
    }
  }
}
