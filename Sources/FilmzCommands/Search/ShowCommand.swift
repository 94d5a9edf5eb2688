package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `show`: all about one film.
package struct ShowCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show all about a film, and select it.",
    discussion: """
      The film is a number of the results, an id, a title, or the one that is selected.

      Examples:
        show 2
        show the godfather
        show tt0133093 --full
      """)

  @Argument(help: .target) package var words: [Word] = []

  @Flag(help: "Show a long plot whole.")
  var full = false

  @Flag(help: "Fetch the facts again.")
  var refresh = false

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.films(words, in: .network, needsFacts: false)
    guard let item = items.first, items.count == 1 else {
      throw CommandError.wrongUsage("show takes one film", verb: "show")
    }
    let found = try await session.detail.show(
      item, refresh: refresh, in: session.context)
    var output = Output(
      .card(FilmCard(detail: found.value, isFull: full)), warnings: found.warnings.map(\.text))
    output.isFallback = found.isFallback
    return output
  }
}
