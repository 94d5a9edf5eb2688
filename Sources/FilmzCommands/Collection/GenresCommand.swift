import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// `genres`: the genres of the collection.
package struct GenresCommand: ShellCommand {
  package static let command = Command(
    GenresCommand.self, "genres", "Count the films of each genre in the collection.",
    details: """
      A film counts in each of its genres.
      """,
    examples: """
      genres
      genres --format csv
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let counts = try await session.models.collection.genres()
    let canvas = session.host.console.canvas(session.options.color)
    let hint: String? =
      counts.films == 0 ? .emptyCollection : .missingDetails(of: counts.filmsWithoutDetails)
    return Output(
      .list(.genres(counts.genres, isUTF8: canvas.isUTF8)), hint.map { [.notice($0)] } ?? [])
  }
}
