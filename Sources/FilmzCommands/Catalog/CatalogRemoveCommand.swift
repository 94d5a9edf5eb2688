import FilmzDomain
import FilmzViewModels

/// `catalog remove`: removes the imported catalog.
package struct CatalogRemoveCommand: ShellCommand {
  package static let command = Command(
    CatalogRemoveCommand.self, "catalog remove",
    "Remove the catalog, and what was downloaded for it.",
    details: """
      Asks first, unless --yes is given. The collection stays, and so does the starter catalog.
      """,
    examples: """
      catalog remove
      catalog remove --yes
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    // A damaged one cannot say what it holds, and may go all the same.
    let info = try? await session.models.catalog.info()
    guard await session.models.catalog.isThere() else {
      return Output(
        .machineOnly(CatalogCard(info: nil).members), [.notice("There is no catalog to remove.")])
    }
    let titles = info.map { " of \($0.titles.grouped("title"))" } ?? ""
    let question = "Remove the catalog\(titles), and what was downloaded for it?"
    guard try await session.confirm(question, action: "catalog remove") else {
      return Output(
        .machineOnly(CatalogCard(info: info).members), [.notice("Nothing was removed.")])
    }
    _ = try await session.models.catalog.remove()
    return Output(
      .machineOnly(CatalogCard(info: nil).members), [.notice("Removed the catalog")])
  }
}
