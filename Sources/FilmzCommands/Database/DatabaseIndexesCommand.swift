import FilmzDomain
import FilmzViewModels

/// The `db indexes` command, which lists the indexes of the database files.
package struct DatabaseIndexesCommand: ShellCommand {
  package static let command = Command(
    DatabaseIndexesCommand.self, "db indexes", "List the indexes of the database files.",
    examples: """
      db indexes
      db indexes --format csv
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let indexes = try await session.viewModels.databases.indexes()
    return Output(
      .list(.indexes(indexes)),
      [.notice("\(indexes.count) \(indexes.count == 1 ? "index" : "indexes")")])
  }
}
