import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzCatalog

/// The catalog file, whatever becomes of it.
@Suite struct LocalCatalogTests {
  private static func write(_ folder: ScratchFolder, _ title: String = "Zorbal") throws {
    try folder.write(.basics, (1...300).map { Datasets.title($0, "\(title) \($0)") })
    try folder.write(.ratings, (1...300).map { Datasets.rating($0, "7.1", 100_000 - $0) })
  }

  private static func titles(_ text: String, _ source: any FilmCatalog) async throws -> [String] {
    try await source.search(SearchQuery(text: text), page: 1).films.map(\.title)
  }

  @Test("Without a file the starter catalog answers")
  func noFile() async throws {
    try await ScratchFolder.with { folder in
      let catalog = LocalCatalog(file: folder.catalog)
      let source = try await catalog.source()
      #expect(source.origin == .starter)
      #expect(await !catalog.isImported())
      #expect(try await catalog.info() == nil)
      #expect(try await !catalog.remove())
      #expect(!folder.exists("home"))
    }
  }

  @Test("A file that is replaced or removed is noticed; who reads the old one goes on")
  func replacedFiles() async throws {
    try await ScratchFolder.with { folder in
      try Self.write(folder)
      let info = try await folder.importCatalog()
      let catalog = LocalCatalog(file: folder.catalog)
      #expect(try await catalog.info() == info)
      let old = try await catalog.source()
      #expect(try await Self.titles("zorbal 7", old).first == "Zorbal 7")
      try Self.write(folder, "Quaxim")
      try await folder.importCatalog()
      let new = try await catalog.source()
      #expect(try await Self.titles("quaxim 7", new).first == "Quaxim 7")
      #expect(try await Self.titles("zorbal 8", old).first == "Zorbal 8")
      #expect(try await catalog.remove())
      #expect(try await catalog.source().origin == .starter)
      #expect(try await Self.titles("quaxim 8", new).first == "Quaxim 8")
      #expect(try folder.files().filter { $0.hasPrefix("home") && !$0.hasSuffix(".lock") } == [])
      #expect(try await !catalog.remove())
    }
  }

  @Test(
    "What is no catalog is named, until it is imported again",
    arguments: ["", "not a catalog\n", String(repeating: "SQLite format 3\u{0}", count: 600)])
  func foreignFiles(text: String) async throws {
    try await ScratchFolder.with { folder in
      try folder.write(text, to: "home/catalog.sqlite")
      let catalog = LocalCatalog(file: folder.catalog)
      #expect(await catalog.isImported())
      for _ in 0..<2 {
        await #expect(throws: CatalogError.damaged(path: folder.catalog.path)) {
          try await catalog.source()
        }
      }
      try Self.write(folder)
      try await folder.importCatalog()
      #expect(try await catalog.info()?.titles == 300)
    }
  }

  @Test(
    "Another database, and one of a newer filmz, are told apart",
    arguments: [
      ("PRAGMA application_id = 1", false), ("PRAGMA user_version = 0", false),
      ("PRAGMA user_version = 1", false), ("PRAGMA user_version = 3", true),
      ("DELETE FROM summary", false),
      ("UPDATE summary SET content = '{}'", false), ("DROP TABLE genre", false),
    ])
  func otherDatabases(sql: String, isNewer: Bool) async throws {
    try await ScratchFolder.with { folder in
      try Self.write(folder)
      try await folder.importCatalog()
      let path = folder.catalog.path
      try await DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
      let error = isNewer ? CatalogError.newer(path: path) : .damaged(path: path)
      await #expect(throws: error) { try await LocalCatalog(file: folder.catalog).imported() }
    }
  }

  @Test("A file that is cut anywhere is refused, or read as far as it goes")
  func cutFiles() async throws {
    try await ScratchFolder.with { folder in
      try Self.write(folder)
      try await folder.importCatalog()
      let whole = try Data(contentsOf: folder.catalog)
      let cuts = Array(stride(from: 100, to: whole.count, by: 4096)) + [whole.count - 1]
      #expect(cuts.count > 5)
      for cut in cuts {
        try folder.write(whole.prefix(cut), to: "home/catalog.sqlite")
        do {
          let source = try await folder.source()
          let films = try await source.search(SearchQuery(text: "zorbal"), page: 1).films
          #expect(films.count <= 50)
          _ = try await source.films(beginningWith: "zorb", limit: 5)
          _ = try await source.films(titled: "zorbal 7", year: nil)
        } catch {
          #expect(error is CatalogError, "\(cut): \(error)")
        }
      }
    }
  }
}

