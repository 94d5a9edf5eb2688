import FilmzDomain
import FilmzViewModels

/// The `library` command, which gives an overview of the user's films and lists.
package struct LibraryCommand: ShellCommand {
  package static let command = Command(
    LibraryCommand.self, "library", "Show an overview of your films, lists and collections.",
    details: """
      Shows the films that you want to watch, your lists, your collections, and the films that you added \
      last, with the command that shows more of each.
      """,
    examples: """
      library
      library --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let library = try await session.viewModels.library.library(in: session.context)
    let overview = LibraryOverview(library: library)
    let isEmpty = library.counts.total == 0 && library.lists.isEmpty
    return Output(
      .sections(overview.sections, overview.members), isEmpty ? [.notice(.emptyCollection)] : [])
  }
}
