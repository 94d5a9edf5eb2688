import FilmzDomain
import FilmzViewModels

/// `refresh`: facts of films, fetched again.
package struct RefreshCommand: ShellCommand {
  package static let command = Command(
    RefreshCommand.self, "refresh", "Fetch the facts of films from OMDb again.",
    details: """
      With --stale those films of the collection whose facts were never fetched, or are older than \
      cache.days. Each film is one request of the day.
      """,
    examples: """
      refresh 1-4
      refresh the godfather
      refresh --stale
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--stale", \.stale, "All films of the collection whose facts are old or missing."),
  ]

  package var words: [Word] = []
  var stale = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !stale || words.isEmpty else {
      throw CommandError.wrongUsage("--stale and films exclude each other", verb: "refresh")
    }
    let items =
      stale
      ? try await session.models.detail.staleFilms() : try await session.films(words, in: .local)
    let outcome = try await session.models.detail.refresh(
      items, in: session.context
    ) { [progress = session.progress] done in
      progress?.update("asked for \(done) of \(items.count) films,")
    }
    let rows = Output.Content.changes(.films(outcome.items))
    return outcome.failures.isEmpty
      ? Output(rows, [.notice(Self.notice(outcome, of: items))])
      : Output(rows, ending: .partlyFailed(RefreshFailure(outcome)))
  }

  private static func notice(_ outcome: RefreshOutcome, of items: [FilmItem]) -> String {
    if items.isEmpty { return "No film of the collection is stale." }
    guard outcome.items.count == 1, let item = outcome.items.first else {
      return "Refreshed \(outcome.items.count) films"
    }
    return "Refreshed \(item.caption)"
  }
}

/// Films whose facts could not be fetched, in one line: each cause with how many films it concerns.
private struct RefreshFailure: UserFacingError {
  let message: String
  let kind: ExitCategory

  init(_ outcome: RefreshOutcome) {
    var counts: [(text: String, count: Int)] = []
    for (_, failure) in outcome.failures {
      if let index = counts.firstIndex(where: { $0.text == failure.text }) {
        counts[index].count += 1
      } else {
        counts.append((failure.text, 1))
      }
    }
    let done = outcome.items.count
    let causes = counts.prefix(3).map { $0.count > 1 ? "\($0.count) films: \($0.text)" : $0.text }
    message =
      causes.joined(separator: "; ") + (counts.count > 3 ? "; and more" : "")
      + (done > 0 ? "; \(done) refreshed" : "")
    let kinds = outcome.failures.map(\.failure.kind)
    kind = kinds.contains(.unavailable) ? .unavailable : kinds.first ?? .failed
  }
}
