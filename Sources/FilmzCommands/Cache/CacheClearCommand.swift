import FilmzViewModels

/// The `cache clear` command, which empties the film cache.
package struct CacheClearCommand: ShellCommand {
  package static let command = Command(
    CacheClearCommand.self, "cache clear", "Empty the cache; the collection is kept.",
    details: """
      Films in the collection keep their titles; `refresh --stale` fetches their details again.
      """,
    examples: """
      cache clear
      cache clear --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .removal(try await session.viewModels.cache.clear())
  }
}
