import FilmzTestSupport
import Foundation
import Testing

/// Facts from an imported catalog in commands other than `search`.
struct ImportedFactsTests {
  @Test(arguments: [
    "tt9100001", "\"der leuchtturm aus papier\"", "\"le phare de papier\"",
    "\"The Paper Lighthouse (1961)\"", "紙の燈台守", "https://m.imdb.com/title/tt9100001/",
  ])
  func showFindsFactsAndPeopleOffline(target: String) async throws {
    try await FilmzProcess.withCatalog { filmz in
      let film = try await filmz.answer(to: "show \(target)")
      let facts: [String: JSON] = [
        "id": "tt9100001", "title": "The Paper Lighthouse", "year": 1961, "type": "movie",
        "imdbRating": 8.1, "imdbVotes": 12345, "runtimeMinutes": 101,
        "genres": ["Drama", "Mystery"], "directors": ["Orla Vance"],
        "writers": ["Piet Quill", "Orla Vance"], "actors": ["Jonas Ferrow", "Mara Jo Lind"],
        "source": "catalog", "plot": .null, "endYear": .null,
      ]
      for (key, value) in facts { #expect(film[key] == value, "\(key)") }
      let series = try await filmz.answer(to: "show tt9100002")
      #expect(series["endYear"] == 2003 && series["type"] == "series")
    }
  }

  @Test func filmAddedOfflineHasItsFacts() async throws {
    try await FilmzProcess.withCatalog { filmz in
      let added = try await filmz.run("--offline", "--verbose", "add", "tt9100001", "--rating", "8")
      #expect(added.stderr.contains("Added The Paper Lighthouse"), "\(added.stderr)")
      let film = try await filmz.answer(to: "ls --genre mystery")[0]
      #expect(film?["title"] == "The Paper Lighthouse" && film?["imdbRating"] == 8.1)
      let table = try await filmz.run("--offline", "ls")
      #expect(table.stdout.contains(/Paper Lighthouse +1961 +movie +8\.1/))
    }
  }

  @Test func importAddsFactsToFilmsInTheCollection() async throws {
    try await FilmzProcess.with { filmz in
      let filmsWithoutFacts = try await filmz.answer(
        to: "add tt9100001; rate tt9100002 7; ls --sort added")
      #expect(
        filmsWithoutFacts.each("title") == ["tt9100001", "tt9100002"]
          || filmsWithoutFacts.each("title") == [.null, .null])
      try await filmz.importCatalog(of: SampleDatasets.all)
      let rows = try await filmz.answer(to: "ls --sort added")
      #expect(rows.each("title") == ["The Paper Lighthouse", "Paper Streets"])
      #expect(rows.each("year") == [1961, 1999])
      #expect(try await filmz.answer(to: "find lighthouse").each("id") == ["tt9100001"])
    }
  }

  @Test func factsOfTheCollectionSurviveRemovalOfTheCatalog() async throws {
    try await FilmzProcess.withCatalog { filmz in
      _ = try await filmz.answer(to: "add tt9100001")
      #expect(try await filmz.run("catalog", "remove", "--yes").status == 0)
      #expect(try await filmz.answer(to: "ls").each("title") == ["The Paper Lighthouse"])
      let film = try await filmz.answer(to: "show tt9100001")
      #expect(film["directors"] == ["Orla Vance"] && film["source"] == "catalog")
      #expect(film["actors"] == ["Jonas Ferrow", "Mara Jo Lind"])
      #expect(try await filmz.run("--offline", "show", "tt12345678").status != 0)
    }
  }

  @Test func ratingsOfALaterImportAreShown() async throws {
    try await FilmzProcess.withCatalog { filmz in
      _ = try await filmz.answer(to: "add tt9100001")
      var tables = SampleDatasets.all
      tables[.ratings] = ["tt9100001|8.4|20000"]
      try await filmz.importCatalog(of: tables)
      #expect(try await filmz.answer(to: "show tt9100001")["imdbRating"] == 8.4)
      #expect(try await filmz.answer(to: "ls").each("imdbVotes") == [20000])
    }
  }

  @Test func ambiguousTitleIsAnError() async throws {
    try await FilmzProcess.with { filmz in
      let rows = ["1931", "1984"].map {
        #"tt910\#($0)|movie|Paper Moth|Paper Moth|0|\#($0)|\N|90|Drama"#
      }
      try await filmz.importCatalog(of: [.titles: rows])
      let result = try await filmz.run("--offline", "show", "paper moth")
      #expect(result.status == 1 && result.errorLines.count == 1)
      #expect(result.stderr.contains("1931") && result.stderr.contains("1984"))
      #expect(try await filmz.answer(to: "show \"paper moth (1984)\"")["id"] == "tt9101984")
    }
  }

  @Test func tabCompletesCatalogTitles() async throws {
    try await FilmzProcess.withCatalog { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("add the paper li\t")
      try await shell.expect(/add "The Paper Lighthouse" $/)
      try await shell.send("\r")
      #expect(try await shell.expectPrompt().contains("Added The Paper Lighthouse"))
      try await shell.send("show žluť\t")
      try await shell.expect(/show "Žluťoučký kůň" $/)
      try await shell.send("\r")
      #expect(try await shell.expectPrompt().contains("Žluťoučký kůň (2011)"))
      #expect(try await shell.quit() == 0)
    }
  }
}
