package import FilmzDomain
import FilmzViewModels

/// The `identify` command, which makes two ids refer to the same film.
package struct IdentifyCommand: ShellCommand {
  package static let command = Command(
    IdentifyCommand.self, "identify", "Make two ids refer to the same film.",
    usage: "identify [<target>] <id>",
    details: """
      Your data for both ids is combined; if both have a value, the newer one is kept. If one of them \
      is an IMDb id, it becomes the film's id, and the other id still finds the film. `undo` separates \
      them again.
      """,
    examples: """
      identify tmdb:movie:603 tt0133093
      identify 2 tt0113277
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let last = words.last else {
      throw CommandError.missingArgument("an id", verb: "identify")
    }
    guard let id = FilmID(last.text) else { throw Self.invalidID(last) }
    let firstID = try await firstID(in: session)
    guard firstID != id else {
      throw CommandError.wrongUsage("both ids are the same", verb: "identify")
    }
    let (outcome, otherFilm) = try await session.viewModels.collection.identify(
      firstID, id, in: session.context)
    return .changed(outcome) { item in
      outcome.step == nil
        ? "\(firstID) and \(id) are already the same film: \(item.caption)"
        : "\(firstID) and \(id) are now the same film: \(item.caption)"
          + (otherFilm.map { "; one of them previously referred to \($0.caption) \($0.id)" } ?? "")
    }
  }

  /// Returns the id of the target, or of the selected film if there is no target.
  ///
  /// An id is returned as it was typed, not replaced by the canonical id of its film.
  private func firstID(in session: Session) async throws -> FilmID {
    let target = Array(words.dropLast())
    if target.count == 1, let id = FilmID(target[0].text) { return id }
    if target.count == 1, target[0].text.contains(":"), !target[0].isQuoted,
      !target[0].text.hasPrefix("title:")
    {
      throw Self.invalidID(target[0])
    }
    return try await session.film(target, for: .identifying, task: "identify", verb: "identify").id
  }

  private static func invalidID(_ word: Word) -> CommandError {
    .wrongUsage(
      "\"\(word.text)\" is not an id; use tt0133093, tmdb:movie:603 or own:UUID", verb: "identify")
  }
}
