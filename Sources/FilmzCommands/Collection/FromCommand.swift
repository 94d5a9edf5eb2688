package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `from`: says who recommended films, or takes that away.
package struct FromCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "from",
    abstract: "Say who recommended films.",
    usage: "from [<target> ...] <name>|none",
    discussion: """
      The last word is the name, so quote one of several words; none takes it away. A film that is \
      not in the collection comes in. `ls --grep ines` finds the films again.

      Examples:
        from Ines
        from 2 "Uncle Bob"
        from the godfather none
      """)

  package static let companion: ValueKind? = .recommender

  @Argument(help: .target) package var words: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let (films, value) = try await session.filmsAndText(words, value: "a name", verb: "from")
    let name = value.textOrNone?.trimmed
    let outcome = try await session.collection.setRecommender(
      films, name, command: session.commandLine, offline: session.options.offline)
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
