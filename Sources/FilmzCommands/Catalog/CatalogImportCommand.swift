package import FilmzDomain
import FilmzViewModels

/// The `catalog import` command, which imports the catalog from downloaded dataset files.
package struct CatalogImportCommand: ShellCommand {
  package static let command = Command(
    CatalogImportCommand.self, "catalog import", "Import a catalog from downloaded dataset files.",
    details: """
      Reads a folder or single files as IMDb publishes them, compressed or not, and recognizes them by \
      their first line, whatever their names are. title.basics is required; title.ratings, \
      title.akas, title.crew, title.principals with name.basics, and title.episode are optional. \
      Episodes, adult titles and games are left out unless you ask for them. The previous catalog is \
      replaced when the new one is complete.
      """,
    examples: """
      catalog import ~/imdb
      catalog import title.basics.tsv.gz title.ratings.tsv.gz
      catalog import ~/imdb --only movies,series --adult
      """)

  package static let arguments: [Argument<Self>] =
    [
      .positionals(\.words, as: "path", kind: .file, "A folder with dataset files, or the files.")
    ] + Argument.group(\.importOptions)

  package var words: [Word] = []
  var importOptions = CatalogImportOptions()

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !words.isEmpty, words.allSatisfy({ !$0.text.isEmpty }) else {
      throw CommandError.missingArgument("a folder or files", verb: "catalog import")
    }
    let reporter = CatalogProgressReporter(progress: session.progress)
    let result = try await session.viewModels.catalog.importFiles(
      words.map(\.text), importOptions.selection
    ) {
      reporter.show($0)
    }
    return .imported(result)
  }
}
