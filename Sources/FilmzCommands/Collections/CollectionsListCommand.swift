import FilmzDomain
import FilmzViewModels

/// The `collections ls` command, which lists the smart collections with the numbers of their films.
package struct CollectionsListCommand: ShellCommand {
  package static let command = Command(
    CollectionsListCommand.self, "collections ls", "List the smart collections.",
    details: """
      Lists the collections that have films, the largest first, and all saved ones. Of the genres, only the ten \
      with the most films are listed.
      """,
    examples: """
      collections ls
      collections ls --all
      """)

  package static let arguments: [Argument<Self>] = [
    .flag("--all", \.all, "List all genres with at least two films.")
  ]

  var all = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let collections = try await session.viewModels.smartCollections.list(
      includesAllGenres: all, at: session.context.now)
    let hint = collections.isEmpty ? [Output.Message.notice(.emptyCollection)] : []
    return Output(.list(.smartCollections(collections)), hint)
  }
}
