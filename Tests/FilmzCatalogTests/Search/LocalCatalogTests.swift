import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzCatalog

/// The catalog file, while it is missing, replaced, removed, or damaged.
@Suite struct LocalCatalogTests {
  private static func write(_ folder: ScratchFolder, _ title: String = "Zorbal") throws {
    try folder.write(.basics, (1...300).map { DatasetRow.title($0, "\(title) \($0)") })
    try folder.write(.ratings, (1...300).map { DatasetRow.rating($0, "7.1", 100_000 - $0) })
  }

  private static func titles(_ text: String, _ source: any FilmCatalog) async throws -> [String] {
    try await source.search(SearchQuery(text: text), page: 1).films.map(\.title)
  }

  @Test("Without a file, the starter catalog is used")
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

  @Test("Replacement and removal are detected, and the old file remains readable")
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
    "A file that is not a catalog is an error, until it is imported again",
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
    "Other databases are damaged, and those of a newer filmz have an error of their own",
    arguments: [
      ("PRAGMA application_id = 1", false), ("PRAGMA user_version = 0", false),
      ("PRAGMA user_version = 1", false), ("PRAGMA user_version = 4", true),
      ("DELETE FROM summary", false),
      ("UPDATE summary SET content = '{}'", false), ("DROP TABLE genre", false),
    ])
  func otherDatabasesAreRejected(sql: String, isNewer: Bool) async throws {
    try await ScratchFolder.with { folder in
      try Self.write(folder)
      try await folder.importCatalog()
      let path = folder.catalog.path
      try await DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
      let error = isNewer ? CatalogError.newer(path: path) : .damaged(path: path)
      await #expect(throws: error) { try await LocalCatalog(file: folder.catalog).imported() }
    }
  }

  @Test("A truncated file is rejected, or partly readable")
  func truncatedFiles() async throws {
    try await ScratchFolder.with { folder in
      try Self.write(folder)
      try await folder.importCatalog()
      let content = try Data(contentsOf: folder.catalog)
      let lengths = Array(stride(from: 100, to: content.count, by: 4096)) + [content.count - 1]
      #expect(lengths.count > 5)
      for length in lengths {
        try folder.write(content.prefix(length), to: "home/catalog.sqlite")
        do {
          let source = try await folder.source()
          let films = try await source.search(SearchQuery(text: "zorbal"), page: 1).films
          #expect(films.count <= 50)
          _ = try await source.films(beginningWith: "zorb", limit: 5)
          _ = try await source.films(titled: "zorbal 7", year: nil)
        } catch {
          #expect(error is CatalogError, "\(length): \(error)")
        }
      }
    }
  }
}

/// An imported catalog as a source of films.
@Suite struct ImportedCatalogTests {
  /// Returns the films of all pages, in order.
  private static func films(
    _ query: SearchQuery, _ source: any FilmCatalog, total: Int
  ) async throws -> [FilmID] {
    var ids: [FilmID] = []
    for number in 1...(total + 19) / 20 {
      let page = try await source.search(query, page: number)
      #expect(page.total == total && page.films.count == min(20, total - ids.count), "\(number)")
      ids += page.films.map(\.id)
    }
    return ids
  }

  @Test(
    "A page has twenty films, and all results can be paged",
    arguments: ["zorbal", "zorbal year:1901", "year:1901..1902 genre:drama"])
  func allResultsCanBePaged(text: String) async throws {
    try await ScratchFolder.with { folder in
      try folder.write(
        .basics, (1...1250).map { DatasetRow.title($0, "Zorbal \($0)", 1901, runtime: $0 % 100) })
      try folder.write(.ratings, (1...1100).map { DatasetRow.rating($0, "7.1", 2_000_000 - $0) })
      try await folder.importCatalog()
      let source = try await folder.source()
      #expect(source.pageSize == 20)
      let parsed = try FilterText(
        text.split(separator: " ").map { Word(String($0)) }, in: .search)
      for order in [nil, "-votes", "name"] {
        let query = SearchQuery(
          text: parsed.text, filter: parsed.filter,
          order: try order.map { try FilmOrder(parsing: $0, in: .search) })
        let ids = try await Self.films(query, source, total: 1250)
        #expect(Set(ids).count == 1250)
        #expect(try await source.search(query, page: 64) == SearchPage(films: [], total: 1250))
        let thirdPage = try await source.search(query, page: 3).films.map(\.id)
        #expect(thirdPage == Array(ids[40..<60]))
      }
    }
  }

