package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `catalog info`: what the imported catalog holds.
package struct CatalogInfoCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show what the catalog holds, and how old it is.",
    discussion: """
      Examples:
        catalog info
        catalog info --format json
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    Output(CatalogCard(info: try await session.catalog.info(), now: session.now()).content)
  }
}
