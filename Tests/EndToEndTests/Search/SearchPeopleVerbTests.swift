import FilmzTestSupport
import Testing

/// Searches for the names of people.
struct SearchPeopleVerbTests {
  @Test(arguments: [
    ("wes anderson", "Wes Anderson"), ("Wes Anderson", "Wes Anderson"),
    ("anderson wes", "Wes Anderson"), ("spielberg", "Steven Spielberg"),
    ("de niro", "Robert De Niro"), ("miyazaki", "Hayao Miyazaki"), ("nolan", "Christopher Nolan"),
    ("hitchcock", "Alfred Hitchcock"), ("samuel jackson", "Samuel L. Jackson"),
    ("robert downey", "Robert Downey Jr."),
  ])
  func aPersonsFilmsComeFirst(text: String, name: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "--verbose", "--format", "json", "search", text, "--limit", "200")
      let filter = "person:\"\(name)\""
      let films = try await filmz.answer(to: "search \(filter) --limit 200").each("id")
      #expect(films.count > 2)
      #expect(result.stderr.hasPrefix("Films of \(name) (\(films.count))\n"), "\(result.stderr)")
      let rows = try result.json.array
      let ids = rows.prefix(films.count).compactMap { $0["id"]?.string }
      #expect(Set(ids) == Set(films.compactMap { $0?.string }))
      for row in rows.prefix(films.count) {
        #expect(row["match"] == "person" && row["matched"] == .string(name))
      }
      #expect(!rows.dropFirst(films.count).contains { $0["match"] == "person" })
    }
  }

  @Test(arguments: [
    "logan", "hunt", "rush", "gandhi", "patton", "seinfeld", "house", "whale", "knight",
    "john wick",
    "annie hall", "forrest gump", "black", "king", "matrix",
  ])
  func aBetterKnownTitleComesFirst(text: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "--verbose", "--format", "json", "search", text)
      #expect(!result.stderr.contains("Films of"))
      #expect(try result.json[0]?["match"] == "title")
    }
  }

  @Test func titlesFollowTheFilmsOfThePerson() async throws {
    try await FilmzProcess.with { filmz in
      let rows = try await filmz.answer(to: "search ford --limit 200").array
      let first = try #require(rows.firstIndex { $0["match"] != "person" })
      #expect(first > 5)
      #expect(rows[first...].contains { $0["title"] == "Ford v Ferrari" })
    }
  }

  @Test func tablesNameThePersonAndTheRole() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "search", "nolan")
      #expect(result.stdout.contains("by Christopher Nolan"))
      let actor = try await filmz.run("--offline", "search", "al pacino")
      #expect(actor.stdout.contains("with Al Pacino") && actor.stderr == "")
    }
  }

  @Test func filtersAndSortOrderApplyToThePersonsFilms() async throws {
    try await FilmzProcess.with { filmz in
      let years = try await filmz.answer(to: "search nolan year:2005..2014 --sort -year").array
        .filter { $0["match"] == "person" }.compactMap { $0["year"]?.number }
      #expect(years.count > 3 && years == years.sorted(by: >))
      #expect(years.allSatisfy { (2005...2014).contains($0) })
    }
  }

  @Test func theHeaderIsShownOnEachPageThatBeginsWithThePersonsFilms() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        ["--offline", "--verbose", "-c", "search spielberg --limit 5; next; page 99"])
      #expect(result.stderr.split(separator: "\n").count { $0.contains("Films of") } == 2)
    }
  }

  @Test(arguments: [
    ("ferrow", "Jonas Ferrow", ["tt9100001", "tt9100002"]),
    ("orla vance", "Orla Vance", ["tt9100001"]),
    ("quill", "Piet Quill", ["tt9100001", "tt9100002"]),
  ])
  func namesAreFoundInAnImport(text: String, name: String, ids: [String]) async throws {
    try await FilmzProcess.withCatalog { filmz in
      let result = try await filmz.run("--verbose", "--format", "json", "search", text)
      #expect(result.stderr.hasPrefix("Films of \(name) (\(ids.count))\n"), "\(result.stderr)")
      #expect(try result.json.array.compactMap { $0["id"]?.string } == ids)
    }
  }

  @Test func anImportWithoutPeopleUsesThePeopleOfTheStarterCatalog() async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.withoutPeople) { filmz in
      let result = try await filmz.run("--verbose", "search", "miyazaki")
      #expect(result.stderr.hasPrefix("Films of Hayao Miyazaki ("), "\(result.stderr)")
    }
  }

  // MARK: - Single names that are titles too

  private static let titlesAndASingleName: [DatasetTable: [String]] = [
    .titles: [
      #"tt9200001|movie|Tabu|Tabu|0|2012|\N|110|Drama"#,
      #"tt9200002|movie|Blind Music|Blind Music|0|2018|\N|130|Crime"#,
    ],
    .ratings: ["tt9200001|7.0|7000", "tt9200002|8.2|900000"],
    .casts: [#"tt9200002|1|nm9200001|actress|\N|\N"#],
    .people: [#"nm9200001|Tabu|\N|\N|actress|tt9200002"#],
  ]

  @Test(arguments: ["TABU", "tabu"])
  func theFilmPrecedesThePersonOfThatOnlyName(text: String) async throws {
    try await FilmzProcess.withCatalog(of: Self.titlesAndASingleName) { filmz in
      let result = try await filmz.run(
        "--offline", "--verbose", "--format", "json", "search", text)
      #expect(!result.stderr.contains("Films of"), "\(result.stderr)")
      // The films of the person follow, those of the starter catalog too.
      let ids = try result.json.each("id")
      #expect(ids.first == "tt9200001" && ids.contains("tt9200002"), "\(ids)")
    }
  }

  @Test func theUsersFilmPrecedesThePersonOfThatName() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "record new title=Tabu year=2019")
      let rows = try await filmz.answer(to: "search TABU")
      #expect(rows.each("title").first == "Tabu" && rows.each("match").contains("person"))
    }
  }

  @Test func theImportedFilmPrecedesThePersonOfThatOnlyName() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        #"[{"_id":"1","title":"Tabu: A Story","year":1931,"imdb":{"id":22458,"rating":7.7,"votes":3036}}]"#,
        to: "movies.json")
      _ = try await filmz.answer(to: "import movies.json")
      #expect(try await filmz.answer(to: "search tabu").each("id").first == "tt0022458")
      #expect(try await filmz.answer(to: "search hitchcock")[0]?["match"] == "person")
    }
  }

  @Test func aSingleNameAsksOMDb() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("search", "tabu")
      #expect(!server.requests.isEmpty)
    }
  }

  @Test(arguments: ["wes anderson", "miyazaki"])
  func theLocalCatalogAnswersInPlaceOfOMDb(text: String) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("--verbose", "search", text)
      #expect(result.stderr.contains("\nFilms of "), "\(result.stderr)")
      #expect(result.stderr.contains("; these results are from the starter catalog (as of "))
      #expect(server.requests.isEmpty)
      _ = try await filmz.run("search", text, "--source", "omdb")
      #expect(!server.requests.isEmpty)
    }
  }

  @Test(arguments: ["john wick", "hunt", "lantern"])
  func otherTextsStillAskOMDb(text: String) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("search", text)
      #expect(!server.requests.isEmpty)
    }
  }
}
