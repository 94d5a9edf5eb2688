import FilmzDomain
import FilmzViewModels

/// `cache rm`: takes films out of the cache.
package struct CacheRemoveCommand: ShellCommand {
  package static let command = Command(
    CacheRemoveCommand.self, "cache rm", "Forget what was fetched of films; the collection stays.",
    examples: """
      cache rm 1-3
      cache rm the godfather
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.models.cache.remove(try await session.films(words, in: .local))
    return Output(
      .changes(.cache(items)), items.map { .notice("Took \($0.film.title) out of the cache") })
  }
}
