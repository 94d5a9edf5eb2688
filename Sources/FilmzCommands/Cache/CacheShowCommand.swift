package import ArgumentParser
import FilmzViewModels

/// `cache show`: what the cache knows of its copy of a film.
package struct CacheShowCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show how old a film's copy is, and where it stands.",
    discussion: """
      Examples:
        cache show 2
        cache show heat
      """)

  @Argument(help: .target) package var words: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.cache.records(of: try await session.films(words, in: .local))
    guard let item = items.first, items.count == 1 else {
      throw CommandError.wrongUsage("cache show takes one film", verb: "cache")
    }
    return Output(.cacheItem(item))
  }
}
