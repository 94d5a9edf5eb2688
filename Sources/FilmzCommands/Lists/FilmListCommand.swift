import FilmzDomain
import FilmzViewModels

/// The `list` command, which groups the commands for lists of films.
package enum FilmListCommand {
  package static let command = Command(
    nil, "list", "Make lists of films in an order of your own.",
    details: """
      A list has films of the collection in an order that you choose. Put a name of several words in \
      quotes. `ls` lists all films of the collection.
      """,
    examples: """
      list
      list create Noir
      list add Noir 1-3
      list show "To lend"
      """,
    subcommands: [
      FilmListListCommand.command, FilmListShowCommand.command, FilmListCreateCommand.command,
      FilmListAddCommand.command, FilmListRemoveCommand.command, FilmListMoveCommand.command,
      FilmListEditCommand.command, FilmListRenameCommand.command,
      FilmListDescribeCommand.command, FilmListDeleteCommand.command,
      FilmListShareCommand.command, FilmListPublishCommand.command,
      FilmListUnpublishCommand.command,
    ])
}

/// The `list ls` command, which lists the lists.
package struct FilmListListCommand: ShellCommand {
  package static let command = Command(
    FilmListListCommand.self, "list ls", "List your lists.",
    details: """
      The numbers of films and of seen films, and when the list or its films were changed last.
      """,
    examples: """
      list ls
      list
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let lists = try await session.viewModels.lists.all()
    let notice =
      "You have no lists. `list create NAME` makes one; `ls` lists the films of your collection."
    return Output(.list(.lists(lists)), lists.isEmpty ? [.notice(notice)] : [])
  }
}

extension Argument {
  /// The name of a list.
  static func listName(_ path: Path<Word>) -> Argument {
    .positional(
      path, as: "name", kind: .list, "The name of a list; put several words in quotes.")
  }
}

extension FilmList {
  /// The name in quotes, for messages.
  var quotedName: String { "\"\(name)\"" }

  /// The name as a word of a command line.
  var nameInCommand: String { Word(name).quotedIfNeeded }
}
