import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzCatalog

/// Short texts that are being typed, and initials.
@Suite struct PopularTitlesTests {
  private static let titles = [
    "The Zorbal of the Qimbs: Two Vexis", "Zo", "Zoqua", "L'Azorbal", "A Zoom", "Ázur", "Wrix and Zorn", "千年女優", "Ze",
  ]

  private static func withReader(_ body: (CatalogReader) throws -> Void) async throws {
    try await ScratchFolder.with { folder in
      try folder.write(
        .basics,
        titles.enumerated().map { DatasetRow.title($0 + 1, $1, original: $0 == 6 ? "Zorn og Wrix" : nil, 1990 + $0) })
      try folder.write(
        .ratings, (1...titles.count).map { DatasetRow.rating($0, "7.0", $0 == 2 ? 10 : 1_000_000 / $0) })
      try await folder.importCatalog()
      let database = try DatabaseQueue(path: folder.catalog.path(percentEncoded: false))
      try body(try CatalogReader(database, path: "", ratingsAsOf: nil))
    }
  }

  private static func query(_ text: String) -> SearchQuery {
    var query = SearchQuery(text: text)
    query.findsBeginnings = true
    return query
  }

  private static func ids(_ query: SearchQuery, _ reader: CatalogReader) throws -> [UInt32] {
    let found = try reader.titles(query)
    return try reader.ids(found.titles(0..<found.total)).compactMap { $0?.id }
  }

  @Test(
    "One or two letters find titles that begin with them, with or without an article, after titles that equal them",
    arguments: [
      ("zo", [2, 1, 3, 5, 7]), ("z", [1, 3, 5, 7, 9, 2]), ("th", [1]), ("a", [4, 5, 6]), ("az", [4, 6]), ("l", [4]),
      ("千", [8]), ("ZE", [9]), ("q", []), ("zö", [2, 1, 3, 5, 7]),
    ])
  func lettersFindBeginnings(text: String, expected: [UInt32]) async throws {
    try await Self.withReader { reader in
      let found = try Self.ids(Self.query(text), reader)
      #expect(found == expected)
      var filtered = Self.query(text)
      filtered.filter.years = 1993...1999
      #expect(try Self.ids(filtered, reader) == expected.filter { (4...10).contains($0) })
      #expect(try Self.ids(SearchQuery(text: text), reader).count <= expected.count)
    }
  }

  @Test(
    "Initials find the same titles after the best known titles have been read", arguments: ["zotq", "tzotq", "zotqtv"])
  func initialsFindTheSameTitles(text: String) async throws {
    try await Self.withReader { reader in
      let query = SearchQuery(text: text)
      let before = try Self.ids(query, reader)
      #expect(before == [1])
      _ = try reader.titles(Self.query("z"))
      #expect(try Self.ids(query, reader) == before)
    }
  }
}
