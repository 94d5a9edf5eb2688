package import ArgumentParser

/// `catalog`: the offline catalog.
package struct CatalogCommand: CommandGroupRoot {
  package static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Make a catalog of IMDb's datasets, and look after it.",
    discussion: """
      IMDb publishes datasets of all its titles for personal use. A catalog made of them finds any film \
      in a moment, without a key and without a network. Until there is one the starter catalog is used, \
      which is a part of filmz.

      Examples:
        catalog update
        catalog import ~/imdb --only movies,series
        catalog info
      """,
    subcommands: [
      CatalogInfoCommand.self, CatalogImportCommand.self, CatalogUpdateCommand.self,
      CatalogRemoveCommand.self,
    ])

  package static var standIn: any ShellCommand.Type { CatalogInfoCommand.self }

  package init() {}
}
