import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Films that are referred to by the titles and ids of an imported catalog.
struct CatalogTargetTests {
  private static let catalog = InMemoryCatalog(
    [
      InMemoryCatalog.film("tt0000011", "Moth", 1995, votes: 700_000),
      InMemoryCatalog.film("tt0000012", "Moth", 1986, votes: 900),
      InMemoryCatalog.film("tt0000013", "Moth", 2012, type: .episode),
      InMemoryCatalog.film("tt0000021", "Sand", 2021, votes: 800_000),
      InMemoryCatalog.film("tt0000022", "Sand", 1984, votes: 180_000),
      InMemoryCatalog.film("tt0000031", "Teeth", 1975, votes: 650_000),
      InMemoryCatalog.film("tt0000041", "Mothlight", 1963, votes: 50),
    ],
    localTitles: [FilmID(unchecked: "tt0000031"): ["Der große Zahn", "大きな歯"]])

  @Test(
    "a title or local title refers to the best-known film that has it",
    arguments: [
      ("moth", "tt0000011"), ("MOTH!", "tt0000011"), ("moth 1986", "tt0000012"),
      ("Moth (2012)", "tt0000013"), ("der grosse zahn", "tt0000031"), ("大きな歯", "tt0000031"),
      ("Sand (1984)", "tt0000022"),
    ])
  func title(_ title: String, id: String) async throws {
    try await ViewModelBench.with(catalogs: AvailableCatalogs(Self.catalog)) { bench in
      let found = try await bench.resolvedIDs([.title(title)])
      #expect(found == [id])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("well-known films that share a title are listed, the best known first") func sameTitle()
    async throws
  {
    try await ViewModelBench.with(catalogs: AvailableCatalogs(Self.catalog)) { bench in
      let error = await bench.resolutionError([.title("sand")])
      let candidates = [
        ViewModelError.Candidate("Sand (2021)", FilmID(unchecked: "tt0000021")),
        ViewModelError.Candidate("Sand (1984)", FilmID(unchecked: "tt0000022")),
      ]
      #expect(error == .ambiguousTitle("sand", candidates: candidates))
    }
  }

  @Test("a title refers to the best-known film even after a search that found others with it")
  func afterSearch()
    async throws
  {
    try await ViewModelBench.with(catalogs: AvailableCatalogs(Self.catalog)) { bench in
      let found = try await bench.search.search(
        SearchQuery(text: "moth"), from: .auto, page: 1, pageSize: 10, in: .online)
      #expect(found.value.items.count == 4)
      #expect(try await bench.resolvedIDs([.title("moth")]) == ["tt0000011"])
    }
  }

  @Test("similar titles come from the collection, and then from the catalog by rank")
  func similarTitles()
    async throws
  {
    try await ViewModelBench.with(catalogs: AvailableCatalogs(Self.catalog)) { bench in
      try await bench.add(try await bench.items("tt0000041"))
      let error = await bench.resolutionError([.title("mot")], in: .local)
      let near = [
        ViewModelError.Candidate("Mothlight (1963)", FilmID(unchecked: "tt0000041")),
        .init("Moth (1995)", FilmID(unchecked: "tt0000011")), .init("Moth (1986)", FilmID(unchecked: "tt0000012")),
        .init("Moth (2012)", FilmID(unchecked: "tt0000013")),
      ]
      #expect(error == .unknownTitle("mot", near: near, hint: nil, searchedCollectionOnly: false))
    }
  }

  @Test("a film that is added by id offline gets its title and facts immediately") func added()
    async throws
  {
    for key in ["k3y", nil] {
      try await ViewModelBench.with(key: key, catalogs: AvailableCatalogs(Self.catalog)) { bench in
        let outcome = try await bench.add(try await bench.items("tt0000031"))
        #expect(outcome.items.first?.film?.imdbVotes == 650_000)
        #expect(try await bench.entry("tt0000031")?.caption?.text == "Teeth (1975)")
        #expect(try await bench.cachedFilm("tt0000031")?.origin == .catalog)
        let store = try await bench.database.openForReading().collection
        #expect(try await store.idsWithoutFacts(limit: 9) == [])
        #expect(bench.server.requests.isEmpty)
      }
    }
  }

  @Test(
    "a film that is added from search results gets all facts of the catalog",
    arguments: [Film.Origin.omdb, .catalog])
  func addedFromSearch(origin: Film.Origin) async throws {
    var completeFilm = InMemoryCatalog.film("tt0000031", "Teeth", 1975, votes: 650_000)
    completeFilm.directors = ["A B"]
    let catalog = InMemoryCatalog([completeFilm])
    try await ViewModelBench.with(key: nil, catalogs: AvailableCatalogs(catalog)) { bench in
      let searchResult = Film(
        id: completeFilm.id, title: "Teeth", origin: origin, isComplete: origin == .catalog)
      try await bench.add([FilmItem(id: searchResult.id, film: searchResult, entry: nil)])
      let stored = try await bench.cachedFilm("tt0000031")
      #expect(stored == completeFilm)
    }
  }

  @Test("a search for an id finds the film without the network") func searchedID() async throws {
    try await ViewModelBench.with(key: nil, catalogs: AvailableCatalogs(Self.catalog)) { bench in
      let found = try await bench.search.search(
        SearchQuery(text: "https://www.imdb.com/title/tt0000031/"), from: .auto, page: 1,
        pageSize: 10, in: .online)
      #expect(found.value.items.map(\.title) == ["Teeth"])
      #expect(found.value.total == 1)
    }
  }

  @Test("the error for an unknown title reports a damaged catalog") func damaged()
    async throws
  {
    let file = ReplaceableCatalog(Self.catalog)
    file.damage()
    let catalogs = AvailableCatalogs(builtIn: InMemoryCatalog([])) { try file.source() }
    try await ViewModelBench.with(key: nil, catalogs: catalogs) { bench in
      let error = await bench.resolutionError([.title("moth")])
      let hint = ViewModelError.Hint.unusableCatalog(Warning(DamagedCatalogError()))
      #expect(error == .unknownTitle("moth", near: [], hint: hint, searchedCollectionOnly: false))
    }
  }

  @Test(
    "titles are completed from the catalog with one query per key, up to a total limit",
    arguments: [
      (["moth"], ["beginning moth 200"], 4),
      (["moth 19", "moth "], ["beginning moth 19 200", "beginning moth  200"], 3), ([""], [], 0),
    ])
  func completed(keys: [String], requests: [String], count: Int) async throws {
    let catalog = InMemoryCatalog((try await Self.catalog.films(beginningWith: "moth", limit: 9)))
    try await ViewModelBench.with(catalogs: AvailableCatalogs(catalog)) { bench in
      let found = try await bench.viewModels.completion.catalogFilms(beginningWith: keys)
      #expect(found.count == count)
      #expect(catalog.requests == requests)
    }
  }

  @Test("completion offers no more titles than its limit") func completionLimit() async throws {
    let films = (1...300).map { InMemoryCatalog.film("tt\(8_000_000 + $0)", "Moth \($0)") }
    let catalog = InMemoryCatalog(films)
    try await ViewModelBench.with(catalogs: AvailableCatalogs(catalog)) { bench in
      let found = try await bench.viewModels.completion.catalogFilms(beginningWith: [
        "moth 1", "moth ",
      ])
      #expect(found.count == CompletionViewModel.limit)
      #expect(catalog.requests == ["beginning moth 1 200", "beginning moth  89"])
    }
  }
}
