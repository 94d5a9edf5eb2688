package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `catalog update`: downloads the datasets, and makes the catalog of them.
package struct CatalogUpdateCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Download the datasets that are new, and import them.",
    discussion: """
      Gets titles, ratings and local names from IMDb, about 0.7 GB; with --people crews and casts too, \
      1.5 GB more. Files that did not change are not fetched again, and a download that broke off goes \
      on where it ended. Without options it takes in what the last update did; an option begins anew, \
      and so does `catalog remove`.

      Examples:
        catalog update
        catalog update --people --only movies,series
        catalog update --from https://mirror.example.org/imdb/
      """)

  @Option(help: ArgumentHelp("Where the files are, if not at IMDb.", valueName: "url"))
  var from: Word?

  @Flag(help: "Get crews and casts too, for director:, actor: and person:.")
  var people = false

  @OptionGroup var choice: CatalogChoice

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let meter = CatalogMeter(progress: session.progress)
    let made = try await session.catalog.update(
      from: from?.text, wanted, in: session.context
    ) {
      meter.show($0)
    }
    if let made { return .made(made) }
    var output = Output(.text("", CatalogCard(info: try await session.catalog.info()).members))
    output.closing = "The catalog is up to date."
    return output
  }

  /// What the options ask for; nothing where none is given.
  var wanted: CatalogViewModel.Choice? {
    var wanted = choice.choice
    wanted.includesPeople = people
    return wanted == CatalogViewModel.Choice() ? nil : wanted
  }
}
