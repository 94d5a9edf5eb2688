import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzCatalog

/// Imports that put facts aside give the same catalog as those that do not.
@Suite struct PortionedImportTests {
  private static let count = 3000
  private static let tables = [
    "title", "factBlock", "titleTerm", "spelling", "person", "filmography", "personTerm", "credits",
    "episode", "genre",
  ]

  private static func write(_ folder: ScratchFolder) throws {
    var random = SplitMix(31)
    let types = ["movie", "tvSeries", "short", "tvSpecial", "tvEpisode", "video"]
    let words = ["zor", "qua", "vexi", "wrix", "zorbal"]
    let ids = (1...count).map { $0 * 13 }
    try folder.write(
      .basics,
      ids.map {
        Datasets.title(
          $0, "\(random.one(of: words)) \(random.one(of: words)) \($0)",
          type: random.one(of: types),
          genres: random.one(of: ["Drama", "War", "Drama,War"]))
      })
    let rated = ids.filter { _ in random.isOne(of: 2) }
    try folder.write(
      .ratings,
      rated.map { Datasets.rating($0, "7.1", Int.random(in: 1...50, using: &random)) })
    try folder.write(.akas, ids.map { Datasets.aka($0, "also \(random.one(of: words))") })
    try folder.write(
      .principals,
      ids.map { Datasets.principal($0, Int.random(in: 1...99, using: &random), "actor") })
    try folder.write(.names, (1...99).map { Datasets.name($0, "Ann \(random.one(of: words))") })
    try folder.write(.episodes, ids.map { "tt\(String($0 + 10_000_000).dropFirst())\ttt13\t1\t2" })
  }

  /// All rows of a catalog that is made with portions of so many titles.
  private static func rows(of folder: ScratchFolder, portion: Int) async throws -> [[Row]] {
    let datasets = try DatasetFile.find([folder.path(of: "imdb")])
    let writer = try CatalogWriter(path: nil)
    var options = CatalogImport.Options()
    options.includesEpisodes = true
    var build = CatalogBuilder(
      writer: writer, spill: try SpillFile(in: folder.url), options: options,
      progress: ImportProgress(datasets) { _ in }, portion: portion)
    for dataset in datasets { try await build.read(dataset) }
    let info = try await build.finish(importedAt: .distantPast)
    #expect(info.titles == count && info.people > 0)
    return try await writer.connection().inDatabase { db in
      try tables.map { try Row.fetchAll(db, sql: "SELECT * FROM \($0)") }
    }
  }

  @Test("Nothing depends on how many titles are put aside at a time")
  func catalogsAreTheSame() async throws {
    try await ScratchFolder.with { folder in
      try Self.write(folder)
      let whole = try await Self.rows(of: folder, portion: TitleFacts.usualPortion)
      let parts = try await Self.rows(of: folder, portion: 64)
      for (table, (own, other)) in zip(Self.tables, zip(whole, parts)) {
        #expect(!own.isEmpty, "\(table)")
        #expect(own == other, "\(table)")
      }
    }
  }
}
