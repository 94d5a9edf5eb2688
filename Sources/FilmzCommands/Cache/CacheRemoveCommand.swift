package import FilmzDomain
import FilmzViewModels

/// The `cache rm` command, which removes films from the cache.
package struct CacheRemoveCommand: ShellCommand {
  package static let command = Command(
    CacheRemoveCommand.self, "cache rm", "Remove films from the cache; the collection is kept.",
    examples: """
      cache rm 1-3
      cache rm the godfather
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.viewModels.cache.remove(
      try await session.films(words, in: .local))
    return Output(
      .changes(.cache(items)), items.map { .notice("Removed \($0.film.title) from the cache") })
  }
}
