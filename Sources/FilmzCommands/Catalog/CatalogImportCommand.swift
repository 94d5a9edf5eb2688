package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `catalog import`: makes the catalog of files of the datasets.
package struct CatalogImportCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make the catalog of dataset files that are here.",
    discussion: """
      Takes a folder, or files, as IMDb publishes them: title.basics and title.ratings, and if they are \
      there title.akas, title.crew, title.principals with name.basics, and title.episode; packed or not. \
      Episodes, adult titles and games are left out unless they are asked for. The catalog of before \
      stays until the new one is done.

      Examples:
        catalog import ~/imdb
        catalog import title.basics.tsv.gz title.ratings.tsv.gz
        catalog import ~/imdb --only movies,series --adult
      """)

  @Argument(help: ArgumentHelp("A folder with datasets, or their files.", valueName: "path"))
  package var words: [Word] = []

  @OptionGroup var choice: CatalogChoice

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !words.isEmpty, words.allSatisfy({ !$0.text.isEmpty }) else {
      throw CommandError.missing("a folder or files", verb: "catalog import")
    }
    let meter = CatalogMeter(progress: session.progress)
    let made = try await session.catalog.make(of: words.map(\.text), choice.choice) {
      meter.show($0)
    }
    return .made(made)
  }
}
