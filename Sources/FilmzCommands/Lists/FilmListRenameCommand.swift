import FilmzDomain
import FilmzViewModels

/// The `list rename` command, which renames a list.
package struct FilmListRenameCommand: ShellCommand {
  package static let command = Command(
    FilmListRenameCommand.self, "list rename", "Rename a list.",
    examples: """
      list rename Noir "Film noir"
      list rename "To lend" lend
      """)

  package static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .positional(\.newName, as: "new-name", "The new name; put several words in quotes."),
  ]

  var name = Word("")
  var newName = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let lists = session.viewModels.lists
    let old = try await lists.list(named: name.text)
    let list = try await lists.rename(old.name, to: newName.text, in: session.context)
    let notice =
      list.name == old.name
      ? "The list is already called \(old.quotedName)"
      : "Renamed the list \(old.quotedName) to \(list.quotedName)"
    return Output(.changes(.lists([list])), [.notice(notice)])
  }
}
