package import FilmzDomain
import FilmzViewModels

/// The `from` command, which sets or removes the recommender of films.
package struct FromCommand: ShellCommand {
  package static let command = Command(
    FromCommand.self, "from", "Set who recommended films.",
    usage: "from [<target> ...] <name>|none",
    details: """
      The last word is the name, so put a name of several words in quotes; `none` removes it. A film \
      that is not in the collection is added. `ls --grep ines` finds the films again.
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
    let name = value.textUnlessNone?.trimmed
    let outcome = try await session.viewModels.collection.setRecommender(
      films, name, in: session.context)
    return .changed(outcome) { item in
      Self.notice(item, name, replacing: outcome.before[item.id]?.recommendedBy)
        + outcome.additionNotice(item)
    }
  }

  private static func notice(_ item: FilmItem, _ new: String?, replacing old: String?) -> String {
    let replacedText = old == nil || old == new ? "" : " (was \(old ?? ""))"
    guard let new else { return "Removed the recommender of \(item.name)\(replacedText)" }
    return "Set the recommender of \(item.name) to \(new)\(replacedText)"
  }
}
