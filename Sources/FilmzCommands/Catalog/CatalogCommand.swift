/// `catalog`: the offline catalog.
package enum CatalogCommand {
  package static let command = Command(
    nil, "catalog", "Make a catalog of IMDb's datasets, and look after it.",
    details: """
      IMDb publishes datasets of all its titles for personal use. A catalog made of them finds any film \
      in a moment, without a key and without a network. Until there is one the starter catalog is used, \
      which is a part of filmz.
      """,
    examples: """
      catalog update
      catalog import ~/imdb --only movies,series
      catalog info
      """,
    members: [
      CatalogInfoCommand.command, CatalogImportCommand.command, CatalogUpdateCommand.command,
      CatalogRemoveCommand.command,
    ])
}
