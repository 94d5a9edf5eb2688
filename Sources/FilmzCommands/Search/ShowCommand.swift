import FilmzDomain
import FilmzViewModels

/// The `show` command, which shows the details of a film and selects it.
struct ShowCommand: ShellCommand {
  static let command = Command(
    of: ShowCommand.self, "show", "Show the details of a film, and select it.", aliases: ["open"],
    details: """
      The film is a number from the results, an id or a title; by default the selected film.
      """, examples: ["show 2", "show the godfather", "show tt0133093 --full"])

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--full", \.full, "Show the whole plot, and the shops that sell the film."),
    .flag("--refresh", \.refresh, "Fetch the details again."),
  ]

  var words: [Word] = []
  var full = false
  var refresh = false

  func run(in session: Session) async throws -> Output {
    let items = try await session.films(words, in: .network, needsFacts: false)
    guard let item = items.first, items.count == 1 else { throw Self.wrongUsage("show takes one film") }
    let result = try await session.viewModels.filmDetail.show(item, refresh: refresh, in: session.context)
    let card = FilmCard(detail: result.value, isFull: full, scale: session.typedScale)
    var output = Output(card.content, result.warnings.map(Output.Message.init))
    output.isFallback = result.isFallback
    if let remedy = await session.viewModels.filmDetail.remedyForMissingPlot(of: result.value),
      await session.preferences.shouldShowPlotHint()
    {
      output.messages.append(.notice("No plot is known. Plots need a key: \(remedy.text)"))
    }
    return output
  }
}

/// The `refresh` command, which fetches the facts of films again.
struct RefreshCommand: ShellCommand {
  static let command = Command(
    of: RefreshCommand.self, "refresh", "Fetch the details of films again.",
    details: """
      With --stale, refreshes the films in the collection whose details were never fetched or are older \
      than the setting cache.days. Each film counts as one request toward the daily limit.
      """, examples: ["refresh 1-4", "refresh the godfather", "refresh --stale"])

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--stale", \.stale, "Refresh all films in the collection with old or missing details."),
  ]

  var words: [Word] = []
  var stale = false

  func run(in session: Session) async throws -> Output {
    guard !stale || words.isEmpty else { throw Self.wrongUsage("--stale and films cannot be used together") }
    let items =
      stale ? try await session.viewModels.filmDetail.staleFilms() : try await session.films(words, in: .local)
    let progress = session.progress
    let outcome = try await session.viewModels.filmDetail.refresh(items, in: session.context) { count in
      progress?.update("refreshed \(count) of \(items.count.counted("film")),")
    }
    let rows = Output.Content.changes(.films(outcome.items))
    let warnings = outcome.warnings.map(Output.Message.init)
    return outcome.failures.isEmpty
      ? Output(rows, warnings + [.notice(Self.notice(outcome, of: items))])
      : Output(rows, warnings, ending: .partlyFailed(RefreshFailure(outcome)))
  }

  private static func notice(_ outcome: RefreshOutcome, of items: [FilmItem]) -> String {
    if items.isEmpty { return "No film in the collection is stale." }
    guard outcome.items.count == 1, let item = outcome.items.first, !item.isHidden else {
      return "Refreshed \(outcome.items.count.counted("film"))"
    }
    return "Refreshed \(item.caption)"
  }
}

/// An error for films whose facts could not be fetched.
///
/// The message names up to three causes. A cause that affects several films is preceded by their
/// number.
private struct RefreshFailure: UserFacingError {
  let message: String
  let exitCategory: ExitCategory

  init(_ outcome: RefreshOutcome) {
    var causes: [(text: String, count: Int)] = []
    for (item, failure) in outcome.failures {
      let text = item.isHidden ? ViewModelError.filmIsHidden.message : failure.text
      if let index = causes.firstIndex(where: { $0.text == text }) {
        causes[index].count += 1
      } else {
        causes.append((text, 1))
      }
    }
    let refreshedCount = outcome.items.count
    let causeTexts = causes.prefix(3).map { $0.count > 1 ? "\($0.count) films: \($0.text)" : $0.text }
    message =
      causeTexts.joined(separator: "; ") + (causes.count > 3 ? "; and more" : "")
      + (refreshedCount > 0 ? "; \(refreshedCount) refreshed" : "")
    let categories = outcome.failures.map(\.failure.exitCategory)
    exitCategory = categories.contains(.unavailable) ? .unavailable : categories.first ?? .failed
  }
}
