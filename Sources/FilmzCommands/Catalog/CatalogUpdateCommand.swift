import FilmzDomain
import FilmzViewModels

/// `catalog update`: downloads the datasets, and makes the catalog of them.
package struct CatalogUpdateCommand: ShellCommand {
  package static let command = Command(
    CatalogUpdateCommand.self, "catalog update",
    "Download the datasets that are new, and import them.",
    details: """
      Gets titles, ratings and local names from IMDb, about 0.7 GB; with --people crews and casts too, \
      1.5 GB more. Files that did not change are not fetched again, and a download that broke off goes \
      on where it ended. Without options it takes in what the last update did; an option begins anew, \
      and so does `catalog remove`.
      """,
    examples: """
      catalog update
      catalog update --people --only movies,series
      catalog update --from https://mirror.example.org/imdb/
      """)

  package static let arguments: [Argument<Self>] =
    [
      .option("--from", \.from, as: "url", "Where the files are, if not at IMDb."),
      .flag("--people", \.people, "Get crews and casts too, for director:, actor: and person:."),
    ] + Argument.group(\.choice)

  var from: Word?
  var people = false
  var choice = CatalogChoice()

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let meter = CatalogMeter(progress: session.progress)
    let made = try await session.models.catalog.update(
      from: from?.text, wanted, in: session.context
    ) {
      meter.show($0)
    }
    if let made { return .made(made) }
    return Output(
      .machineOnly(CatalogCard(info: try await session.models.catalog.info()).members),
      [.closing("The catalog is up to date.")])
  }

  /// What the options ask for; nothing where none is given.
  var wanted: CatalogViewModel.Choice? {
    var wanted = choice.choice
    wanted.includesPeople = people
    return wanted == CatalogViewModel.Choice() ? nil : wanted
  }
}
