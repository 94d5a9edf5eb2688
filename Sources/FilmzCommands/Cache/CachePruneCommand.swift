import FilmzViewModels

/// `cache prune`: takes out what is old.
package struct CachePruneCommand: ShellCommand {
  package static let command = Command(
    CachePruneCommand.self, "cache prune", "Take out what is old, but no film of the collection.",
    details: """
      What is older than 30 days goes, unless --days says otherwise.
      """,
    examples: """
      cache prune
      cache prune --days 90
      """)

  package static let arguments: [Argument<Self>] = [
    .option("--days", \.days, as: "n", "Days that are kept.")
  ]

  var days: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .removal(try await session.models.cache.prune(days: days?.value ?? 30))
  }
}
