import FilmzDomain
import Foundation

/// The quality of a search, measured with the queries of a table.
struct RankingReport: Sendable {
  let results: [RankingResult]

  /// The mean of the reciprocal ranks, from 0 to 1; 0 without results.
  var meanReciprocalRank: Double { mean { $0.reciprocalRank } }

  /// The share of queries whose first hit is the expected film, from 0 to 1; 0 without results.
  var hitAtOne: Double { mean { $0.rank == 1 ? 1 : 0 } }

  /// The results whose first hit is not the expected film.
  var misses: [RankingResult] { results.filter { $0.rank != 1 } }

  /// The reports for each kind of query, sorted by the name of the kind.
  var kinds: [(name: String, report: RankingReport)] {
    Dictionary(grouping: results, by: \.query.kind).sorted { $0.key < $1.key }
      .map { ($0.key, RankingReport(results: $0.value)) }
  }

  /// Returns the figures for all queries and for each kind, and a line for each miss.
  ///
  /// A miss consists of the query, the expected film, its rank (`-` if it was not found), and the first
  /// hit. `title` returns the title of a film, which is shown after its id.
  func text(title: (FilmID) -> String? = { _ in nil }) -> String {
    func name(_ id: FilmID) -> String {
      title(id).map { "\(id.rawValue) \($0)" } ?? id.rawValue
    }
    let missLines = misses.map { miss in
      let rank = miss.rank.map(String.init) ?? "-"
      let firstHit = miss.firstHit.map(name) ?? "nothing"
      return "\(miss.query.text) | \(name(miss.query.expectedFilm)) | \(rank) | \(firstHit)"
    }
    let figures = [line("all")] + kinds.map { $0.report.line($0.name) }
    return (figures + missLines).joined(separator: "\n")
  }

  private func line(_ name: String) -> String {
    let figures = [meanReciprocalRank, hitAtOne].map { String(format: "%.3f", $0) }
    return "\(name): \(results.count) queries, MRR \(figures[0]), hit@1 \(figures[1])"
  }

  private func mean(_ value: (RankingResult) -> Double) -> Double {
    results.isEmpty ? 0 : results.reduce(0) { $0 + value($1) } / Double(results.count)
  }
}
