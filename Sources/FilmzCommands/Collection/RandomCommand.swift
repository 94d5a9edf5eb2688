import FilmzDomain
import FilmzViewModels

/// The `random` command, which picks films that the user wants to watch.
struct RandomCommand: ShellCommand {
  static let command = Command(
    RandomCommand.self, "random", "Pick a film at random.",
    usage: "random [@<collection>] [<filter> ...] [options]",
    details: """
      Picks from the films that you want to watch or, with filters, from all films in the collection that \
      match. One film is shown and selected; several films become the current results.
      """,
    examples: """
      random
      random --genre Comedy --runtime 60-100
      random @favorites --count 5
      random --seed 7
      """)

  static let arguments: [Argument<Self>] =
    [
      .positionals(
        \.words, as: "filter", kind: .collectionText, "A collection, a filter, or text to find.")
    ]
    + Argument.group(\.filters) + [
      .option("--count", \.count, as: "n", "The number of films; 1 if not given."),
      .option("--seed", \.seed, as: "n", "Pick the same films for the same number."),
    ]

  var words: [Word] = []
  var filters = ListFilters()
  var count: PositiveInt?
  var seed: Seed?

  func run(in session: Session) async throws -> Output {
    guard filters.sort == nil else {
      throw CommandError.wrongUsage("random picks in no order; leave --sort out", verb: "random")
    }
    var filter = try await session.filter(filters, words, verb: "random")
    guard !filter.isSkipped else {
      throw CommandError.wrongUsage("random does not pick skipped films", verb: "random")
    }
    let picksWanted = filter.isEmpty
    if picksWanted { filter.isWatched = false }
    let films = try await session.viewModels.search.randomFilms(
      matching: filter, count: count?.value ?? 1, seed: seed?.value, in: session.context)
    guard let film = films.first else {
      return Output(.list(.films([])), [.notice(Self.hint(picksWanted))])
    }
    guard films.count == 1, count?.value ?? 1 == 1 else {
      var output = Output(.list(.films(films)))
      output.replacesResults = true
      return output
    }
    let shown = try await session.viewModels.filmDetail.show(
      film, refresh: false, in: session.context)
    let card = FilmCard(detail: shown.value, isFull: false).card
    var output = Output(
      .report(.films([shown.value.item]), card), shown.warnings.map(Output.Message.init))
    output.isFallback = shown.isFallback
    return output
  }

  private static func hint(_ picksWanted: Bool) -> String {
    picksWanted
      ? "Your watchlist is empty; `watchlist add TITLE` adds a film to it."
      : "No film in your collection matches."
  }
}
