import FilmzDomain
import FilmzViewModels

/// The `db rebuild` command, which recreates what is derived from other data.
package struct DatabaseRebuildCommand: ShellCommand {
  package static let command = Command(
    DatabaseRebuildCommand.self, "db rebuild",
    "Recreate what results from other data.",
    details: """
      These are the indexes of lists and records, and the tables of the collection if they differ from its journal; \
      a backup keeps the previous tables. Use it if `db check` says so, or if `ls` or `search` misses films that \
      `show` knows, or sorts them wrongly.
      """,
    examples: """
      db rebuild
      db rebuild --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let indexes = try await session.viewModels.databases.rebuild()
    return Output(
      .changes(.rebuilt(indexes)),
      indexes.map { .notice("Rebuilt the \($0.name) with \($0.rows.counted("film"))") })
  }
}
