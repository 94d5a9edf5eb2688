import FilmzDomain
import FilmzViewModels

/// The `catalog update` command, which downloads the datasets and imports them.
package struct CatalogUpdateCommand: ShellCommand {
  package static let command = Command(
    CatalogUpdateCommand.self, "catalog update",
    "Download IMDb's current datasets and import them.",
    details: """
      Downloads titles, ratings and local titles, about 0.7 GB; with --people also crews and casts, \
      1.5 GB more. Unchanged files are not downloaded again, and an interrupted download continues \
      where it stopped.

      Without --people, --only, --episodes and --adult, the choices of the last update are used. Any of \
      these options replaces all of them, and `catalog remove` forgets them.
      """,
    examples: """
      catalog update
      catalog update --people --only movies,series
      catalog update --from https://mirror.example.org/imdb/
      """)

  package static let arguments: [Argument<Self>] =
    [
      .option("--from", \.from, as: "url", "The URL to download from instead of IMDb's."),
      .flag(
        "--people", \.people, "Also import crews and casts, for director:, actor: and person:."),
    ] + Argument.group(\.importOptions)

  var from: Word?
  var people = false
  var importOptions = CatalogImportOptions()

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let reporter = CatalogProgressReporter(progress: session.progress)
    let result = try await session.viewModels.catalog.update(
      from: from?.text, selection, in: session.context
    ) {
      reporter.show($0)
    }
    if let result { return .imported(result) }
    return Output(
      .machineOnly(CatalogCard(info: try await session.viewModels.catalog.info()).members),
      [.summary("The catalog is up to date.")])
  }

  /// The selection of titles and data by the options; `nil` if none of `--people`, `--only`,
  /// `--episodes`, and `--adult` was given.
  var selection: CatalogViewModel.ImportSelection? {
    var selection = importOptions.selection
    selection.includesPeople = people
    return selection == CatalogViewModel.ImportSelection() ? nil : selection
  }
}
