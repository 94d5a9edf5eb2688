import FilmzDomain
import Foundation

/// Queries with the film that each of them means, to measure a search by.
struct RankingTable: Sendable {
  /// The folder with the table's film data, in the shape of the IMDb datasets.
  static let data = folder.appending(path: "data", directoryHint: .isDirectory)

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// The queries in the order of the table.
  let queries: [RankingQuery]

  /// Reads the table that lies beside this file.
  init() throws {
    let file = Self.folder.appending(path: "queries.tsv")
    try self.init(text: String(contentsOf: file, encoding: .utf8))
  }

  /// Reads a table: a line of headings, then a line for each query.
  ///
  /// Throws `TestSupportError.noRecords` with the first line that is no query.
  init(text: String) throws {
    queries = try text.split(separator: "\n").dropFirst().map { try RankingQuery(line: $0) }
  }

  /// Asks a search every query, one after the other, and tells how good its answers are.
  ///
  /// `search` gives the hits of a text, best first; those past the tenth do not count. Its errors are
  /// thrown on.
  func measure(_ search: (String) async throws -> [FilmID]) async throws -> RankingReport {
    var answers: [RankingAnswer] = []
    for query in queries {
      answers.append(RankingAnswer(query, hits: try await search(query.text)))
    }
    return RankingReport(answers: answers)
  }
}
