package import FilmzDomain
import FilmzViewModels

/// The `from` command, which sets or removes the recommender of films.
package struct FromCommand: ShellCommand {
  package static let command = Command(
    FromCommand.self, "from", "Set who recommended films.",
    usage: "from [<target> ...] <name>|none",
    details: """
      The name is the last word if it is in quotes, or everything after a number, an id or `.`, or \
      everything, for the selected film; `none` removes it. A film that is not in the collection is \
      added. `ls --grep ines` finds the films again.
      """,
    examples: """
      from Ines
      from 2 Uncle Bob
      from the godfather "Uncle Bob"
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words, or: .recommender)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let (films, text) = try await TrailingValueParser(session: session, verb: "from")
      .filmsAndText(words, requirement: "a name", isName: true)
    let name = text?.trimmed
    let outcome = try await session.viewModels.collection.setRecommender(
      films, name, in: session.context)
    return .changed(outcome) { item in
      Self.notice(item, name, replacing: outcome.before[item.id]?.recommendedBy)
        + outcome.additionNotice(item)
    }
  }

  private static func notice(_ item: FilmItem, _ new: String?, replacing old: String?) -> String {
    let previous = old.map { " (was \($0))" } ?? ""
    guard let new else {
      return "Removed the recommender of \(item.captionWithTypedTitle)\(previous)"
    }
    return "Set the recommender of \(item.captionInSentence) to \(new)\(previous)"
  }
}
