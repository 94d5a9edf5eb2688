package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `refresh`: facts of films, fetched again.
package struct RefreshCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Fetch the facts of films from OMDb again.",
    discussion: """
      With --stale those films of the collection whose facts were never fetched, or are older than \
      cache.days. Each film is one request of the day.

      Examples:
        refresh 1-4
        refresh the godfather
        refresh --stale
      """)

  @Argument(help: .target) package var words: [Word] = []

  @Flag(help: "All films of the collection whose facts are old or missing.")
  var stale = false

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !stale || words.isEmpty else {
      throw CommandError.wrongUsage("--stale and films exclude each other", verb: "refresh")
    }
    let items =
      stale ? try await session.detail.staleFilms() : try await session.films(words, in: .local)
    let outcome = try await session.detail.refresh(
      items, in: session.context
    ) { [progress = session.progress] done in
      progress?.update("asked for \(done) of \(items.count) films,")
    }
    var output = Output(.changes(FilmRow.self, outcome.items.map(FilmRow.init(item:))))
    if outcome.failures.isEmpty {
      output.notices = [Self.notice(outcome, of: items)]
    } else {
      output.failure = RefreshFailure(outcome)
    }
    return output
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
private struct RefreshFailure: Failure {
  let message: String
  let kind: FailureKind

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
