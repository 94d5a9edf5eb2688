import FilmzDomain
import FilmzViewModels

/// `catalog import`: makes the catalog of files of the datasets.
package struct CatalogImportCommand: ShellCommand {
  package static let command = Command(
    CatalogImportCommand.self, "catalog import", "Make the catalog of dataset files that are here.",
    details: """
      Takes a folder, or files, as IMDb publishes them: title.basics and title.ratings, and if they are \
      there title.akas, title.crew, title.principals with name.basics, and title.episode; packed or not. \
      Episodes, adult titles and games are left out unless they are asked for. The catalog of before \
      stays until the new one is done.
      """,
    examples: """
      catalog import ~/imdb
      catalog import title.basics.tsv.gz title.ratings.tsv.gz
      catalog import ~/imdb --only movies,series --adult
      """)

  package static let arguments: [Argument<Self>] =
    [
      .words(\.words, as: "path", kind: .file, "A folder with datasets, or their files.")
    ] + Argument.group(\.choice)

  package var words: [Word] = []
  var choice = CatalogChoice()

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !words.isEmpty, words.allSatisfy({ !$0.text.isEmpty }) else {
      throw CommandError.missing("a folder or files", verb: "catalog import")
    }
    let meter = CatalogMeter(progress: session.progress)
    let made = try await session.models.catalog.make(of: words.map(\.text), choice.choice) {
      meter.show($0)
    }
    return .made(made)
  }
}
