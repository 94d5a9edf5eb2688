import FilmzDomain
import FilmzViewModels

/// The `cache ls` command, which lists the films in the cache.
package struct CacheListCommand: ShellCommand {
  package static let command = Command(
    CacheListCommand.self, "cache ls", "List the films in the cache by title.",
    examples: """
      cache ls
      cache ls --format csv
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let (items, hidden) = try await session.viewModels.cache.list()
    let stale = items.count { $0.isStale }
    let count = items.count.counted("film")
    let isEmpty = items.isEmpty && hidden == 0
    let hiddenText = hidden == 0 ? "" : " · \(hidden) hidden by the kids filter"
    return Output(
      .list(.cache(items)),
      [.notice(isEmpty ? "No film has been fetched yet." : "\(count), \(stale) stale" + hiddenText)]
    )
  }
}
