import FilmzDomain
import FilmzViewModels

/// The `db compact` command, which removes unused space from the database files.
package struct DatabaseCompactCommand: ShellCommand {
  package static let command = Command(
    DatabaseCompactCommand.self, "db compact", "Make the database files smaller.",
    details: """
      Deleted data leaves unused space in a file; this removes it. No data is lost. The catalog never has unused \
      space. While another filmz writes to a file, the command fails and can be repeated.
      """,
    examples: """
      db compact
      db compact --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let compactions = try await session.viewModels.databases.compact()
    let saved = compactions.map(\.saved).reduce(0, +)
    return Output(
      .list(.compactions(compactions)),
      [
        .notice(
          compactions.isEmpty
            ? "There are no database files yet." : "Saved \(ByteCount.text(saved)).")
      ])
  }
}
