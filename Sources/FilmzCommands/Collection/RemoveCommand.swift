import FilmzDomain
import FilmzViewModels

/// `rm`: takes films out of the collection.
package struct RemoveCommand: ShellCommand {
  package static let command = Command(
    RemoveCommand.self, "rm", "Take films out of the collection.",
    details: """
      Asks first, unless --yes is given. What the film cache knows of them stays.
      """,
    examples: """
      rm 3
      rm "The Room" --yes
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words, .collectedFilm)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.films(words, in: .collection)
    let present = items.filter { $0.entry != nil }
    if !present.isEmpty {
      let question = Self.question(present)
      guard try await session.confirm(question, action: "rm") else {
        return Output(.changes(.films([])), [.notice("Nothing was removed.")])
      }
    }
    let outcome = try await session.models.collection.remove(items, in: session.context)
    return .changed(outcome) { "Removed \($0.name)" }
  }

  private static func question(_ items: [FilmItem]) -> String {
    guard items.count == 1, let item = items.first else {
      return "Remove \(items.count) films with all that is yours?"
    }
    let viewings = item.entry?.viewings.count ?? 0
    let detail = viewings == 0 ? "" : " with \(viewings.counted("viewing"))"
    return "Remove \(item.caption)\(detail)?"
  }
}
