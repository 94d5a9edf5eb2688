package import ArgumentParser
import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// `genres`: the genres of the collection.
package struct GenresCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "genres", abstract: "Count the films of each genre in the collection.",
    discussion: """
      A film counts in each of its genres.

      Examples:
        genres
        genres --format csv
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let counts = try await session.collection.genres()
    let canvas = session.console.canvas(session.options.color)
    let advice: String? =
      counts.films == 0 ? .emptyCollection : .missingDetails(of: counts.filmsWithoutDetails)
    return Output(
      .list(.genres(counts.genres, isUTF8: canvas.isUTF8)), advice.map { [.notice($0)] } ?? [])
  }
}
