import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `genres` command, which counts the films in the collection by genre.
package struct GenresCommand: ShellCommand {
  package static let command = Command(
    GenresCommand.self, "genres", "Count the films in the collection by genre.",
    details: """
      A film with several genres is counted in each of them.
      """,
    examples: """
      genres
      genres --format csv
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let counts = try await session.viewModels.collection.genres()
    let renderTarget = session.host.console.renderTarget(session.options.color)
    let hint: String? =
      counts.films == 0 ? .emptyCollection : .missingDetails(of: counts.filmsWithoutDetails)
    return Output(
      .list(.genres(counts.genres, isUTF8: renderTarget.isUTF8)), hint.map { [.notice($0)] } ?? [])
  }
}
