import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

/// The table of queries, and the figures of its report.
@Suite struct RankingTableTests {
  private static let small = "query\tmeant\tkind\nup\ttt1049413\tshort\nmatrx\ttt0133093\ttypo\n"

  @Test("Queries are unique, and their films are in the data")
  func queriesAreUniqueAndTheirFilmsExist() throws {
    let queries = try RankingTable().queries
    #expect(queries.count > 190)
    #expect(Set(queries.map(\.text)).count == queries.count)
    let basics = RankingTable.data.appending(path: "title.basics.tsv")
    let lines = try String(contentsOf: basics, encoding: .utf8).split(separator: "\n").dropFirst()
    let films = Set(lines.map { $0.prefix { $0 != "\t" } }.compactMap { FilmID(String($0)) })
    #expect(films.count == lines.count)
    #expect(queries.filter { !films.contains($0.expectedFilm) } == [])
  }

  @Test(
    "The figures depend on the rank of the expected film in the first ten hits",
    arguments: [(1, 1.0), (2, 0.5), (10, 0.1), (11, 0.0)])
  func figuresDependOnRank(rank: Int, reciprocalRank: Double) async throws {
    let table = try RankingTable(text: Self.small)
    let otherFilms = (1..<rank).map { FilmID(unchecked: "tt900000\($0)") }
    let report = try await table.measure { text in
      otherFilms + (text == "up" ? [FilmID(unchecked: "tt1049413")] : [])
    }
    #expect(report.results.map(\.reciprocalRank) == [reciprocalRank, 0])
    #expect(report.meanReciprocalRank == reciprocalRank / 2)
    #expect(report.hitAtOne == (rank == 1 ? 0.5 : 0))
  }

  @Test("The text of a report contains the figures and the misses")
  func reportShowsMisses() async throws {
    let table = try RankingTable(text: Self.small)
    let report = try await table.measure { text in
      text == "up" ? ["tt0000001", "tt1049413"].map(FilmID.init(unchecked:)) : []
    }
    let text = report.text { $0.rawValue == "tt1049413" ? "Up" : nil }
    #expect(
      text == """
        all: 2 queries, MRR 0.250, hit@1 0.000
        short: 1 queries, MRR 0.500, hit@1 0.000
        typo: 1 queries, MRR 0.000, hit@1 0.000
        up | tt1049413 Up | 2 | tt0000001
        matrx | tt0133093 | - | nothing
        """)
  }

  @Test(
    "The error for a malformed line contains the line",
    arguments: ["up\ttt1049413", "up\tUp\tshort", "\ttt1049413\tshort", "up\ttt1049413\t"])
  func malformedLinesAreReported(line: String) {
    #expect {
      try RankingTable(text: "query\tmeant\tkind\n\(line)\n")
    } throws: { error in
      if case TestSupportError.invalidRecord(line) = error { true } else { false }
    }
  }
}
