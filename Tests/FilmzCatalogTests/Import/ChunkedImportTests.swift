import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzCatalog

/// Imports that spill facts to a file in chunks.
@Suite struct ChunkedImportTests {
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
        DatasetRow.title(
          $0, "\(random.element(of: words)) \(random.element(of: words)) \($0)",
          type: random.element(of: types),
          genres: random.element(of: ["Drama", "War", "Drama,War"]))
      })
    let rated = ids.filter { _ in random.chance(oneIn: 2) }
    try folder.write(
      .ratings,
      rated.map { DatasetRow.rating($0, "7.1", Int.random(in: 1...50, using: &random)) })
    try folder.write(.akas, ids.map { DatasetRow.aka($0, "also \(random.element(of: words))") })
    try folder.write(
      .principals,
      ids.map { DatasetRow.principal($0, Int.random(in: 1...99, using: &random), "actor") })
    try folder.write(
      .names, (1...99).map { DatasetRow.name($0, "Ann \(random.element(of: words))") })
    try folder.write(.episodes, ids.map { "tt\(String($0 + 10_000_000).dropFirst())\ttt13\t1\t2" })
  }

  /// Returns all rows of a catalog that is built with a chunk size in titles.
  private static func rows(of folder: ScratchFolder, chunkSize: Int) async throws -> [[Row]] {
    let datasets = try DatasetFile.find([folder.path(of: "imdb")])
    let writer = try CatalogWriter(path: nil)
    var options = CatalogImport.Options()
    options.includesEpisodes = true
    var build = CatalogBuilder(
      writer: writer, spill: try SpillFile(in: folder.url), options: options,
      progress: ImportProgressReporter(datasets) { _ in }, chunkSize: chunkSize)
    for dataset in datasets { try await build.read(dataset) }
    let info = try await build.finish(importedAt: .distantPast)
    #expect(info.titles == count && info.people > 0)
    return try await writer.connection().inDatabase { db in
      try tables.map { try Row.fetchAll(db, sql: "SELECT * FROM \($0)") }
    }
  }

  @Test("The catalog does not depend on the chunk size")
  func catalogsAreEqual() async throws {
    try await ScratchFolder.with { folder in
      try Self.write(folder)
      let rowsWithoutChunks = try await Self.rows(
        of: folder, chunkSize: TitleFacts.defaultChunkSize)
      let rowsWithChunks = try await Self.rows(of: folder, chunkSize: 64)
      for (table, (expected, rows)) in zip(Self.tables, zip(rowsWithoutChunks, rowsWithChunks)) {
        #expect(!expected.isEmpty, "\(table)")
        #expect(expected == rows, "\(table)")
      }
    }
  }
}
