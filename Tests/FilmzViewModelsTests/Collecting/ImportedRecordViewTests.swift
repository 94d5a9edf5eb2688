import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Imported records in searches, as targets, in details, and below the facts of sources.
struct ImportedRecordViewTests {
  private static let unknown = FilmID(imdbNumber: 7_000_001)
  private static let heat = FilmID(imdbNumber: 113_277)

  private static func record(_ id: FilmID, _ title: String) -> ImportedRecord {
    var film = Film(id: id, title: title, year: 1990, type: .movie, origin: .mflix)
    film.rated = "PG"
    film.plot = "An imported plot."
    film.countries = ["Austria"]
    film.imdbRating = Rating(tenths: 61)
    film.imdbVotes = 77
    film.ratings = [.init(source: Film.PublishedRating.viewers, value: "3.7/5")]
    return ImportedRecord(film)
  }

  private static func with(
    key: String? = nil, _ body: (ViewModelBench) async throws -> Void
  ) async throws {
    try await ViewModelBench.with(key: key) { bench in
      let stores = try await bench.database.openForWriting(at: bench.clock.now)
      _ = try await stores.collection.apply("import movies.json", at: bench.clock.now) {
        let records = [record(unknown, "Xyzzy Plugh"), record(heat, "Imported Heat")]
        try $0.perform(try $0.importReader.plan(records, restoresRemoved: false))
      }
      try await body(bench)
    }
  }

  private static func undo(_ bench: ViewModelBench) async throws {
    let stores = try await bench.database.openForWriting(at: bench.clock.now)
    _ = try await stores.collection.reverse(
      .undo, .newest(1), command: "undo", at: bench.clock.now, force: false)
  }

  @Test func filmThatNoSourceKnowsIsShown() async throws {
    try await Self.with { bench in
      for target in [Target.id(Self.unknown), .title("xyzzy plugh")] {
        let item = try await bench.targetResolver.resolve(
          [target], scope: .local, in: .offline)[0]
        let film = try await bench.services.lookup.film(item.id, in: .offline).value
        #expect(film.id == Self.unknown && film.origin == .mflix && film.ownFields == [])
        #expect(film.plot == "An imported plot." && film.imdbVotes == 77)
      }
      let query = SearchQuery(text: "xyzzy")
      let page = try await bench.search.search(
        query, from: .auto, page: 1, pageSize: 10, in: .offline
      ).value
      #expect(page.ids == [Self.unknown.rawValue])
      #expect(page.items.first?.film?.countries == ["Austria"])
      try await Self.undo(bench)
      let after = try await bench.search.search(
        query, from: .auto, page: 1, pageSize: 10, in: .offline
      ).value
      #expect(after.ids == [])
    }
  }

  /// The catalog's facts of *Heat* win; its plot is told only by the record.
  @Test func factsOfTheCatalogWin() async throws {
    try await Self.with { bench in
      let film = try await bench.services.lookup.film(Self.heat, in: .offline).value
      let known = try await bench.services.sources.catalog().value.film(id: Self.heat)
      #expect(film.title == "Heat" && film.year == 1995 && film.origin == .starter)
      #expect(film.imdbVotes == known?.imdbVotes && film.plot == "An imported plot.")
      #expect(film.ratings.contains { $0.source == "Rotten Tomatoes viewers" })
      let local = await bench.services.lookup.localFilms([Self.heat])[Self.heat]
      #expect(local == film)
      #expect(try await bench.items(Self.heat.rawValue).first?.film?.rated == "PG")
      try await Self.undo(bench)
      let after = try await bench.services.lookup.film(Self.heat, in: .offline).value
      #expect(after == known)
    }
  }

  @Test func addedFilmHasTheFactsOfTheCatalogInLists() async throws {
    try await Self.with { bench in
      try await bench.add(try await bench.items(Self.heat.rawValue, Self.unknown.rawValue))
      let collection = try await bench.database.openForReading().collection
      let films = try await collection.listedFilms([Self.heat, Self.unknown]).map(\.film)
      #expect(films.map { $0?.year } == [1995, 1990])
      #expect(films.map { $0?.origin } == [.starter, .mflix])
      // No imported fact has become one of a source.
      try await Self.undo(bench)
      try await Self.undo(bench)
      #expect(try await bench.cachedFilm(Self.unknown.rawValue) == nil)
      #expect(try await bench.cachedFilm(Self.heat.rawValue)?.plot == nil)
    }
  }

  @Test func undoneImportNamesTheFilms() async throws {
    try await Self.with { bench in
      let outcome = try await bench.journal.undo(1, force: false, in: bench.context("undo"))
      #expect(outcome.filmNames[Self.unknown] == "Xyzzy Plugh (1990)")
      #expect(outcome.filmNames[Self.heat] == "Heat (1995)")
    }
  }

  @Test func queriesHaveImportedRecords() async throws {
    try await Self.with { bench in
      let result = try await bench.database.query(
        "select title, rated, source, own from films where id = 'tt7000001'", limit: 1)
      let expected = ["Xyzzy Plugh", "PG", "mflix", "[]"].map(QueryValue.text)
      #expect(result.rows == [expected])
    }
  }

  @Test func importedRecordsAreNoOwnRecords() async throws {
    try await Self.with { bench in
      let page = try await bench.search.search(
        SearchQuery(text: "xyzzy"), from: .source(.own), page: 1, pageSize: 10, in: .offline
      ).value
      #expect(page.ids == [])
      #expect(try await bench.database.openForReading().collection.idsOfRecords() == [])
    }
  }

  @Test(arguments: [(LocalSource.all, true), (.catalog, false), (.own, false)])
  func filmIsBrowsed(source: LocalSource, isFound: Bool) async throws {
    try await Self.with { bench in
      var query = SearchQuery(text: "", order: .newestFirst)
      query.filter.years = 1990...1990
      let page = try await bench.services.search.browse(query, from: source, in: .offline).value
      #expect(page.page.films.contains { $0.id == Self.unknown } == isFound)
      query.filter.certifications = ["PG"]
      let detailed = try await bench.services.search.filmsWithKnownDetails(query, from: source)
      #expect(detailed.map(\.id) == (isFound ? [Self.unknown] : []))
    }
  }
}
