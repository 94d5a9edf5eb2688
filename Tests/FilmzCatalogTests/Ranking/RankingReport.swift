import FilmzDomain
import Foundation

/// How well a search answers the queries of a table.
struct RankingReport: Sendable {
  let answers: [RankingAnswer]

  /// The mean of the reciprocal ranks, from 0 to 1; 0 without answers.
  var meanReciprocalRank: Double { mean { $0.reciprocalRank } }

  /// The share of queries whose film stands in the first place, from 0 to 1; 0 without answers.
  var hitAtOne: Double { mean { $0.place == 1 ? 1 : 0 } }

  /// The answers that have another film, or none, in the first place.
  var misses: [RankingAnswer] { answers.filter { $0.place != 1 } }

  /// The reports of the single kinds of queries, by the name of the kind.
  var kinds: [(name: String, report: RankingReport)] {
    Dictionary(grouping: answers, by: \.query.kind).sorted { $0.key < $1.key }
      .map { ($0.key, RankingReport(answers: $0.value)) }
  }

  /// The figures, those of every kind, and a line for each miss.
  ///
  /// A miss shows the query, the film meant, its place (`-` where it is not among the hits that
  /// count) and what came first. `title` gives films a name beside their ids.
  func text(title: (FilmID) -> String? = { _ in nil }) -> String {
    func name(_ id: FilmID) -> String {
      title(id).map { "\(id.rawValue) \($0)" } ?? id.rawValue
    }
    let lines = misses.map { miss in
      let place = miss.place.map(String.init) ?? "-"
      let first = miss.first.map(name) ?? "nothing"
      return "\(miss.query.text) | \(name(miss.query.meant)) | \(place) | \(first)"
    }
    let figures = [line("all")] + kinds.map { $0.report.line($0.name) }
    return (figures + lines).joined(separator: "\n")
  }

  private func line(_ name: String) -> String {
    let figures = [meanReciprocalRank, hitAtOne].map { String(format: "%.3f", $0) }
    return "\(name): \(answers.count) queries, MRR \(figures[0]), hit@1 \(figures[1])"
  }

  private func mean(_ value: (RankingAnswer) -> Double) -> Double {
    answers.isEmpty ? 0 : answers.reduce(0) { $0 + value($1) } / Double(answers.count)
  }
}
