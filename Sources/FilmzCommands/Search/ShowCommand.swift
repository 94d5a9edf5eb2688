package import FilmzDomain
import FilmzViewModels

/// The `show` command, which shows the details of a film and selects it.
package struct ShowCommand: ShellCommand {
  package static let command = Command(
    ShowCommand.self, "show", "Show the details of a film, and select it.", aliases: ["open"],
    details: """
      The film is a number from the results, an id or a title; by default the selected film.
      """,
    examples: """
      show 2
      show the godfather
      show tt0133093 --full
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--full", \.full, "Show the whole plot, and the shops that sell the film."),
    .flag("--refresh", \.refresh, "Fetch the details again."),
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
    let result = try await session.viewModels.filmDetail.show(
      item, refresh: refresh, in: session.context)
    var output = Output(
      FilmCard(detail: result.value, isFull: full).content,
      result.warnings.map(Output.Message.init))
    output.isFallback = result.isFallback
    if let remedy = await session.viewModels.filmDetail.remedyForMissingPlot(of: result.value),
      await session.preferences.shouldShowPlotHint()
    {
      output.messages.append(.notice("No plot is known. Plots need a key: \(remedy.text)"))
    }
    return output
  }
}
