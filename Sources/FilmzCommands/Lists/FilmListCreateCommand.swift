import FilmzDomain
import FilmzViewModels

/// The `list create` command, which creates an empty list.
package struct FilmListCreateCommand: ShellCommand {
  package static let command = Command(
    FilmListCreateCommand.self, "list create", "Create a list.",
    details: """
      Upper and lower case do not distinguish the names of lists.
      """,
    examples: """
      list create Noir
      list create "To lend" --description "What I can give away for a while"
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.name, as: "name", "The name of the new list; put several words in quotes."),
    .option("--description", \.description, as: "text", "What the list is about."),
  ]

  var name = Word("")
  var description: Word?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let list = try await session.viewModels.lists.create(
      name.text, description: description?.textUnlessNone, in: session.context)
    return Output(.changes(.lists([list])), [.notice("Created the list \(list.quotedName)")])
  }
}
