import FilmzDomain
import FilmzViewModels

/// The `stats` command, which shows statistics of the collection.
package struct StatsCommand: ShellCommand {
  package static let command = Command(
    StatsCommand.self, "stats", "Show statistics of the collection, or of a year.",
    details: """
      Shows the mean and spread of your ratings next to IMDb's, the hours watched, and charts by \
      rating, decade, genre, month of viewing, director and actor. For directors and actors, only \
      films that you have watched are counted. Skipped films are not in the collection, and only counted.

      With --year, the films and viewings of that year are counted. --html writes a page for browsers instead, \
      which replaces an older page of statistics.
      """,
    examples: """
      stats
      stats --year 2026
      stats --html 2026.html --year 2026
      stats --format json
      """)

  package static let arguments: [Argument<Self>] = [
    .option("--year", \.year, as: "year", "Only the films watched in this year."),
    .option(
      "--html", \.page, as: "file", kind: .file, "Write a page for browsers; - is standard output."),
  ]

  var year: Word?
  var page: Word?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let year = try year.map { word in
      guard let year = Int(word.text), (1888...9999).contains(year) else {
        throw CommandError.wrongUsage("--year needs a year such as 2026", verb: "stats")
      }
      return year
    }
    if let page {
      guard !page.text.isEmpty else {
        throw CommandError.wrongUsage("--html needs the name of a file", verb: "stats")
      }
      let (statistics, document) = try await session.viewModels.pages.writeStatistics(
        year: year, to: page.text, in: session.context)
      if let document { return Output(.document(document)) }
      var output = Output.page(page.text, statistics)
      output.messages = try await hiddenNotice(in: session)
      return output
    }
    let statistics = try await session.viewModels.collection.statistics(year: year)
    let hidden = try await hiddenNotice(in: session)
    let hint: String? =
      statistics.counts.total == 0 && year == nil
      ? hidden.isEmpty ? .emptyCollection : nil
      : .missingDetails(of: statistics.filmsWithoutDetails)
    let renderTarget = session.host.console.renderTarget(session.options.color)
    return Output(
      StatisticsCard(statistics: statistics, renderTarget: renderTarget).content,
      (hint.map { [.notice($0)] } ?? []) + hidden)
  }

  /// Returns a notice if the kids filter hides films of the collection.
  private func hiddenNotice(in session: Session) async throws -> [Output.Message] {
    let hidden = try await session.viewModels.collection.hiddenCount(in: session.context)
    return hidden == 0
      ? [] : [.notice("\(hidden.grouped("film")) hidden by the kids filter.")]
  }
}

extension Output {
  /// Returns the result of a page with statistics that was written.
  fileprivate static func page(_ path: String, _ statistics: Statistics) -> Output {
    Output(
      .text(
        "Wrote the page of \(statistics.counts.total.grouped("film")) to \(path)",
        [
          .init(name: "path", value: .text(path)),
          .init(name: "films", value: .integer(statistics.counts.total)),
        ]))
  }
}
