import FilmzTestSupport
import Foundation
import Testing

/// Own records in searches, as targets, and in completion.
struct RecordSearchTests {
  @Test(arguments: [
    ("search summer in graz", "own"), ("search graz", "own"), ("search sumer graz", "own"),
    ("search \"wien film\"", "own"), ("search director:hollinger", "own"),
    ("search maria hollinger", "own"), ("search genre:heimat", "own"),
    ("search year:2019 genre:drama type:movie --sort runtime", "own"),
    ("search summer in graz --source own", "own"), ("search genre:heimat --source own", "own"),
    // Heat is retitled; both titles find it.
    ("search hitze in der stadt", "tt0113277"), ("search heat", "tt0113277"),
    ("search \"hitze in der stadt\" --source own", "tt0113277"),
  ])
  func ownRecordComesFirst(line: String, id: String) async throws {
    try await Self.withRecords { filmz in
      let found = try await filmz.searchResultIDs(line)
      #expect(found.first?.hasPrefix(id) == true, "\(found)")
      #expect(Set(found).count == found.count)
      let imported = try await filmz.answer(to: line + " --limit 1").array.first
      #expect(imported?["title"]?.string?.isEmpty == false)
    }
  }

  /// The own facts decide about filters and the order, not those of the catalog.
  @Test func ownFactsAreFilteredAndSorted() async throws {
    try await Self.withRecords { filmz in
      let crime = try await filmz.searchResultIDs("search genre:crime year:1990s --limit 1000")
      #expect(!crime.contains("tt0113277") && crime.count > 5)
      let musical = try await filmz.answer(to: "search genre:musical --limit 1000 --sort -year")
      let heat = try #require(musical.array.first { $0["id"] == "tt0113277" })
      #expect(heat["title"] == "Hitze in der Stadt" && heat["year"] == 2027)
      #expect(musical.array.first == heat)
      _ = try await filmz.answer(to: "undo 2")
      #expect(try await filmz.searchResultIDs("search genre:crime heat").first == "tt0113277")
      #expect(try await filmz.searchResultIDs("search \"hitze in der stadt\" --exact") == [])
    }
  }

  @Test func changesAreFoundInTheSameScript() async throws {
    try await FilmzProcess.with { filmz in
      let lines = """
        search xyzzy plugh
        record new title="Xyzzy Plugh" year=2001
        search xyzzy plugh
        edit . title="Plover Room"
        search xyzzy plugh --exact
        search plover room
        undo 2
        search plover room
        """
      let result = try await filmz.run("--offline", "--verbose", "--format", "csv", script: lines)
      let counts = result.stdout.split(whereSeparator: \.isNewline).count { $0.contains("own:") }
      // The lines of `record new`, `edit`, `undo`, and two searches.
      #expect(counts == 5, "\(result)")
    }
  }

  @Test func titleIsATargetAndIsCompleted() async throws {
    try await Self.withRecords { filmz in
      #expect(try await filmz.answer(to: "show \"summer in graz\"")["year"] == 2019)
      #expect(try await filmz.answer(to: "show \"hitze in der stadt\"")["id"] == "tt0113277")
      // A film of the same title that everybody knows is not preferred to the own one.
      let ambiguous = try await filmz.run("--offline", "show", "the godfather")
      #expect(ambiguous.status == 1, "\(ambiguous)")
      #expect(ambiguous.stderr.contains("own:") && ambiguous.stderr.contains("tt0068646"))
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      try await terminal.send("show summer in g\t")
      try await terminal.expect(/show "Summer in Graz" $/)
    }
  }

  @Test func indexIsBuiltWithoutAFileIfTheCacheCannotBeWritten() async throws {
    try await Self.withRecords { filmz in
      _ = try await filmz.searchResultIDs("search graz")
      let file = filmz.folder.url(of: "home/cache/records.sqlite")
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect((attributes[.posixPermissions] as? Int) == 0o600)
      for content in [Data(), Data("no database".utf8), Data(repeating: 7, count: 50_000)] {
        try content.write(to: file)
        #expect(try await filmz.searchResultIDs("search graz").first?.hasPrefix("own:") == true)
      }
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      #expect(try await filmz.searchResultIDs("search graz").first?.hasPrefix("own:") == true)
    }
  }

  @Test func importedCatalogIsSearchedTogetherWithOwnRecords() async throws {
    try await FilmzProcess.withCatalog { filmz in
      let before = try await filmz.searchResultIDs("search paper --limit 100")
      _ = try await filmz.answer(
        to: """
          record new title="Paper Moonrise" year=2015; record edit tt9100001 title="Paper Light"; \
          record edit tt9100003 title="Another Name"
          """)
      let after = try await filmz.searchResultIDs("search paper --limit 100")
      #expect(after.count == before.count + 1 && Set(after).isSuperset(of: before))
      let pages = try await filmz.answer(
        to: "search paper --limit 2" + String(repeating: "; next", count: after.count / 2))
      #expect(pages.each("id").compactMap { $0?.string } == Array(after.suffix(pages.array.count)))
      let light = try await filmz.answer(to: "search paper light --limit 1").array.first
      #expect(light?["id"] == "tt9100001" && light?["title"] == "Paper Light")
      #expect(try await filmz.answer(to: "show tt9100001")["source"] == "catalog")
    }
  }

  /// The index has the ids that films have now, and ids that only look like those of IMDb.
  @Test func recordsAreFoundUnderTheirCurrentIDs() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "record new id=tmdb:movie:949 title=\"Xyzzy One\" year=1995")
      #expect(try await filmz.searchResultIDs("search xyzzy") == ["tmdb:movie:949"])
      _ = try await filmz.answer(to: "identify tmdb:movie:949 tt0113277")
      #expect(try await filmz.searchResultIDs("search xyzzy") == ["tt0113277"])
      _ = try await filmz.answer(to: "record new id=tt4026531840 title=\"Xyzzy Two\" year=2001")
      _ = try await filmz.answer(to: "record new title=\"Xyzzy Three\" year=2001")
      #expect(try await filmz.searchResultIDs("search xyzzy").count == 3)
    }
  }

  @Test func otherResultsOfAServiceAreAnnounced() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.answer(to: "record new title=\"Lantern Night\" year=2015")
      let result = try await filmz.run(
        "--format", "json", "search", "lantern", "--source", "omdb")
      #expect(result.status == 0)
      #expect(try !result.json.each("id").contains { $0?.string?.hasPrefix("own:") == true })
      #expect(
        result.errorLines.filter { $0.contains("`search lantern --source own` shows them") }.count
          == 1, "\(result.stderr)")
      let other = try await filmz.run("--format", "json", "search", "lanterns", "--source", "omdb")
      #expect(!other.stderr.contains("--source own"), "\(other.stderr)")
    }
  }

  @Test func ownSourceIsEmptyWithoutRecords() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "--verbose", "search", "heat", "--source", "own")
      #expect(result.status == 0 && result.stderr.contains("No results"), "\(result)")
    }
  }

  /// Runs a closure with a home that has records of new films and of Heat.
  private static func withRecords(
    _ body: @Sendable (FilmzProcess) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          record new title="Summer in Graz" originalTitle="Ein Wien Film" year=2019 runtimeMinutes=12 \
          genres="Drama, Heimat" directors="Maria Hollinger"
          """)
      _ = try await filmz.answer(to: "record new title=\"The Godfather\" year=2021")
      _ = try await filmz.answer(
        to: "edit heat title=\"Hitze in der Stadt\" year=2027 genres=Musical")
      try await body(filmz)
    }
  }
}
