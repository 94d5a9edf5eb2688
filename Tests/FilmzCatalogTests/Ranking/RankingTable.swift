import FilmzDomain
import Foundation

/// Queries with their expected films, for measuring the quality of a search.
struct RankingTable: Sendable {
  /// The folder with the table's film data, in the format of the IMDb datasets.
  static let data = folder.appending(path: "data", directoryHint: .isDirectory)

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// The queries, in the order of the table.
  let queries: [RankingQuery]

  /// Reads the table next to this source file.
  init() throws {
    let file = Self.folder.appending(path: "queries.tsv")
    try self.init(text: String(contentsOf: file, encoding: .utf8))
  }

  /// Parses a table: a header line, then a line for each query.
  ///
  /// Throws `TestSupportError.invalidRecord` with the first malformed line.
  init(text: String) throws {
    queries = try text.split(separator: "\n").dropFirst().map { try RankingQuery(line: $0) }
  }

  /// Runs all queries sequentially, and returns a report about the results.
  ///
  /// `search` returns the hits for a text, best first; hits after the tenth do not count. Its errors are
  /// rethrown.
  func measure(_ search: (String) async throws -> [FilmID]) async throws -> RankingReport {
    var results: [RankingResult] = []
    for query in queries {
      results.append(RankingResult(query, hits: try await search(query.text)))
    }
    return RankingReport(results: results)
  }
}
