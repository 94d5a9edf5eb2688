package import ArgumentParser
import FilmzViewModels

/// `stats`: counts over the collection.
package struct StatsCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Count the films of the collection.")

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    Output(.card(StatisticsCard(statistics: try await session.collection.statistics())))
  }
}
