import FilmzDomain
import FilmzViewModels

/// The `list move` command, which changes the order of a list.
package struct FilmListMoveCommand: ShellCommand {
  package static let command = Command(
    FilmListMoveCommand.self, "list move", "Move films to another place of a list.",
    usage: "list move <name> <from> <to>|end",
    details: """
      The films at a place or a range of places are moved before another place, or to the end. `list show` \
      numbers the places.
      """,
    examples: """
      list move Noir 5 1
      list move "To lend" 2-4 end
      """)

  package static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .positional(\.from, as: "from", kind: .number, "The place of the film, or a range."),
    .positional(\.to, as: "to", "The place before which it is moved, or end."),
  ]

  var name = Word("")
  var from = Word("")
  var to = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let places = try places()
    let change = try await session.viewModels.lists.move(
      places, before: try destination(), in: name.text, session.context)
    return .changed(change) { item in
      change.outcome.placed.contains(item.id)
        ? "Moved \(item.caption) in \(change.quotedName)\(placeText(item, in: change))"
        : "\(item.caption) is there already in \(change.quotedName)\(change.placeText(item))"
    }
  }

  private func placeText(_ item: FilmItem, in change: ListChange) -> String {
    change.places[item.id].map { " to place \($0)" } ?? ""
  }

  private func places() throws(CommandError) -> ClosedRange<Int> {
    let numbers = from.text.split(separator: "-", omittingEmptySubsequences: false)
      .map { PositiveInt(argument: Word(String($0)))?.value }
    guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, numbers.count <= 2,
      first <= last
    else {
      throw .wrongUsage("\"\(from.text)\" is not a place or a range such as 3-5", verb: "list move")
    }
    return first...last
  }

  /// Returns the place before which the films are moved; `nil` for the end.
  private func destination() throws(CommandError) -> Int? {
    if to.text.lowercased() == "end" { return nil }
    guard let place = PositiveInt(argument: to) else {
      throw .wrongUsage("\"\(to.text)\" is not a place or end", verb: "list move")
    }
    return place.value
  }
}
