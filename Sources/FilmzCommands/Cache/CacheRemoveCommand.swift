package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `cache rm`: takes films out of the cache.
package struct CacheRemoveCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Forget what was fetched of films; the collection stays.",
    discussion: """
      Examples:
        cache rm 1-3
        cache rm the godfather
      """)

  @Argument(help: .target) package var words: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.cache.remove(try await session.films(words, in: .local))
    return Output(
      .changes(.cache(items)), items.map { .notice("Took \($0.film.title) out of the cache") })
  }
}
