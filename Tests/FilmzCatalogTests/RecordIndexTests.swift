import FilmzDomain
import Foundation
import Synchronization
import Testing

@testable import FilmzCatalog

/// The index of own records, laid over the starter catalog.
struct RecordIndexTests {
  private static let heat = FilmID(unchecked: "tt0113277")

  /// Own records that can be changed, and the number of times that all of them were read.
  private final class Records: Sendable {
    let state = Mutex<(revision: String?, films: [RecordedFilm], reads: Int)>((nil, [], 0))

    func set(_ revision: String?, _ films: [RecordedFilm]) {
      state.withLock { $0 = (revision, films, $0.reads) }
    }

    var reads: Int { state.withLock { $0.reads } }

    func index(_ file: URL) -> RecordIndex {
      RecordIndex(
        file: file, revision: { self.state.withLock { $0.revision } },
        films: {
          self.state.withLock { state in
            state.reads += 1
            return state.films
          }
        })
    }
  }

  private static func film(
    _ id: String, _ title: String, year: Int, genres: [String] = []
  ) -> RecordedFilm {
    var film = Film(id: FilmID(unchecked: id), title: title, year: year, origin: .own)
    film.genres = genres
    let list = genres.map { "\"\($0)\"" }.joined(separator: ",")
    let facts = "{\"title\":\"\(title)\",\"year\":\(year),\"genres\":[\(list)]}"
    return RecordedFilm(film: film, facts: facts)
  }

  private static func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "cache/records.sqlite"))
  }

  @Test func catalogWithoutRecordsIsUnchanged() async throws {
    try await Self.inFolder { file async throws in
      let records = Records()
      let all = records.index(file).adding(to: StarterCatalog())
      let query = SearchQuery(text: "heat")
      #expect(try await all.search(query, page: 1) == StarterCatalog().search(query, page: 1))
      #expect(try await all.ownRecords() == nil && records.reads == 0)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test func filmsWithoutScoresFollowThoseOfTheCatalog() async throws {
    try await Self.inFolder { file async throws in
      let records = Records()
      let own = (1...150).map { Self.film("own:\($0)", "Heat \($0)", year: 1900 + $0 % 100) }
      records.set("1", own)
      let all = records.index(file).adding(to: StarterCatalog())
      let query = SearchQuery(text: "heat")
      let count = try await StarterCatalog().search(query, page: 1).total
      var ids: [FilmID] = []
      for page in 1...20 {
        let found = try await all.search(query, page: page)
        #expect(found.total == count + 150)
        ids += found.films.map(\.id)
        if ids.count == found.total { break }
      }
      #expect(Set(ids).count == ids.count && ids.count == count + 150)
      #expect(ids.last?.rawValue.hasPrefix("own:") == true)
      #expect(ids.firstIndex(of: Self.heat).map { $0 < 101 } == true)
    }
  }

  @Test func orderOfFilmsIsKeptIfOneIsMissing() async throws {
    try await Self.inFolder { file async throws in
      let records = Records()
      let own = Self.film(Self.heat.rawValue, "Hitze", year: 1999)
      records.set("1", [own])
      let all = try #require(records.index(file).adding(to: StarterCatalog()) as? any RankedCatalog)
      let godfather = FilmID(unchecked: "tt0068646")
      let ids = [FilmID(unchecked: "tt4026531839"), Self.heat, godfather].compactMap(\.imdbNumber)
      let titles = ids.map { RankedTitles.Found(.id($0), .words) }
      let films = try await all.films(titles, MatchExplainer(SearchQuery(text: ""), person: nil))
      #expect(films.map { $0?.film.id } == [nil, Self.heat, godfather])
    }
  }

  @Test func fileIsWrittenOncePerRevision() async throws {
    try await Self.inFolder { file async throws in
      let records = Records()
      records.set("1", [Self.film("own:1", "Xyzzy", year: 2001)])
      for _ in 0..<3 {
        let all = records.index(file).adding(to: StarterCatalog())
        #expect(try await all.search(SearchQuery(text: "xyzzy"), page: 1).films.count == 1)
      }
      #expect(records.reads == 1)
      records.set("2", [Self.film("own:1", "Plover", year: 2001)])
      let index = records.index(file)
      for _ in 0..<2 {
        let all = index.adding(to: StarterCatalog())
        #expect(try await all.search(SearchQuery(text: "plover"), page: 1).films.count == 1)
        #expect(try await all.search(SearchQuery(text: "xyzzy"), page: 1).films == [])
      }
      #expect(records.reads == 2)
      records.set(nil, [])
      #expect(try await index.adding(to: StarterCatalog()).ownRecords() == nil)
    }
  }

  /// The film has the own facts in all conditions and is found once, also by its name in the catalog.
  @Test(arguments: [
    ("hitze", "", true), ("heat", "", true), ("heat", "genre:musical", true),
    ("heat", "genre:crime", false), ("", "genre:crime year:1995", false),
    ("", "genre:musical", true), ("", "year:1999 director:mann", true), ("al pacino", "", true),
    ("michael mann", "year:1995", false),
  ])
  func titleOfTheCatalogHasOwnFacts(text: String, filter: String, isFound: Bool) async throws {
    try await Self.inFolder { file async throws in
      let records = Records()
      records.set(
        "1", [Self.film(Self.heat.rawValue, "Hitze", year: 1999, genres: ["Musical"])])
      let all = records.index(file).adding(to: StarterCatalog())
      var query = SearchQuery(text: text)
      for condition in filter.split(separator: " ") {
        let parts = condition.split(separator: ":").map(String.init)
        try query.filter.narrow(parts[0], to: parts[1], in: .search, shown: filter)
      }
      let page = try await all.search(query, page: 1)
      let found = page.films.filter { $0.id == Self.heat }
      #expect(found.count == (isFound ? 1 : 0), "\(page.films.map(\.title))")
      #expect(found.allSatisfy { $0.title == "Hitze" && $0.ownFields.contains(.genres) })
      #expect(page.total == page.films.count)
    }
  }

  @Test func sortedResultsAreOneOrder() async throws {
    try await Self.inFolder { file async throws in
      let records = Records()
      let years = [1895, 1960, 1999, 2027]
      records.set("1", years.map { Self.film("own:\($0)", "Own \($0)", year: $0) })
      let all = records.index(file).adding(to: StarterCatalog())
      for order in [FilmOrder(.year), FilmOrder(.year, descending: true)] {
        var query = SearchQuery(text: "", order: order)
        query.filter.years = 1800...2100
        let films = try await all.search(query, page: 1).films
        let sorted = films.compactMap(\.year)
        #expect(sorted == (order == FilmOrder(.year) ? sorted.sorted() : sorted.sorted(by: >)))
        #expect(films.count == StarterCatalog().films.count { $0.year != nil } + years.count)
      }
    }
  }
}
