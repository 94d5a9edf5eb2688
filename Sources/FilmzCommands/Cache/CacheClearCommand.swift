import FilmzViewModels

/// `cache clear`: empties the cache.
package struct CacheClearCommand: ShellCommand {
  package static let command = Command(
    CacheClearCommand.self, "cache clear", "Empty the cache; the collection stays.",
    details: """
      Films of the collection keep their names; `refresh --stale` fetches the rest again.
      """,
    examples: """
      cache clear
      cache clear --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .removal(try await session.models.cache.clear())
  }
}
