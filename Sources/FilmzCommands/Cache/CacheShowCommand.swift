import FilmzViewModels

/// `cache show`: what the cache knows of its copy of a film.
package struct CacheShowCommand: ShellCommand {
  package static let command = Command(
    CacheShowCommand.self, "cache show", "Show how old a film's copy is, and where it stands.",
    examples: """
      cache show 2
      cache show heat
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let items = try await session.models.cache.records(
      of: try await session.films(words, in: .local))
    guard let item = items.first, items.count == 1 else {
      throw CommandError.wrongUsage("cache show takes one film", verb: "cache")
    }
    return Output(.cacheItem(item))
  }
}
