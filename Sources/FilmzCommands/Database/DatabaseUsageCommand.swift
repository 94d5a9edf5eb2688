import FilmzDomain
import FilmzViewModels

/// The `db usage` command, which shows the sizes of the database files.
package struct DatabaseUsageCommand: ShellCommand {
  package static let command = Command(
    DatabaseUsageCommand.self, "db usage", "Show the rows and sizes of the database files.",
    examples: """
      db usage
      db usage --tables
      """)

  package static let arguments: [Argument<Self>] = [
    .flag("--tables", \.tables, "Show each table, with its indexes.")
  ]

  var tables = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let usage = try await session.viewModels.databases.usage(byTable: tables)
    return Output(
      .list(.usage(usage)), usage.isEmpty ? [.notice("There are no database files yet.")] : [])
  }
}
