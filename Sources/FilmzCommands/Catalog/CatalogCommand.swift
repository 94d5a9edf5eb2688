/// The `catalog` command, which groups the commands for the imported catalog.
package enum CatalogCommand {
  package static let command = Command(
    nil, "catalog", "Import and manage a catalog built from IMDb's datasets.",
    details: """
      IMDb publishes datasets of all its titles for personal and non-commercial use. A catalog imported from them finds \
      any film quickly, without a key or a network. Until you import one, filmz uses its built-in \
      starter catalog.
      """,
    examples: """
      catalog update
      catalog import ~/imdb --only movies,series
      catalog info
      """,
    subcommands: [
      CatalogInfoCommand.command, CatalogImportCommand.command, CatalogUpdateCommand.command,
      CatalogRemoveCommand.command,
    ])
}
