package import FilmzDomain
import FilmzStore
import FilmzViewModels

/// The `list add` command, which adds films to a list.
package struct FilmListAddCommand: ShellCommand {
  package static let command = Command(
    FilmListAddCommand.self, "list add", "Add films to a list.",
    details: """
      Without films, adds the selected one. A film that is not in the collection is added to the watchlist; \
      one that is in the list already keeps its place.
      """,
    examples: """
      list add Noir 1-3
      list add Noir "The Big Sleep" --at 1
      list add "To lend" tt0068646 --create
      """)

  package static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .films(\.words),
    .option("--at", \.place, as: "n", "The place before which the films are inserted."),
    .flag("--create", \.create, "Create the list if there is none of this name."),
  ]

  var name = Word("")
  package var words: [Word] = []
  var place: PositiveInt?
  var create = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let existingName = try await existingName(in: session)
    let films = try await session.films(words, in: .network, for: .changing)
    let change = try await session.viewModels.lists.add(
      films, to: existingName ?? name.text, before: place?.value, creates: create,
      in: session.context)
    var output = Output.changed(change) { item in
      change.outcome.placed.contains(item.id)
        ? "Added \(item.captionInSentence) to \(change.quotedName)\(change.placeText(item))"
          + change.additionText(item)
        : "\(item.captionInSentence) is already in \(change.quotedName)\(change.placeText(item))"
    }
    if existingName == nil {
      output.messages.insert(.notice("Created the list \(change.quotedName)"), at: 0)
    }
    return output
  }

  /// Returns the name of the list; `nil` if the list has to be created.
  private func existingName(in session: Session) async throws -> String? {
    do {
      return try await session.listName(name, before: words, verb: "list add")
    } catch StoreError.noSuchList(let name, let near) {
      guard create else { throw CommandError.noListToAddTo(name, near: near) }
      guard self.name.isQuoted || !Target.isStandalone(name) else {
        throw CommandError.wrongUsage(
          "list add needs the name of the list before the films", verb: "list add")
      }
      _ = try FilmList.validName(name)
      return nil
    }
  }
}