  @Test("Excluded films are left out of totals and pages, in every order", arguments: ["zorbal", "", "zorbal 7"])
  func excludedFilmsAreLeftOut(text: String) async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, (1...200).map { DatasetRow.title($0, "Zorbal \($0)", 1901) })
      try folder.write(.ratings, (1...150).map { DatasetRow.rating($0, "7.1", 2_000_000 - $0) })
      try await folder.importCatalog()
      let source = try await folder.source()
      for order in [nil, "-votes", "name"] {
        var query = SearchQuery(text: text, order: try order.map { try FilmOrder(parsing: $0, in: .search) })
        query.filter.years = 1901...1901
        query.filter.isWatched = false
        let all = try await Self.films(query, source, total: source.search(query, page: 1).total)
        query.excludedFilms = Set((1...200).filter { $0 % 3 != 1 }.map(FilmID.init(imdbNumber:)))
        let expected = all.filter { !query.excludedFilms.contains($0) }
        #expect(!expected.isEmpty && expected.count < all.count)
        #expect(try await Self.films(query, source, total: expected.count) == expected)
      }
    }
  }

  @Test("A search that matches fewer titles has fewer pages")
  func fewerTitlesHaveFewerPages() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, (1...50).map { DatasetRow.title($0, "Zorbal \($0)") })
      try await folder.importCatalog()
      let source = try await folder.source()
      #expect(try await source.search(SearchQuery(text: "zorbal 7"), page: 1).total < 50)
      #expect(try await source.search(SearchQuery(text: "zorbal 7"), page: 999).films == [])
    }
  }

  @Test("Results include starter films, which also complete imported films")
  func starterFilmsAreMerged() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(
        .basics,
        [DatasetRow.title(133_093, "The Matrix", 1999), DatasetRow.title(9, "Zorbal Matrix")])
      try folder.write(
        .ratings, [DatasetRow.rating(133_093, "8.7", 2_100_000), DatasetRow.rating(9, "5.0", 10)])
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
      let missing = FilmID(unchecked: "tt9999999")
      let foreign = FilmID(unchecked: "tmdb:movie:603")
      let films = try await source.films([matrix, reloaded, missing, foreign])
      #expect(Set(films.keys) == [matrix, reloaded])
      #expect(films[matrix]?.imdbVotes == 2_100_000)
      #expect(films[matrix]?.directors.isEmpty == false)
      #expect(films[matrix]?.actors.isEmpty == false)
      #expect(try await source.film(id: missing) == nil)
      let filmsByTitle = try await source.films(titled: "matrix", year: nil)
      #expect(filmsByTitle.map(\.id) == [matrix])
      let filmsByPrefix = try await source.films(beginningWith: "the matrix", limit: 10)
      #expect(filmsByPrefix.map(\.id).starts(with: [matrix]))
      #expect(filmsByPrefix.contains { $0.id == reloaded })
      #expect(Set(filmsByPrefix.map(\.id)).count == filmsByPrefix.count)
    }
  }

  @Test("The date of the ratings is that of their file")
  func ratingsHaveADate() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, [DatasetRow.title(1, "Zorbal")])
      try await folder.importCatalog()
      var source = try await folder.source()
      #expect(source.ratingsDate == nil)
      try folder.write(.ratings, [DatasetRow.rating(1, "7.1", 5)])
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
