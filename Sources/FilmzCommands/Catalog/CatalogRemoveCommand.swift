import FilmzDomain
import FilmzViewModels

/// The `catalog remove` command, which removes the imported catalog and its downloads.
package struct CatalogRemoveCommand: ShellCommand {
  package static let command = Command(
    CatalogRemoveCommand.self, "catalog remove",
    "Remove the imported catalog and its downloaded files.",
    details: """
      Asks for confirmation unless --yes is given. The collection and the starter catalog are kept.
      """,
    examples: """
      catalog remove
      catalog remove --yes
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    // A damaged catalog has no readable info, but it can still be removed.
    let info = try? await session.viewModels.catalog.info()
    guard await session.viewModels.catalog.hasCatalogOrDownloads() else {
      return Output(
        .machineOnly(CatalogCard(info: nil).members), [.notice("There is no catalog to remove.")])
    }
    let titles = info.map { " of \($0.titles.grouped("title"))" } ?? ""
    let question = "Remove the catalog\(titles) and its downloaded files?"
    guard try await session.confirm(question, action: "catalog remove") else {
      return Output(
        .machineOnly(CatalogCard(info: info).members), [.notice("Nothing was removed.")])
    }
    _ = try await session.viewModels.catalog.remove()
    return Output(
      .machineOnly(CatalogCard(info: nil).members), [.notice("Removed the catalog")])
  }
}
