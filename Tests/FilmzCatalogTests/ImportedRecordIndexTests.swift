import FilmzDomain
import Foundation
import Testing

@testable import FilmzCatalog

/// The index of imported records below own records and the starter catalog.
struct ImportedRecordIndexTests {
  private static let heat = FilmID(unchecked: "tt0113277")

  private static func film(
    _ id: String, _ title: String, year: Int = 1990, votes: Int? = nil,
    _ edit: (inout Film) -> Void = { _ in }
  ) -> RecordedFilm {
    var film = Film(
      id: FilmID(unchecked: id), title: title, year: year, type: .movie, origin: .mflix)
    film.imdbVotes = votes
    film.imdbRating = votes.flatMap { _ in Rating(tenths: 70) }
    edit(&film)
    return RecordedFilm(film: film)
  }

  private static func own(_ id: String, _ title: String, year: Int = 1990) -> RecordedFilm {
    RecordedFilm(
      film: Film(id: FilmID(unchecked: id), title: title, year: year, origin: .mflix),
      facts: "{\"title\":\"\(title)\"}")
  }

  /// Runs a closure with the starter catalog and records.
  private static func with(
    _ imported: [RecordedFilm], own: [RecordedFilm] = [],
    _ body: (any FilmCatalog, RecordIndexPair) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let indexes = RecordIndexPair(
      own: RecordIndex(
        file: folder.appending(path: "records.sqlite"),
        revision: { own.isEmpty ? nil : "1" }, films: { own }),
      imported: RecordIndex(
        .imported, file: folder.appending(path: "imported.sqlite"),
        revision: { imported.isEmpty ? nil : "1" }, films: { imported }))
    try await body(indexes.adding(to: StarterCatalog()), indexes)
  }

  @Test(arguments: [
    "xyzzy plugh", "plugh", "xyzzy plug", "\"xyzzy plugh\"", "maria hollinger",
  ])
  func filmThatOnlyARecordKnowsIsFound(text: String) async throws {
    let film = Self.film("tt7000001", "Xyzzy Plugh", votes: 20) {
      $0.directors = ["Maria Hollinger"]
    }
    try await Self.with([film]) { catalog, _ in
      let page = try await catalog.search(SearchQuery(text: text), page: 1)
      #expect(page.films.first?.id == film.film.id)
      #expect(page.films.first?.origin == .mflix && page.films.first?.ownFields == [])
      #expect(try await catalog.ownRecords() == nil)
    }
  }

  @Test func filmOfTheCatalogIsFoundOnceWithItsFacts() async throws {
    let other = Self.film(Self.heat.rawValue, "Imported Heat", year: 1980, votes: 9_999_999)
    try await Self.with([other]) { catalog, indexes in
      let query = SearchQuery(text: "heat")
      #expect(try await catalog.search(query, page: 1) == StarterCatalog().search(query, page: 1))
      #expect(try await indexes.imported.rebuild(over: catalog) == 0)
      let titled = try await catalog.films(titled: "heat", year: nil)
      #expect(titled.map(\.id) == [Self.heat] && titled.map(\.year) == [1995])
    }
  }

  /// Films are ranked by their votes, as those of the catalog are.
  @Test(arguments: [(5, false), (50_000_000, true)])
  func votesRankTheFilm(votes: Int, comesFirst: Bool) async throws {
    try await Self.with([Self.film("tt7000001", "Heat", votes: votes)]) { catalog, _ in
      let films = try await catalog.search(SearchQuery(text: "heat"), page: 1).films
      #expect((films.firstIndex { $0.id.rawValue == "tt7000001" } == 0) == comesFirst)
      let titled = try await catalog.films(titled: "heat", year: nil)
      #expect((titled.firstIndex { $0.id.rawValue == "tt7000001" } == 0) == comesFirst)
      let completed = try await catalog.films(beginningWith: "heat", limit: 5)
      #expect(completed.contains { $0.id.rawValue == "tt7000001" })
    }
  }

  /// An own record replaces the imported film in searches; the imported films alone are no own records.
  @Test func ownRecordReplacesTheImportedFilm() async throws {
    let imported = [
      Self.film("tt7000001", "Xyzzy One"), Self.film("tt7000002", "Xyzzy Two"),
      Self.film("tmdb:movie:5", "Xyzzy Five"),
    ]
    let own = [Self.own("tt7000001", "Plover Room"), Self.own("own:1", "Xyzzy Own")]
    try await Self.with(imported, own: own) { catalog, indexes in
      func ids(_ text: String, _ catalog: any FilmCatalog) async throws -> Set<String> {
        let page = try await catalog.search(SearchQuery(text: text, isExact: true), page: 1)
        #expect(page.total == page.films.count)
        return Set(page.films.map(\.id.rawValue))
      }
      #expect(try await ids("xyzzy", catalog) == ["tt7000002", "tmdb:movie:5", "own:1"])
      #expect(try await ids("plover", catalog) == ["tt7000001"])
      let ownRecords = try #require(try await catalog.ownRecords())
      #expect(try await ids("xyzzy", ownRecords) == ["own:1"])
      #expect(try await ids("plover", ownRecords) == ["tt7000001"])
      #expect(try await indexes.own.rebuild(over: catalog) == 2)
      #expect(try await indexes.imported.rebuild(over: catalog) == 3)
      #expect(try await catalog.films(beginningWith: "xyzzy", limit: 9).count == 3)
    }
  }

  /// All films are listed once, in one order, page by page.
  @Test func filmsAreBrowsedTogether() async throws {
    let imported = (1...150).map { Self.film("tt700\(1000 + $0)", "Film \($0)", year: 1850 + $0) }
    let own = [
      Self.own("tt7001003", "Film Mine", year: 1853), Self.own("own:1", "Own", year: 1850),
    ]
    try await Self.with(imported, own: own) { catalog, _ in
      var query = SearchQuery(text: "", order: FilmOrder(.year))
      query.filter.years = 1800...2100
      let films = try await catalog.search(query, page: 1).films
      #expect(films.compactMap(\.year) == films.compactMap(\.year).sorted())
      #expect(Set(films.map(\.id)).count == films.count)
      #expect(films.count == StarterCatalog().films.count { $0.year != nil } + 151)
      #expect(films.count { $0.id.rawValue == "tt7001003" && $0.title == "Film Mine" } == 1)
    }
  }
}
