package import FilmzDomain
import FilmzViewModels

/// The `cache show` command, which shows the state of a film in the cache.
package struct CacheShowCommand: ShellCommand {
  package static let command = Command(
    CacheShowCommand.self, "cache show", "Show the age and the state of a film in the cache.",
    examples: """
      cache show 2
      cache show heat
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.viewModels.cache.records(
      of: try await session.films(words, in: .local))
    guard let item = items.first, items.count == 1 else {
      throw CommandError.wrongUsage("cache show takes one film", verb: "cache show")
    }
    return Output(.cacheItem(item))
  }
}
