import FilmzDomain
import FilmzViewModels

/// `stats`: counts over the collection.
package struct StatsCommand: ShellCommand {
  package static let command = Command(
    StatsCommand.self, "stats", "Count the films of the collection.",
    details: """
      Ratings with their mean and spread beside IMDb's, hours watched, and bars by rating, decade, \
      genre, month of viewing, director and actor. Directors and actors count the films that you \
      have seen.
      """,
    examples: """
      stats
      stats --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let statistics = try await session.models.collection.statistics()
    let hint: String? =
      statistics.counts.total == 0
      ? .emptyCollection : .missingDetails(of: statistics.filmsWithoutDetails)
    let canvas = session.host.console.canvas(session.options.color)
    return Output(
      StatisticsCard(statistics: statistics, canvas: canvas).content,
      hint.map { [.notice($0)] } ?? [])
  }
}
