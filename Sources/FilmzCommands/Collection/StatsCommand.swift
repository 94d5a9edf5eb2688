import FilmzDomain
import FilmzViewModels

/// The `stats` command, which shows statistics of the collection.
package struct StatsCommand: ShellCommand {
  package static let command = Command(
    StatsCommand.self, "stats", "Show statistics of the collection.",
    details: """
      Shows the mean and spread of your ratings next to IMDb's, the hours watched, and charts by \
      rating, decade, genre, month of viewing, director and actor. For directors and actors, only \
      films that you have watched are counted. Skipped films are not in the collection, and only counted.
      """,
    examples: """
      stats
      stats --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let statistics = try await session.viewModels.collection.statistics()
    let hint: String? =
      statistics.counts.total == 0
      ? .emptyCollection : .missingDetails(of: statistics.filmsWithoutDetails)
    let renderTarget = session.host.console.renderTarget(session.options.color)
    return Output(
      StatisticsCard(statistics: statistics, renderTarget: renderTarget).content,
      hint.map { [.notice($0)] } ?? [])
  }
}
