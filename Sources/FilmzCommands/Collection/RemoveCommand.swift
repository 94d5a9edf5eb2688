package import FilmzDomain
import FilmzViewModels

/// The `rm` command, which removes films from the collection.
package struct RemoveCommand: ShellCommand {
  package static let command = Command(
    RemoveCommand.self, "rm", "Remove films from the collection.",
    details: """
      Asks for confirmation unless --yes is given. The details in the film cache are kept.
      """,
    examples: """
      rm 3
      rm "The Room" --yes
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words, .collectedFilm)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.films(
      words, in: .collection, for: .changing, confirms: false)
    let present = items.filter { $0.entry != nil }
    if !present.isEmpty {
      let lists = try await session.viewModels.lists.names(ofListsWith: present)
      let question = Self.question(present, lists: lists)
      guard try await session.confirm(question, action: "rm") else {
        return Output(.changes(.films([])), [.notice("Nothing was removed.")])
      }
    }
    let outcome = try await session.viewModels.collection.remove(items, in: session.context)
    return .changed(outcome) { item in
      "Removed \(item.captionWithTypedTitle)"
        + (outcome.before[item.id]?.summary.map { " (\($0))" } ?? "")
    }
  }

  /// Returns the question whether to remove films, which are also removed from lists.
  static func question(_ items: [FilmItem], lists: [String]) -> String {
    let listText =
      lists.isEmpty
      ? ""
      : ", also from " + (lists.count == 1 ? "the list \"\(lists[0])\"" : "\(lists.count) lists")
    guard items.count == 1, let item = items.first else {
      return "Remove \(items.count) films with your ratings, notes and viewings\(listText)?"
    }
    let viewings = item.entry?.viewings.count ?? 0
    let detail = viewings == 0 ? "" : " with \(viewings.counted("viewing"))"
    return "Remove \(item.caption)\(detail)\(listText)?"
  }
}

extension CollectionEntry {
  /// The rating, the number of viewings, and whether there is a note: `rated 8, 2 viewings, a note`; `nil` if
  /// there is none of them.
  var summary: String? {
    let parts = [
      rating.map { "rated \($0.text)" }, isWatched ? viewings.count.counted("viewing") : nil,
      notes == nil ? nil : "a note",
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
