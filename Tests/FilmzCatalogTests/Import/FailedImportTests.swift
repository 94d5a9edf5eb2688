import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// Imports that fail or are cancelled.
@Suite struct FailedImportTests {
  private let titles = (1...9).map { DatasetRow.title($0, "Zorbal \($0)") }

  @Test(
    "The error names the bad file, and the previous catalog is kept",
    arguments: [
      (DatasetKind.basics, "not a head\n", 1), (.ratings, "tconst\n", 1), (.ratings, "", nil),
      (.ratings, "tconst\taverageRating\tnumVotes\nx\n", 2), (.akas, "\u{0}\u{1}", 1),
      (.crew, "tconst\tdirectors\twriters\ntt1\n", 2), (.names, "nconst\n", 1),
    ] as [(DatasetKind, String, Int?)])
  func badFilesChangeNothing(kind: DatasetKind, text: String, line: Int?) async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, titles)
      try await folder.importCatalog()
      let before = try Data(contentsOf: folder.catalog)
      try folder.write(.crew, [])
      try folder.write(text, to: "imdb/\(kind.rawValue).tsv")
      await #expect {
        try await folder.importCatalog()
      } throws: { error in
        guard case .badFile(let name, let foundLine, _)? = error as? CatalogError else {
          return false
        }
        return name == kind.rawValue + ".tsv" && foundLine == line
      }
      #expect(try Data(contentsOf: folder.catalog) == before)
      #expect(!folder.exists("home/catalog.sqlite.new"))
    }
  }

  @Test("The error for a truncated file contains the line, and no catalog is created")
  func truncatedFilesChangeNothing() async throws {
    try await ScratchFolder.with { folder in
      let compressed = Gzip.compress(Array(DatasetRow.fileContent(.basics, titles).utf8))
      try folder.write(Data(compressed.dropLast(9)), to: "imdb/title.basics.tsv.gz")
      await #expect {
        try await folder.importCatalog()
      } throws: { error in
        guard case .badFile("title.basics.tsv.gz", let line?, _)? = error as? CatalogError else {
          return false
        }
        return line > 0
      }
      #expect(!folder.exists("home/catalog.sqlite") && !folder.exists("home/catalog.sqlite.new"))
    }
  }

  @Test("A cancelled import keeps the previous catalog")
  func cancellationChangesNothing() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, titles)
      try await folder.importCatalog()
      let before = try Data(contentsOf: folder.catalog)
      let task = Task {
        try await CatalogImport(
          paths: [folder.path(of: "imdb")], options: .init(), into: folder.catalog, now: { .now }
        ).run { _ in withUnsafeCurrentTask { $0?.cancel() } }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try Data(contentsOf: folder.catalog) == before)
      #expect(!folder.exists("home/catalog.sqlite.new"))
    }
  }
}