/// The imported catalog as a source of films.
@Suite struct ImportedCatalogTests {
  @Test("Pages have twenty films, and a search a thousand at most")
  func pagesAreCut() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, (1...1200).map { Datasets.title($0, "Zorbal \($0)") })
      try folder.write(.ratings, (1...1100).map { Datasets.rating($0, "7.1", 2_000_000 - $0) })
      try await folder.importCatalog()
      let source = try await folder.source()
      #expect(source.pageSize == 20)
      let queries = [
        SearchQuery(text: "zorbal"), SearchQuery(text: "", type: .movie),
        SearchQuery(text: "zorbal", years: 2000...2000),
      ]
      for query in queries {
        var ids: [FilmID] = []
        for number in 1...50 {
          let page = try await source.search(query, page: number)
          #expect(page.total == 1000 && page.films.count == 20, "\(query) \(number)")
          ids += page.films.map(\.id)
        }
        #expect(Set(ids).count == 1000)
        #expect(try await source.search(query, page: 51) == SearchPage(films: [], total: 1000))
        let again = try await source.search(query, page: 3).films.map(\.id)
        #expect(again == Array(ids[40..<60]))
      }
      let few = try await source.search(SearchQuery(text: "zorbal 7"), page: 1)
      #expect(few.total < 1000)
      #expect(try await source.search(SearchQuery(text: "zorbal 7"), page: 99).films == [])
    }
  }

  @Test("The starter's films stand beside the imported ones, and lend them what these lack")
  func starterFilmsStandBeside() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(
        .basics, [Datasets.title(133_093, "The Matrix", 1999), Datasets.title(9, "Zorbal Matrix")])
      try folder.write(
        .ratings, [Datasets.rating(133_093, "8.7", 2_100_000), Datasets.rating(9, "5.0", 10)])
      try await folder.importCatalog()
      let source = try await folder.source()
      let matrix = FilmID(imdbNumber: 133_093)
      let reloaded = FilmID(imdbNumber: 234_215)
      let page = try await source.search(SearchQuery(text: "matrix"), page: 1)
      #expect(page.films.first?.id == matrix && page.films.first?.origin == .catalog)
      #expect(page.films.count { $0.id == matrix } == 1)
      #expect(page.films.contains { $0.id == reloaded && $0.origin == .starter })
      #expect(page.films.contains { $0.title == "Zorbal Matrix" })
      #expect(page.total == page.films.count)
      let missing = FilmID(canonical: "tt9999999")
      let foreign = FilmID(canonical: "tmdb:movie:603")
      let films = try await source.films([matrix, reloaded, missing, foreign])
      #expect(Set(films.keys) == [matrix, reloaded])
      #expect(films[matrix]?.imdbVotes == 2_100_000)
      #expect(films[matrix]?.directors.isEmpty == false)
      #expect(films[matrix]?.actors.isEmpty == false)
      #expect(try await source.film(id: missing) == nil)
      let titled = try await source.films(titled: "matrix", year: nil)
      #expect(titled.map(\.id) == [matrix])
      let begun = try await source.films(beginningWith: "the matrix", limit: 10)
      #expect(begun.map(\.id).starts(with: [matrix]) && begun.contains { $0.id == reloaded })
      #expect(Set(begun.map(\.id)).count == begun.count)
    }
  }

  @Test("Ratings are of the day of their file")
  func ratingsHaveADay() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, [Datasets.title(1, "Zorbal")])
      try await folder.importCatalog()
      var source = try await folder.source()
      #expect(source.ratingsDate == nil)
      try folder.write(.ratings, [Datasets.rating(1, "7.1", 5)])
      let day = Date(timeIntervalSince1970: 1_700_000_000)
      try FileManager.default.setAttributes(
        [.modificationDate: day], ofItemAtPath: folder.path(of: "imdb/title.ratings.tsv"))
      try await folder.importCatalog()
      source = try await folder.source()
      #expect(source.ratingsDate == day)
      #expect(source.ratingsAsOf == "2023-11-14")
      #expect(try await source.film(id: FilmID(imdbNumber: 1))?.ratingsAsOf == "2023-11-14")
    }
  }
}
