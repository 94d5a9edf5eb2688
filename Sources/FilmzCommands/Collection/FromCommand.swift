import FilmzDomain
import FilmzViewModels

/// `from`: says who recommended films, or takes that away.
package struct FromCommand: ShellCommand {
  package static let command = Command(
    FromCommand.self, "from", "Say who recommended films.",
    usage: "from [<target> ...] <name>|none",
    details: """
      The last word is the name, so quote one of several words; none takes it away. A film that is \
      not in the collection comes in. `ls --grep ines` finds the films again.
      """,
    examples: """
      from Ines
      from 2 "Uncle Bob"
      from the godfather none
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words, or: .recommender)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let (films, value) = try await session.filmsAndText(words, value: "a name", verb: "from")
    let name = value.textOrNone?.trimmed
    let outcome = try await session.models.collection.setRecommender(
      films, name, in: session.context)
    return .changed(outcome) { item in
      Self.notice(item, name, before: outcome.before[item.id]?.recommendedBy)
        + outcome.noteIfAdded(item)
    }
  }

  private static func notice(_ item: FilmItem, _ new: String?, before old: String?) -> String {
    let was = old == nil || old == new ? "" : " (was \(old ?? ""))"
    guard let new else { return "Took the recommendation of \(item.name) away\(was)" }
    return "Noted that \(new) recommended \(item.name)\(was)"
  }
}
