import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Films that are named by what an imported catalog knows of them.
struct CatalogTargetTests {
  private static let catalog = GivenCatalog(
    [
      GivenCatalog.film("tt0000011", "Moth", 1995, votes: 700_000),
      GivenCatalog.film("tt0000012", "Moth", 1986, votes: 900),
      GivenCatalog.film("tt0000013", "Moth", 2012, type: .episode),
      GivenCatalog.film("tt0000021", "Sand", 2021, votes: 800_000),
      GivenCatalog.film("tt0000022", "Sand", 1984, votes: 180_000),
      GivenCatalog.film("tt0000031", "Teeth", 1975, votes: 650_000),
      GivenCatalog.film("tt0000041", "Mothlight", 1963, votes: 50),
    ],
    localTitles: [FilmID(canonical: "tt0000031"): ["Der große Zahn", "大きな歯"]])

  @Test(
    "a title means the film that is known by it, wherever it is called so",
    arguments: [
      ("moth", "tt0000011"), ("MOTH!", "tt0000011"), ("moth 1986", "tt0000012"),
      ("Moth (2012)", "tt0000013"), ("der grosse zahn", "tt0000031"), ("大きな歯", "tt0000031"),
      ("Sand (1984)", "tt0000022"),
    ])
  func title(_ title: String, id: String) async throws {
    try await HomeBench.with(catalogs: GivenCatalogs(Self.catalog)) { bench in
      let found = try await bench.ids([.title(title)])
      #expect(found == [id])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("films of note that share a title are listed, the best known first") func namesakes()
    async throws
  {
    try await HomeBench.with(catalogs: GivenCatalogs(Self.catalog)) { bench in
      let error = await bench.refusal([.title("sand")])
      let candidates = ["Sand (2021) tt0000021", "Sand (1984) tt0000022"]
      #expect(error == .ambiguousTitle("sand", candidates: candidates))
    }
  }

  @Test("after a search that found namesakes too, the film of note is meant") func afterSearch()
    async throws
  {
    try await HomeBench.with(catalogs: GivenCatalogs(Self.catalog)) { bench in
      let found = try await bench.search.search(
        SearchQuery(text: "moth"), from: .auto, page: 1, pageSize: 10, in: .online)
      #expect(found.value.items.count == 4)
      #expect(try await bench.ids([.title("moth")]) == ["tt0000011"])
    }
  }

  @Test("what is near comes from the collection and then from the catalog, by rank") func near()
    async throws
  {
    try await HomeBench.with(catalogs: GivenCatalogs(Self.catalog)) { bench in
      try await bench.add(try await bench.items("tt0000041"))
      let error = await bench.refusal([.title("mot")], in: .local)
      let near = ["Mothlight (1963)", "Moth (1995)", "Moth (1986)", "Moth (2012)"]
      #expect(error == .unknownTitle("mot", near: near, hint: nil, isInCollectionOnly: false))
    }
  }

  @Test("a film that is added by its id offline has its title and facts at once") func added()
    async throws
  {
    for key in ["key", nil] {
      try await HomeBench.with(key: key, catalogs: GivenCatalogs(Self.catalog)) { bench in
        let outcome = try await bench.add(try await bench.items("tt0000031"))
        #expect(outcome.items.first?.film?.imdbVotes == 650_000)
        #expect(try await bench.entry("tt0000031")?.caption?.text == "Teeth (1975)")
        #expect(try await bench.cached("tt0000031")?.origin == .catalog)
        let store = try await bench.database.openForReading().collection
        #expect(try await store.idsWithoutFacts(limit: 9) == [])
        #expect(bench.server.requests.isEmpty)
      }
    }
  }

  @Test(
    "a film of which a search told little comes in with all that the catalog knows",
    arguments: [Film.Origin.omdb, .catalog])
  func addedFromSearch(origin: Film.Origin) async throws {
    var whole = GivenCatalog.film("tt0000031", "Teeth", 1975, votes: 650_000)
    whole.directors = ["A B"]
    let catalog = GivenCatalog([whole])
    try await HomeBench.with(key: nil, catalogs: GivenCatalogs(catalog)) { bench in
      let told = Film(
        id: whole.id, title: "Teeth", origin: origin, isComplete: origin == .catalog)
      try await bench.add([FilmItem(id: told.id, film: told, entry: nil)])
      let kept = try await bench.cached("tt0000031")
      #expect(kept == whole)
    }
  }

  @Test("an id that is searched for is found without a network") func searchedID() async throws {
    try await HomeBench.with(key: nil, catalogs: GivenCatalogs(Self.catalog)) { bench in
      let found = try await bench.search.search(
        SearchQuery(text: "https://www.imdb.com/title/tt0000031/"), from: .auto, page: 1,
        pageSize: 10, in: .online)
      #expect(found.value.items.map(\.title) == ["Teeth"])
      #expect(found.value.total == 1)
    }
  }

  @Test("a title that a damaged catalog may know names the damage") func damaged() async throws {
    let file = CatalogFile(Self.catalog)
    file.damage()
    let catalogs = GivenCatalogs(builtIn: GivenCatalog([])) { try file.source() }
    try await HomeBench.with(key: nil, catalogs: catalogs) { bench in
      let error = await bench.refusal([.title("moth")])
      let hint = ViewModelError.Hint.catalogTrouble(Warning(DamagedCatalog()))
      #expect(error == .unknownTitle("moth", near: [], hint: hint, isInCollectionOnly: false))
    }
  }

  @Test(
    "titles are completed from the catalog with one question a text, up to a limit in all",
    arguments: [
      (["moth"], ["beginning moth 200"], 4),
      (["moth 19", "moth "], ["beginning moth 19 200", "beginning moth  200"], 3), ([""], [], 0),
    ])
  func completed(keys: [String], questions: [String], count: Int) async throws {
    let catalog = GivenCatalog((try await Self.catalog.films(beginningWith: "moth", limit: 9)))
    try await HomeBench.with(catalogs: GivenCatalogs(catalog)) { bench in
      let completion = CompletionViewModel(
        services: bench.service, database: bench.database, state: bench.state)
      let found = try await completion.catalog(beginningWith: keys)
      #expect(found.count == count)
      #expect(catalog.questions == questions)
    }
  }

  @Test("completion offers as many titles as it may at most") func completionLimit() async throws {
    let films = (1...300).map { GivenCatalog.film("tt\(8_000_000 + $0)", "Moth \($0)") }
    let catalog = GivenCatalog(films)
    try await HomeBench.with(catalogs: GivenCatalogs(catalog)) { bench in
      let completion = CompletionViewModel(
        services: bench.service, database: bench.database, state: bench.state)
      let found = try await completion.catalog(beginningWith: ["moth 1", "moth "])
      #expect(found.count == CompletionViewModel.limit)
      #expect(catalog.questions == ["beginning moth 1 200", "beginning moth  89"])
    }
  }
}
