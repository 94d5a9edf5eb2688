package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `cache ls`: the films of the cache.
package struct CacheListCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ls", abstract: "List the films of the cache by title.",
    discussion: """
      Examples:
        cache ls
        cache ls --format csv
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.cache.list()
    let stale = items.count { $0.isStale }
    let count = items.count.counted("film")
    return Output(
      .list(.cache(items)),
      [.notice(items.isEmpty ? "The film cache is empty." : "\(count), \(stale) stale")])
  }
}
