import FilmzDomain
import FilmzViewModels

/// The `collections rm` command, which removes a saved smart collection.
package struct CollectionsRemoveCommand: ShellCommand {
  package static let command = Command(
    CollectionsRemoveCommand.self, "collections rm", "Remove a saved smart collection.",
    details: """
      The films stay as they are; `undo` restores the collection.
      """,
    examples: """
      collections rm rainy
      collections rm @rainy
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.name, as: "name", kind: .savedCollection, "The name of the collection.")
  ]

  var name = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let name = try CollectionName(saving: name.text)
    let removed = try await session.viewModels.smartCollections.remove(name, in: session.context)
    return Output(
      .changes(.smartCollections([removed])),
      [.notice("Removed \(removed.name.text) (\(removed.title))")])
  }
}
