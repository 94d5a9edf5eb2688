import FilmzDomain
import FilmzViewModels

/// `show`: all about one film.
package struct ShowCommand: ShellCommand {
  package static let command = Command(
    ShowCommand.self, "show", "Show all about a film, and select it.",
    details: """
      The film is a number of the results, an id, a title, or the one that is selected.
      """,
    examples: """
      show 2
      show the godfather
      show tt0133093 --full
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--full", \.full, "Show a long plot whole."),
    .flag("--refresh", \.refresh, "Fetch the facts again."),
  ]

  package var words: [Word] = []
  var full = false
  var refresh = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.films(words, in: .network, needsFacts: false)
    guard let item = items.first, items.count == 1 else {
      throw CommandError.wrongUsage("show takes one film", verb: "show")
    }
    let found = try await session.models.detail.show(
      item, refresh: refresh, in: session.context)
    var output = Output(
      FilmCard(detail: found.value, isFull: full).content, found.warnings.map { .warning($0.text) })
    output.isFallback = found.isFallback
    return output
  }
}
