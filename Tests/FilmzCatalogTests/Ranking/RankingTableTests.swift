import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

/// The table of queries itself, and how its figures are counted.
@Suite struct RankingTableTests {
  private static let small = "query\tmeant\tkind\nup\ttt1049413\tshort\nmatrx\ttt0133093\ttypo\n"

  @Test("Every query stands once and means a film of the data")
  func queriesMeanFilmsOfTheData() throws {
    let queries = try RankingTable().queries
    #expect(queries.count > 190)
    #expect(Set(queries.map(\.text)).count == queries.count)
    let basics = RankingTable.data.appending(path: "title.basics.tsv")
    let lines = try String(contentsOf: basics, encoding: .utf8).split(separator: "\n").dropFirst()
    let films = Set(lines.map { $0.prefix { $0 != "\t" } }.compactMap { FilmID(String($0)) })
    #expect(films.count == lines.count)
    #expect(queries.filter { !films.contains($0.meant) } == [])
  }

  @Test(
    "The film meant counts by its place among the first ten hits",
    arguments: [(1, 1.0), (2, 0.5), (10, 0.1), (11, 0.0)])
  func placesCount(place: Int, rank: Double) async throws {
    let table = try RankingTable(text: Self.small)
    let others = (1..<place).map { FilmID(canonical: "tt900000\($0)") }
    let report = try await table.measure { text in
      others + (text == "up" ? [FilmID(canonical: "tt1049413")] : [])
    }
    #expect(report.answers.map(\.reciprocalRank) == [rank, 0])
    #expect(report.meanReciprocalRank == rank / 2)
    #expect(report.hitAtOne == (place == 1 ? 0.5 : 0))
  }

  @Test("The text of a report shows the figures and what stood before the film meant")
  func reportShowsMisses() async throws {
    let table = try RankingTable(text: Self.small)
    let report = try await table.measure { text in
      text == "up" ? ["tt0000001", "tt1049413"].map(FilmID.init(canonical:)) : []
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
    "A line that is no query is named",
    arguments: ["up\ttt1049413", "up\tUp\tshort", "\ttt1049413\tshort", "up\ttt1049413\t"])
  func badLinesAreNamed(line: String) {
    #expect {
      try RankingTable(text: "query\tmeant\tkind\n\(line)\n")
    } throws: { error in
      if case TestSupportError.noRecords(line) = error { true } else { false }
    }
  }
}
