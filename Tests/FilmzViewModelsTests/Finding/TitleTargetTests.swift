import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

struct TitleTargetTests {
  @Test func resultSetHasPrecedenceOverTheCollection() async throws {
    try await ViewModelBench.with { bench in
      try await addFilm("tt1111111", "Lantern Street", 1920, bench)
      #expect(try await bench.resolvedIDs([.title("lantern street")]) == ["tt1111111"])
      try await bench.searchLanterns(pageSize: 25)
      #expect(try await bench.resolvedIDs([.title("lantern street")]) == ["tt9000004"])
    }
  }

  @Test func collectionHasPrecedenceOverTheCatalog() async throws {
    try await ViewModelBench.with { bench in
      #expect(try await bench.resolvedIDs([.title("heat")]) == ["tt0113277"])
      try await addFilm("tt1111111", "Heat", 1986, bench)
      #expect(try await bench.resolvedIDs([.title("HEAT!")]) == ["tt1111111"])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func omdbIsQueriedLastAndOnlyInNetworkScope() async throws {
    try await ViewModelBench.with { bench in
      let error = await bench.resolutionError([.title("quince")], in: .local)
      #expect(error == .unknownTitle("quince", near: [], hint: nil, searchedCollectionOnly: false))
      #expect(bench.server.requests.isEmpty)
      let found = try await bench.resolvedIDs([.title("quince")], in: .network)
      #expect(found == ["tt9000026"])
      #expect(bench.server.requests.map { $0.query["t"] } == ["quince"])
    }
  }

  @Test(arguments: [
    ("Quince (2021)", ["Quince 2021"]), ("quince 2021", ["quince 2021", "quince 2021"]),
  ])
  func titleWithAYearInBracketsIsOneRequest(title: String, requests: [String]) async throws {
    try await ViewModelBench.with { bench in
      let ids = try await bench.resolvedIDs([.title(title)], in: .network)
      #expect(ids == ["tt9000026"])
      #expect(
        bench.server.requests.map { request in
          [request.query["t"], request.query["y"]].compactMap { $0 }.joined(separator: " ")
        } == requests)
    }
  }

  @Test func emptyTitleIsRefused() async throws {
    try await ViewModelBench.with { bench in
      await #expect(throws: ViewModelError.emptyTitle) {
        try await bench.targetResolver.resolve([.title(" ")], scope: .network, in: .online)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func omdbIsNotQueriedOffline() async throws {
    try await ViewModelBench.with { bench in
      await #expect(throws: ViewModelError.self) {
        try await bench.targetResolver.resolve([.title("quince")], scope: .network, in: .offline)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test(arguments: ["amélie", "AMELIE", "amelie"])
  func caseAndAccentsAreIgnored(title: String) async throws {
    try await ViewModelBench.with { bench in
      try await addFilm("tt1111111", "Amélie", 2001, bench)
      #expect(try await bench.resolvedIDs([.title(title)], in: .collection) == ["tt1111111"])
    }
  }

  @Test func filmsWithTheSameTitleAreListedWithTheirIDs() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns(pageSize: 25)
      let error = await bench.resolutionError([.title("the lantern")])
      let candidates = [
        ViewModelError.Candidate("The Lantern (1974)", FilmID(unchecked: "tt9000002")),
        ViewModelError.Candidate("The Lantern (2016)", FilmID(unchecked: "tt9000003")),
      ]
      #expect(error == .ambiguousTitle("the lantern", candidates: candidates))
      #expect(error?.message.contains("The Lantern (2016) tt9000003") == true)
    }
  }

  @Test(arguments: [
    ("the lantern 1974", "tt9000002"), ("The Lantern (2016)", "tt9000003"),
    ("the lantern 2016", "tt9000003"),
  ])
  func yearSelectsAmongFilmsWithTheSameTitle(title: String, id: String) async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns(pageSize: 25)
      #expect(try await bench.resolvedIDs([.title(title)]) == [id])
    }
  }

  @Test(arguments: [("blade runner 2049", "tt1856101"), ("blade runner 1982", "tt0083658")])
  func yearCanFollowTheTitleOrBePartOfIt(title: String, id: String) async throws {
    try await ViewModelBench.with { bench in
      let found = try await bench.resolvedIDs([.title(title)], in: .local)
      #expect(found == [id])
    }
  }

  @Test func yearIsInterpretedLocallyBeforeOMDbIsQueried() async throws {
    try await ViewModelBench.with { bench in
      let found = try await bench.resolvedIDs([.title("blade runner 1982")])
      #expect(found == ["tt0083658"])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func unknownTitleListsSimilarTitles() async throws {
    try await ViewModelBench.with { bench in
      try await addFilm("tt1111111", "Matrix Relations", nil, bench)
      let near = [
        ViewModelError.Candidate("Matrix Relations", FilmID(unchecked: "tt1111111")),
        .init("The Matrix Reloaded (2003)", FilmID(unchecked: "tt0234215")),
      ]
      let error = await bench.resolutionError([.title("matrix rel")], in: .local)
      #expect(
        error == .unknownTitle("matrix rel", near: near, hint: nil, searchedCollectionOnly: false))
    }
  }

  @Test func failureOfOMDbIsReportedInsteadOfUnknownTitle() async throws {
    try await ViewModelBench.with(response: .close) { bench in
      let failure = ServiceError.networkError(cause: "127.0.0.1 closed the connection")
      await #expect(throws: failure) { try await bench.resolvedIDs([.title("zzyzx")]) }
    }
  }

  @Test func collectionScopeIgnoresOtherFilms() async throws {
    try await ViewModelBench.with { bench in
      try await addFilm("tt1111111", "Heat Wave", 1935, bench)
      try await bench.searchLanterns(pageSize: 25)
      let requestCount = bench.server.requests.count
      let heat = await bench.resolutionError([.title("heat")], in: .collection)
      let near = [ViewModelError.Candidate("Heat Wave (1935)", FilmID(unchecked: "tt1111111"))]
      #expect(heat == .unknownTitle("heat", near: near, hint: nil, searchedCollectionOnly: true))
      let street = await bench.resolutionError([.title("lantern street")], in: .collection)
      #expect(
        street == .unknownTitle("lantern street", near: [], hint: nil, searchedCollectionOnly: true)
      )
      #expect(bench.server.requests.count == requestCount)
    }
  }

  @Test func oneUnknownTitleFailsAllTargets() async throws {
    try await ViewModelBench.with { bench in
      let error = await bench.resolutionError([.title("heat"), .title("zzyzx")], in: .local)
      #expect(error == .unknownTitle("zzyzx", near: [], hint: nil, searchedCollectionOnly: false))
    }
  }

  private func addFilm(_ id: String, _ title: String, _ year: Int?, _ bench: ViewModelBench)
    async throws
  {
    let film = Film(id: FilmID(unchecked: id), title: title, year: year, origin: .catalog)
    try await bench.add([FilmItem(id: film.id, film: film, entry: nil)])
  }
}
