import FilmzTestSupport
import Testing

/// Searches in an imported catalog.
struct ImportedSearchTests {
  @Test(arguments: [
    ("search paper lighthouse", "tt9100001"), ("search lighthouse paper", "tt9100001"),
    ("search le phare de papier", "tt9100001"), ("search leuchtturm papier", "tt9100001"),
    ("search 紙の燈台守", "tt9100001"), ("search paper lihgthouse", "tt9100001"),
    ("search paper lighth", "tt9100001"), ("search the paper lighthouse 1961", "tt9100001"),
    ("search zlutoucky kun", "tt12345678"), ("search ŽLUŤOUČKÝ", "tt12345678"),
    ("search 紙の灯台", "tt123456789"), ("search quoted half", "tt9100005"),
    ("search tt123456789", "tt123456789"), ("search paper type:short", "tt9100003"),
    ("search https://www.imdb.com/title/tt12345678/", "tt12345678"),
    ("search paper streets --type series", "tt9100002"),
    ("search \"paper streets\" --exact", "tt9100002"),
  ])
  func intendedFilmComesFirst(line: String, id: String) async throws {
    try await FilmzProcess.withCatalog { filmz async throws in
      #expect(try await filmz.searchResultIDs(line).first == id)
    }
  }

  @Test(arguments: [
    ("search lighthouse year:1961 genre:mystery votes:>12000", ["tt9100001"]),
    ("search paper rating:>8 votes:12345 year:1961", ["tt9100001"]),
    ("search director:vance", ["tt9100001"]), ("search director:\"orla vance\"", ["tt9100001"]),
    ("search --director quill", ["tt9100002"]), ("search --person quill year:1961", ["tt9100001"]),
    ("search actor:ferrow", ["tt9100001", "tt9100002"]), ("search actor:vance", []),
    ("search actor:ferrow type:series", ["tt9100002"]),
    ("search actor:\"mara jo lind\"", ["tt9100001"]),
    ("search --person ferrow", ["tt9100001", "tt9100002"]),
    ("search streets actor:ferrow", ["tt9100002"]),
    ("search person:vance person:lind", ["tt9100001"]),
    ("search actor:ferrow director:vance year:1990s", []),
  ])
  func filtersAndPeopleNarrowTheResults(line: String, ids: [String]) async throws {
    try await FilmzProcess.withCatalog { filmz async throws in
      #expect(try await filmz.searchResultIDs(line) == ids)
    }
  }

  @Test(arguments: ["director:vance", "actor:ferrow paper", "--person vance", "person:vance"])
  func searchForPeopleNeedsACatalogWithPeople(words: String) async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.withoutPeople) { filmz in
      let result = try await filmz.run(["search"] + words.split(separator: " ").map(String.init))
      #expect(result.status == 1 && result.stdout == "")
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("does not include people: `catalog update --people`"))
    }
  }

  @Test(arguments: [
    ("godfather", "tt0068646"), ("search godfather year:1972", "tt0068646"),
    ("search 七人の侍", "tt0047478"), ("search spirited away", "tt0245429"),
  ])
  func filmsOfTheStarterCatalogAreStillFound(line: String, id: String) async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.withoutPeople) { filmz in
      let line = line.hasPrefix("search") ? line : "search " + line
      #expect(try await filmz.searchResultIDs(line).first == id)
      let film = try await filmz.answer(to: "show \(id)")
      #expect(film["source"] == "starter" && film["directors"] != [])
    }
  }

  @Test func numbersContinueAcrossPages() async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.many(120)) { filmz in
      let script = "search cardboard\nnext\npage 6\nshow 60 --format json\n"
      let result = try await filmz.run(["--offline", "--format", "json"], script: script)
      #expect(result.status == 0, "\(result.stderr)")
      let pages = try result.documents
      #expect(pages.prefix(2).map { $0.array.count } == [10, 10])
      #expect(pages.prefix(2).map { $0[0]?["index"] } == [1, 11])
      let ids = pages.prefix(2).flatMap { $0.each("id") }
      #expect(Set(ids).count == 20)
      #expect(pages.count == 4 && pages[3]["title"]?.string?.hasPrefix("Cardboard") == true)
    }
  }

  @Test func doctorReportsTheCatalog() async throws {
    try await FilmzProcess.withCatalog { filmz in
      let checks = try await filmz.run("--offline", "--format", "json", "doctor").json.array
      let catalog = checks.first { $0["check"] == "catalog" }
      #expect(catalog?["state"] == "ok")
      #expect(catalog?["detail"]?.string?.hasPrefix("6 titles, imported today, ") == true)
    }
  }
}
