import FilmzViewModels

/// The `cache prune` command, which removes old films and search pages from the cache.
package struct CachePruneCommand: ShellCommand {
  package static let command = Command(
    CachePruneCommand.self, "cache prune", "Remove old films and search pages from the cache.",
    details: """
      Removes what was fetched more than 30 days ago, or more than --days. Films in the collection are \
      kept.
      """,
    examples: """
      cache prune
      cache prune --days 90
      """)

  package static let arguments: [Argument<Self>] = [
    .option("--days", \.days, as: "n", "The age in days, 30 by default.")
  ]

  var days: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .removal(try await session.viewModels.cache.prune(days: days?.value ?? 30))
  }
}
