import FilmzDomain
import FilmzViewModels

/// The `catalog info` command, which shows the contents of the imported catalog.
package struct CatalogInfoCommand: ShellCommand {
  package static let command = Command(
    CatalogInfoCommand.self, "catalog info", "Show the contents and the age of the catalog.",
    examples: """
      catalog info
      catalog info --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    Output(
      CatalogCard(info: try await session.viewModels.catalog.info(), now: session.now()).content)
  }
}
