package import FilmzDomain
import FilmzViewModels

/// The `list remove` command, which removes films from a list.
package struct FilmListRemoveCommand: ShellCommand {
  package static let command = Command(
    FilmListRemoveCommand.self, "list remove", "Remove films from a list.",
    details: """
      The films stay in the collection. Without films, removes the selected one.
      """,
    examples: """
      list remove Noir 3
      list remove "To lend" heat
      """)

  package static let arguments: [Argument<Self>] = [
    .listName(\.name), .films(\.words, .collectedFilm),
  ]

  var name = Word("")
  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let list = try await session.listName(name, before: words, verb: "list remove")
    let films = try await session.films(words, in: .collection, for: .changing)
    let change = try await session.viewModels.lists.remove(
      films, from: list, in: session.context)
    return .changed(change) { "Removed \($0.captionInSentence) from \(change.quotedName)" }
  }
}
