import FilmzDomain
import FilmzViewModels

/// `identify`: makes two ids one film.
package struct IdentifyCommand: ShellCommand {
  package static let command = Command(
    IdentifyCommand.self, "identify", "Say that two ids are one film.",
    usage: "identify [<target>] <id>",
    details: """
      What is yours of either is united; where both have a value, the newest holds. The film is called \
      by IMDb's id if one of the two is IMDb's; the other id still finds it. `undo` separates them.
      """,
    examples: """
      identify tmdb:movie:603 tt0133093
      identify 2 tt0113277
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let last = words.last else { throw CommandError.missing("an id", verb: "identify") }
    guard let id = FilmID(last.text) else { throw Self.noID(last) }
    let first = try await firstID(in: session)
    guard first != id else {
      throw CommandError.wrongUsage("these are the same id", verb: "identify")
    }
    let (outcome, earlier) = try await session.models.collection.identify(
      first, id, in: session.context)
    return .changed(outcome) { item in
      outcome.step == nil
        ? "\(first) and \(id) are one film already: \(item.caption)"
        : "\(first) and \(id) are one film now: \(item.caption)"
          + (earlier.map { "; before, one of them stood for \($0.caption) \($0.id)" } ?? "")
    }
  }

  /// The id of the target; one that is written as an id is meant itself, not the film it stands for.
  private func firstID(in session: Session) async throws -> FilmID {
    let target = Array(words.dropLast())
    if target.count == 1, let id = FilmID(target[0].text) { return id }
    if target.count == 1, target[0].text.contains(":"), !target[0].isQuoted,
      !target[0].text.hasPrefix("title:")
    {
      throw Self.noID(target[0])
    }
    return try await session.film(target, for: "identify", verb: "identify").id
  }

  private static func noID(_ word: Word) -> CommandError {
    .wrongUsage(
      "\"\(word.text)\" is no id; write tt0133093, tmdb:movie:603 or own:UUID", verb: "identify")
  }
}
