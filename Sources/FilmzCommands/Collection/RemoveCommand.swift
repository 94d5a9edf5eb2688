package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `rm`: takes films out of the collection.
package struct RemoveCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Take films out of the collection.",
    discussion: """
      Asks first, unless --yes is given. What the film cache knows of them stays.

      Examples:
        rm 3
        rm "The Room" --yes
      """)

  package static let takesOwnFilmsOnly = true

  @Argument(help: .target) package var words: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.films(words, in: .collection)
    let present = items.filter { $0.entry != nil }
    if !present.isEmpty {
      let question = Self.question(present)
      guard try await session.confirm(question, action: "rm") else {
        return Output(.changes(FilmRow.self, []), notices: ["Nothing was removed."])
      }
    }
    let outcome = try await session.collection.remove(items, in: session.context)
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
