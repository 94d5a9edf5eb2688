package import ArgumentParser
import FilmzViewModels

/// `cache prune`: takes out what is old.
package struct CachePruneCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Take out what is old, but no film of the collection.",
    discussion: """
      What is older than 30 days goes, unless --days says otherwise.

      Examples:
        cache prune
        cache prune --days 90
      """)

  @Option(help: ArgumentHelp("Days that are kept.", valueName: "n"))
  var days: Count?

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .removal(try await session.cache.prune(days: days?.value ?? 30))
  }
}
