import FilmzDomain
import FilmzViewModels

/// `catalog info`: what the imported catalog holds.
package struct CatalogInfoCommand: ShellCommand {
  package static let command = Command(
    CatalogInfoCommand.self, "catalog info", "Show what the catalog holds, and how old it is.",
    examples: """
      catalog info
      catalog info --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    Output(CatalogCard(info: try await session.models.catalog.info(), now: session.now()).content)
  }
}
