import FilmzDomain
import FilmzViewModels

/// The `list delete` command, which removes a list.
package struct FilmListDeleteCommand: ShellCommand {
  package static let command = Command(
    FilmListDeleteCommand.self, "list delete", "Delete a list; its films stay in the collection.",
    details: """
      Asks for confirmation unless --yes is given.
      """,
    examples: """
      list delete Noir
      list delete "To lend" --yes
      """)

  package static let arguments: [Argument<Self>] = [.listName(\.name)]

  var name = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let lists = session.viewModels.lists
    let list = try await lists.list(named: name.text)
    let films = try await lists.countAllFilms(ofListNamed: name.text).counted("film")
    let question =
      "Delete the list \(list.quotedName) with \(films)? The films stay in your collection."
    guard try await session.confirm(question, action: "list delete") else {
      return Output(.changes(.lists([])), [.notice("Nothing was deleted.")])
    }
    try await session.viewModels.publications.withdrawBeforeDeletion(
      of: list.id, in: session.context)
    try await lists.delete(list, in: session.context)
    return Output(
      .changes(.lists([list])),
      [.notice("Deleted the list \(list.quotedName) with \(films); `undo` restores it.")])
  }
}
